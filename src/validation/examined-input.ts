import type { ValidationError } from 'class-validator';
import type { Violations } from '../errors/form-error.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';

/** A DTO made of input, with the violations that were found in it. */
export class ExaminedInput<T extends object> {
  constructor(
    private readonly dto: T,
    private readonly errors: readonly ValidationError[],
  ) {}

  /** The member, right or wrong. */
  given(member: keyof T & string): unknown {
    return this.dto[member];
  }

  /** The member, where it violates nothing; undefined where it is wrong or absent. */
  sound<K extends keyof T & string>(member: K): T[K] | undefined {
    const isWrong = this.errors.some(({ property }) => property === member);
    return isWrong ? undefined : this.dto[member];
  }

  /** The input without a member and its violations. */
  without(member: keyof T & string): ExaminedInput<T> {
    const { [member]: _, ...others } = this.dto;
    const dto = Object.assign(
      Object.create(Object.getPrototypeOf(this.dto) as object),
      others,
    ) as T;
    return new ExaminedInput(
      dto,
      this.errors.filter(({ property }) => property !== member),
    );
  }

  /**
   * The DTO, once it violates nothing.
   *
   * @param further violations of rules that need more than the DTO
   * @throws ValidationFailedError with every wrong member
   */
  valid(further: Violations = {}): T {
    const errors = [...this.errors, ...ValidationFailedError.about(further).errors];
    if (errors.length > 0) throw new ValidationFailedError(errors);
    return this.dto;
  }
}
