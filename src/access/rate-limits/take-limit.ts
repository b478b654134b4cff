import type { RateLimitKey } from '../../limits/rate-limit.key.js';
import type { RateLimitPolicyName } from '../../limits/rate-limit.policies.js';
import type { RateLimitsService, RateLimitState } from '../../limits/rate-limits.service.js';
import { RateLimitedError } from '../access.errors.js';

/**
 * Counts one under a limit: the one way to do so for requests, messages, pages and services. Returns where the caller then stands, undefined where the limit is off.
 *
 * @throws RateLimitedError when the limit is used up
 */
export async function takeLimit(
  limits: RateLimitsService,
  policy: RateLimitPolicyName,
  key: RateLimitKey,
): Promise<RateLimitState | undefined> {
  const state = await limits.hit(policy, key);
  if (state && !state.accepted) throw new RateLimitedError(state);
  return state;
}
