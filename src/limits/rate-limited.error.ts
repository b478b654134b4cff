import { TranslatableError } from '../language/translatable.error.js';
import type { RateLimitState } from './rate-limits.service.js';

/** A limit is used up until `rateLimit.resetAt`. */
export class RateLimitedError extends TranslatableError {
  constructor(readonly rateLimit: RateLimitState) {
    super('rate_limited', {
      seconds: Math.max(1, Math.ceil((rateLimit.resetAt - Date.now()) / 1_000)),
    });
  }
}
