import type { ErrorCode } from '../language/catalogues/index.js';
import type { MessageParams } from '../language/language.js';

/**
 * A failure that a caller is told about: its code is the key of its sentence in every catalogue
 * and of its row in the registry of errors.
 */
export abstract class TranslatableError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly params: MessageParams = {},
    options?: ErrorOptions,
  ) {
    super(code, options);
    this.name = new.target.name;
  }
}

/** Where a caller stands with a limit. */
export interface RateLimitState {
  readonly policy: { readonly name: string; readonly limit: number; readonly windowMs: number };
  /** Whether this request was counted; after `peek`, whether the next one would be. */
  readonly accepted: boolean;
  readonly remaining: number;
  /** Unix milliseconds. */
  readonly resetAt: number;
}

/** A request whose caller is unknown; it may count against its source address. */
export abstract class AuthenticationError extends TranslatableError {
  /** Where the source address stands with its failed authentications. */
  rateLimit?: RateLimitState;
}

/** What an OAuth client did wrong: always of the shape of RFC 6749 section 5.2, never a form. */
export abstract class OAuthError extends TranslatableError {}
