import { formErrorAbout, type Violations, type FormError } from './form-error.js';

/** Invalid input, with all its violations (SPEC 7.2). */
export class ValidationFailedError extends Error {
  constructor(readonly form: FormError) {
    super('The input is not valid.');
    this.name = ValidationFailedError.name;
  }

  /** An error with one violation of each of these fields. */
  static about(violations: Violations): ValidationFailedError {
    return new ValidationFailedError(formErrorAbout(violations));
  }
}
