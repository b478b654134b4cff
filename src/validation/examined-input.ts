import type { ValidationError } from 'class-validator';
import type { Violations } from '../errors/form-error.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';

export class ExaminedInput<T extends object> {
  constructor(
    private readonly dto: T,
    private readonly errors: readonly ValidationError[],
  ) {}

  getGiven(member: keyof T & string): unknown {
    return this.dto[member];
  }

  getValid<K extends keyof T & string>(member: K): T[K] | undefined {
    const isWrong = this.errors.some(({ property }) => property === member);
    return isWrong ? undefined : this.dto[member];
  }

  without(member: keyof T & string): ExaminedInput<T> {
    const { [member]: _, ...others } = this.dto;
    const dto: T = Object.assign(Object.create(Object.getPrototypeOf(this.dto)), others);
    return new ExaminedInput(
      dto,
      this.errors.filter(({ property }) => property !== member),
    );
  }

  /** @param further violations of rules that require more than the DTO */
  valid(further: Violations = {}): T {
    const errors = [...this.errors, ...ValidationFailedError.about(further).errors];
    if (errors.length > 0) throw new ValidationFailedError(errors);
    return this.dto;
  }
}
