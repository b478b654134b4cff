import { formErrorAbout, type FormError, type Violations } from '../errors/form-error.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';

/** A DTO made of input, with the violations that were found in it. */
export class ExaminedInput<T extends object> {
  constructor(
    /** Only the members that are sound have the types of the DTO. */
    readonly dto: T,
    private readonly children: Readonly<Record<string, FormError>>,
  ) {}

  isSound(member: keyof T & string): boolean {
    return !Object.hasOwn(this.children, member);
  }

  /**
   * The DTO, once it violates nothing.
   *
   * @param further violations of rules that need more than the DTO
   * @throws ValidationFailedError with every wrong member
   */
  valid(further: Violations = {}): T {
    const children = { ...this.children, ...formErrorAbout(further).children };
    if (Object.keys(children).length > 0) throw new ValidationFailedError({ children });
    return this.dto;
  }
}
