import { RateLimitedError } from '../errors/error-registry.js';
import type { RateLimitState } from '../errors/translatable.error.js';

describe('an exceeded rate limit', () => {
  const until = (wait: number): RateLimitState => ({
    policy: { name: 'sign-in', limit: 1, windowMs: 60_000 },
    accepted: false,
    remaining: 0,
    resetAt: Date.now() + wait,
  });

  it.each([
    [41_500, 42],
    [500, 1],
    [0, 1],
    [-5_000, 1],
  ])('%d milliseconds before its reset asks to wait %d seconds', (wait, seconds) => {
    const state = until(wait);
    const error = new RateLimitedError(state);
    expect(error).toMatchObject({ code: 'rate_limited', params: { seconds } });
    expect(error.rateLimit).toBe(state);
  });
});
