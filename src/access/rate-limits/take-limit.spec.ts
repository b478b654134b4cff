import { MemoryCounterStorage } from '../../limits/memory-counter.storage.js';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import { RateLimitedError } from '../access.errors.js';
import { accountKey } from './rate-limit-keys.js';
import { takeLimit } from './take-limit.js';

describe('a limit', () => {
  it('counts until it is used up, for each key by itself, and then refuses', async () => {
    const limits = new RateLimitsService(new MemoryCounterStorage(), {
      'sign-in': { limit: 2, windowMs: 60_000 },
    });
    expect(await takeLimit(limits, 'sign-in', accountKey('a'))).toMatchObject({
      accepted: true,
      remaining: 1,
    });
    expect(await takeLimit(limits, 'sign-in', accountKey('a'))).toMatchObject({
      accepted: true,
      remaining: 0,
    });
    const refusal: unknown = await takeLimit(limits, 'sign-in', accountKey('a')).catch(
      (error) => error,
    );
    expect(refusal).toBeInstanceOf(RateLimitedError);
    expect(refusal).toMatchObject({
      rateLimit: { accepted: false, policy: { name: 'sign-in', limit: 2 } },
    });
    expect(await takeLimit(limits, 'sign-in', accountKey('b'))).toMatchObject({ remaining: 1 });
  });

  it('that is off refuses nobody, and has nothing to say', async () => {
    const limits = new RateLimitsService(new MemoryCounterStorage(), 'off');
    expect(await takeLimit(limits, 'sign-in', accountKey('a'))).toBeUndefined();
  });
});
