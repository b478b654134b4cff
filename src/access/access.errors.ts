import { TranslatableError } from '../language/translatable.error.js';
import type { RateLimitState } from '../limits/rate-limits.service.js';

/** A request whose caller could not be told; it may count against its source address. */
export abstract class AuthenticationError extends TranslatableError {
  /** Where the source address stands with its failed authentications. */
  rateLimit?: RateLimitState;
}

/** No access token came with the request. */
export class AuthenticationRequiredError extends AuthenticationError {
  constructor() {
    super('authentication_required');
  }
}

/** The access token is malformed, unknown or revoked. */
export class InvalidTokenError extends AuthenticationError {
  constructor() {
    super('invalid_token');
  }
}

/** The access token was good once; its time is over. */
export class TokenExpiredError extends AuthenticationError {
  constructor() {
    super('token_expired');
  }
}

/** The access token came twice (RFC 6750 section 2). */
export class TokenConflictError extends AuthenticationError {
  constructor() {
    super('token_conflict');
  }
}

/** The token is valid, but for another account. */
export class AccessDeniedError extends TranslatableError {
  constructor() {
    super('access_denied');
  }
}

/** Only an application's own token will do, never one granted through OAuth. */
export class OwnTokenRequiredError extends TranslatableError {
  constructor() {
    super('own_token_required');
  }
}

/** The token's scope does not hold what the operation needs (RFC 6750 section 3.1). */
export class InsufficientScopeError extends TranslatableError {
  constructor(readonly scope: string) {
    super('insufficient_scope');
  }
}

/** More passwords wait to be hashed than the queue holds. */
export class OverloadedError extends TranslatableError {
  constructor() {
    super('overloaded');
  }
}
