import { formErrorAbout, type Violations, type FormError } from './form-error.js';

/** Input that cannot be accepted, with all that is wrong about it (SPEC 7.2). */
export class ValidationFailedError extends Error {
  constructor(readonly form: FormError) {
    super('The input is not valid.');
    this.name = ValidationFailedError.name;
  }

  /** One violation each about single fields. */
  static about(violations: Violations): ValidationFailedError {
    return new ValidationFailedError(formErrorAbout(violations));
  }
}
