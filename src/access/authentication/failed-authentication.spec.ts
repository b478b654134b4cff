import { MemoryCounterStorage } from '../../limits/storage/memory-counter.storage.js';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import type { RateLimitState } from '../../errors/translatable.error.js';
import { InvalidTokenError, RateLimitedError } from '../../errors/error-registry.js';
import { countFailedAuthentication } from './failed-authentication.js';

describe('a failed authentication', () => {
  let limits: RateLimitsService;
  beforeEach(() => {
    limits = new RateLimitsService(new MemoryCounterStorage(), {
      'auth.failed': { limit: 2, windowMs: 60_000 },
    });
  });

  /** Fails from an address and returns its rate limit. */
  async function fail(address: string, guessed: boolean): Promise<RateLimitState | undefined> {
    const error = new InvalidTokenError();
    await countFailedAuthentication(limits, error, address, guessed);
    return error.rateLimit;
  }

  it('with a guessed token counts against its source, until the source is rate-limited', async () => {
    expect(await fail('192.0.2.1', true)).toMatchObject({ accepted: true, remaining: 1 });
    expect(await fail('192.0.2.1', true)).toMatchObject({ accepted: true, remaining: 0 });
    const refusal: unknown = await fail('192.0.2.1', true).catch((error) => error);
    expect(refusal).toBeInstanceOf(RateLimitedError);
    expect(refusal).toMatchObject({
      rateLimit: { accepted: false, policy: { name: 'auth.failed' } },
    });
    expect(await fail('192.0.2.2', true)).toMatchObject({ remaining: 1 });
  });

  it('without a token does not count, but reports the rate limit of its source', async () => {
    for (let i = 0; i < 5; i++) {
      expect(await fail('192.0.2.1', false)).toMatchObject({ accepted: true, remaining: 2 });
    }
    await fail('192.0.2.1', true);
    await fail('192.0.2.1', true);
    expect(await fail('192.0.2.1', false)).toMatchObject({ accepted: false, remaining: 0 });
  });

  it('counts against the IPv6 network of its source', async () => {
    await fail('2001:db8::1', true);
    expect(await fail('2001:db8::2', true)).toMatchObject({ remaining: 0 });
    expect(await fail('2001:db8::3', false)).toMatchObject({ remaining: 0 });
  });

  it('does not count if rate limits are off', async () => {
    limits = new RateLimitsService(new MemoryCounterStorage(), 'off');
    for (let i = 0; i < 5; i++) expect(await fail('192.0.2.1', true)).toBeUndefined();
  });
});
