import type { RateLimitsService } from '../../limits/rate-limits.service.js';
import type { AuthenticationError } from '../../errors/translatable.error.js';
import { sourceKey } from '../rate-limits/rate-limit-keys.js';

/**
 * Counts a failed authentication for its source address, and adds the state of that limit to the error. A request
 * without a token guesses nothing and is not counted.
 *
 * @throws RateLimitedError
 */
export async function countFailedAuthentication(
  limits: RateLimitsService,
  error: AuthenticationError,
  address: string,
  guessed: boolean,
): Promise<void> {
  const source = sourceKey(address);
  error.rateLimit = await limits[guessed ? 'consume' : 'peek']('auth.failed', source);
}
