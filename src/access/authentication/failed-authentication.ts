import type { RateLimitsService } from '../../limits/rate-limits.service.js';
import type { AuthenticationError } from '../../errors/translatable.error.js';
import { sourceKey } from '../rate-limits/rate-limit-keys.js';

/**
 * Counts an authentication that failed against the address it came from, and says there where that
 * address stands. Only who presented a token has guessed one; who presented none is not counted.
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
