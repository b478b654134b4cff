import { ValidationError } from 'class-validator';
import type { Violation, Violations } from './form-error.js';
import { SharedError } from './translatable.error.js';

/** Invalid input with all violations (SPEC 7.2), as class-validator reports them but without the values. */
export class ValidationFailedError extends SharedError {
  /** @param errors their constraints contain codes of the registry, their contexts the placeholder values */
  constructor(readonly errors: readonly ValidationError[]) {
    super('The input is not valid.');
    this.name = ValidationFailedError.name;
  }

  /** Creates an error with one violation for each of these fields. */
  static about(violations: Violations): ValidationFailedError {
    return new ValidationFailedError(
      Object.entries(violations).map(([property, violation]) => {
        const { code, params }: Violation =
          typeof violation === 'string' ? { code: violation } : violation;
        const found = { property, constraints: { [code]: code }, contexts: { [code]: params } };
        return Object.assign(new ValidationError(), found);
      }),
    );
  }
}
