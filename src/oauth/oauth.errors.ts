import { TranslatableError } from '../language/translatable.error.js';

/** The client did not authenticate as it must (RFC 6749 section 5.2). */
export class InvalidClientError extends TranslatableError {
  constructor() {
    super('invalid_client');
  }
}

/** A code or refresh token that is unknown, expired, used, or another client's (RFC 6749 section 5.2). */
export class InvalidGrantError extends TranslatableError {
  constructor() {
    super('invalid_grant');
  }
}

export class UnsupportedGrantTypeError extends TranslatableError {
  constructor() {
    super('unsupported_grant_type');
  }
}

export class UnsupportedResponseTypeError extends TranslatableError {
  constructor() {
    super('unsupported_response_type');
  }
}

export class InvalidScopeError extends TranslatableError {
  constructor() {
    super('invalid_scope');
  }
}

/** The authorization request has no challenge, or not one of the method S256 (RFC 7636 section 4.4.1). */
export class PkceRequiredError extends TranslatableError {
  constructor() {
    super('pkce_required');
  }
}

/** The person refused (RFC 6749 section 4.1.2.1). */
export class ConsentDeniedError extends TranslatableError {
  constructor() {
    super('consent_denied');
  }
}

/** An authorization request names an unknown client: there is no redirect URI to send an error to. */
export class ClientUnknownError extends TranslatableError {
  constructor() {
    super('client_unknown');
  }
}

/** An authorization request names an address that is not its client's: no answer is sent there. */
export class RedirectUriUnregisteredError extends TranslatableError {
  constructor() {
    super('redirect_uri_unregistered');
  }
}
