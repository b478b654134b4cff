import type { RateLimitsService } from '../../limits/rate-limits.service.js';
import type { AuthenticationError } from '../../errors/translatable.error.js';
import { sourceKey } from '../rate-limits/rate-limit-keys.js';

/**
 * Counts a failed authentication for its source address, and adds the state of that limit to the error. Counts only
 * requests with a token, because a request without one guesses nothing.
 *
 * @throws RateLimitedError for a guess from an address that has used up its limit
 */
export async function countFailedAuthentication(
  limits: RateLimitsService,
  error: AuthenticationError,
  address: string,
  guessed: boolean,
): Promise<void> {
  const source = sourceKey(address);
  error.rateLimit = guessed
    ? await limits.consume('auth.failed', source)
    : await limits.peek('auth.failed', source);
}
