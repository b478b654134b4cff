import { TranslatableError } from '../language/translatable.error.js';

/** There is no such application, or it is somebody else's, which nobody is told. */
export class ApplicationNotFoundError extends TranslatableError {
  constructor() {
    super('application_not_found');
  }
}

/** A public client has no secret to rotate (RFC 6749 section 2.1). */
export class ClientSecretUnavailableError extends TranslatableError {
  constructor() {
    super('client_secret_unavailable');
  }
}
