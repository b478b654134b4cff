import type { ErrorCode } from '../language/catalogues/index.js';
import type { MessageParams } from '../language/language.js';
import { SharedError } from './shared.error.js';

/** An error for the caller. Its code is the key of its sentence and of its entry in the registry. */
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

export interface RateLimitState {
  readonly policy: { readonly name: string; readonly limit: number; readonly windowMs: number };
  /** Whether this request was counted. For `peek`: whether the next one would be. */
  readonly accepted: boolean;
  readonly remaining: number;
  readonly resetAt: number;
}

/** An authentication failure. It may count against the source address. */
export abstract class AuthenticationError extends TranslatableError {
  rateLimit?: RateLimitState;
}

/** An error for an OAuth client. Its response always has the shape of RFC 6749 section 5.2 and is never a form. */
export abstract class OAuthError extends TranslatableError {}
