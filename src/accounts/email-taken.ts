import { EmailTakenError } from '../errors/error-registry.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';

/** Throws a taken email, found by the unique index, as a validation error. Throws any other error unchanged. */
export function asValidationError(error: unknown): never {
  throw error instanceof EmailTakenError
    ? ValidationFailedError.about({ email: 'email_taken' })
    : error;
}
