import type { ErrorCode } from '../language/catalogues/index.js';
import type { MessageParams } from '../language/language.js';
import { SharedError } from './shared.error.js';

/**
 * A failure that is reported to the caller: its code is the key of its sentence in every catalogue
 * and of its row in the registry of errors.
 */
export abstract class TranslatableError extends SharedError {
  constructor(
    readonly code: ErrorCode,
    readonly params: MessageParams = {},
    options?: ErrorOptions,
  ) {
    super(code, options);
    this.name = new.target.name;
  }
}

/** The state of a caller under a limit. */
export interface RateLimitState {
  readonly policy: { readonly name: string; readonly limit: number; readonly windowMs: number };
  /** Whether this request was counted; for `peek`, whether the next one would be. */
  readonly accepted: boolean;
  readonly remaining: number;
  /** In Unix milliseconds. */
  readonly resetAt: number;
}

/** An authentication failure; it may count against its source address. */
export abstract class AuthenticationError extends TranslatableError {
  /** The state of the source address under the limit of failed authentications. */
  rateLimit?: RateLimitState;
}

/** An error of an OAuth client, always in the shape of RFC 6749 section 5.2, never a form. */
export abstract class OAuthError extends TranslatableError {}
