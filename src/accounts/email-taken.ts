import { EmailTakenError } from '../errors/error-registry.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';

/** The violation of `email` that the unique index has found; any other error as it is. */
export function asValidationError(error: unknown): never {
  throw error instanceof EmailTakenError
    ? ValidationFailedError.about({ email: 'email_taken' })
    : error;
}
