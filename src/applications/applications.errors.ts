import { TranslatableError } from '../language/translatable.error.js';

/** There is no such application, or it belongs to another account: the response does not tell which. */
export class ApplicationNotFoundError extends TranslatableError {
  constructor() {
    super('application_not_found');
  }
}

/** The account has as many applications as one may have. */
export class TooManyApplicationsError extends TranslatableError {
  constructor(max: number) {
    super('too_many_applications', { max });
  }
}

/** A public client has no secret to rotate (RFC 6749 section 2.1). */
export class ClientSecretUnavailableError extends TranslatableError {
  constructor() {
    super('client_secret_unavailable');
  }
}
