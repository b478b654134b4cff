import { MemoryCounterStorage } from './storage/memory-counter.storage.js';
import { type RateLimitKey, RateLimitsService } from './rate-limits.service.js';
import type { RateLimitPolicyName } from './rate-limit.policies.js';
import { RateLimitedError } from '../errors/error-registry.js';

const toKey = (text: string) => text as RateLimitKey;

/** The state of the limit after a hit, whether accepted or refused. */
const hit = (limits: RateLimitsService, policy: RateLimitPolicyName, key: RateLimitKey) =>
  limits.consume(policy, key).catch((error: unknown) => {
    if (error instanceof RateLimitedError) return error.rateLimit;
    throw error;
  });

describe('rate limits service', () => {
  const storage = new MemoryCounterStorage();
  const limits = new RateLimitsService(storage, { 'sign-in': { limit: 2, windowMs: 60_000 } });

  it('counts down the remaining hits', async () => {
    const states = [];
    for (let i = 0; i < 3; i++) states.push(await hit(limits, 'sign-in', toKey('counting')));
    expect(states.map((state) => state?.remaining)).toEqual([1, 0, 0]);
    expect(states.map((state) => state?.accepted)).toEqual([true, true, false]);
    expect(states[0]?.policy).toBe(limits.policy('sign-in'));
    expect(states[2]?.resetAt).toBeGreaterThan(Date.now());
  });

  it('throws an error with the state of the limit once it is used up', async () => {
    for (let i = 0; i < 2; i++) await limits.consume('sign-in', toKey('refused'));
    const refusal: unknown = await limits
      .consume('sign-in', toKey('refused'))
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RateLimitedError);
    expect(refusal).toMatchObject({
      rateLimit: { accepted: false, policy: { name: 'sign-in', limit: 2 } },
    });
    await expect(limits.assertAvailable('sign-in', toKey('refused'))).rejects.toBeInstanceOf(
      RateLimitedError,
    );
  });

  it('counts each policy and each key separately', async () => {
    for (let i = 0; i < 3; i++) await hit(limits, 'sign-in', toKey('apart'));
    expect(await hit(limits, 'accounts.create', toKey('apart'))).toMatchObject({ remaining: 119 });
    expect(await hit(limits, 'sign-in', toKey('apart too'))).toMatchObject({ remaining: 1 });
  });

  it('peeks at whether the next hit would pass', async () => {
    expect(await limits.peek('sign-in', toKey('peeking'))).toMatchObject({
      accepted: true,
      remaining: 2,
    });
    await hit(limits, 'sign-in', toKey('peeking'));
    expect(await limits.peek('sign-in', toKey('peeking'))).toMatchObject({
      accepted: true,
      remaining: 1,
    });
    await hit(limits, 'sign-in', toKey('peeking'));
    expect(await limits.peek('sign-in', toKey('peeking'))).toMatchObject({
      accepted: false,
      remaining: 0,
    });
  });

  it('starts over after a reset', async () => {
    for (let i = 0; i < 3; i++) await hit(limits, 'sign-in', toKey('reset'));
    await limits.reset('sign-in', toKey('reset'));
    expect(await hit(limits, 'sign-in', toKey('reset'))).toMatchObject({
      accepted: true,
      remaining: 1,
    });
  });

  it('counts long keys separately, and stores shorter ones', async () => {
    const keys: string[] = [];
    const recording = new RateLimitsService({
      hit: (key) => {
        keys.push(key);
        return storage.hit(key, 1, 1000);
      },
      peek: (key) => storage.peek(key),
      reset: (key) => storage.reset(key),
    });
    await hit(recording, 'oauth.token', toKey(`${'x'.repeat(10_000)}1`));
    await hit(recording, 'oauth.token', toKey(`${'x'.repeat(10_000)}2`));
    await hit(recording, 'oauth.token', toKey('short'));
    expect(new Set(keys).size).toBe(3);
    expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(100);
  });

  it('rejects unknown policies, so that a typo lifts no limit', async () => {
    const misspelt = 'accounts.raed' as 'accounts.read';
    await expect(hit(limits, misspelt, toKey('x'))).rejects.toThrow('no rate limit policy');
    await expect(hit(limits, undefined!, toKey('x'))).rejects.toThrow('no rate limit policy');
  });

  it('counts nothing when the limits are off', async () => {
    const off = new RateLimitsService(storage, 'off');
    expect(off.policy('sign-in')).toBeUndefined();
    expect(await hit(off, 'sign-in', toKey('off'))).toBeUndefined();
    expect(await off.peek('sign-in', toKey('off'))).toBeUndefined();
    await off.reset('sign-in', toKey('off'));
    expect(await storage.peek('sign-in:off')).toBeUndefined();
  });
});

describe('a policy with delays', () => {
  const day = 86_400_000;
  const tenMinutes = 600_000;
  let now: number;
  let limits: RateLimitsService;
  beforeEach(() => {
    now = Date.UTC(2026, 0, 1, 12);
    const storage = new MemoryCounterStorage({ now: () => now, elapsed: () => now });
    limits = new RateLimitsService(storage, { 'sources.failed': { limit: 1, windowMs: day } });
  });
  const attempt = async (key = 'key') => (await hit(limits, 'passwords.failed', toKey(key)))!;
  const accepted = async (count: number) => {
    const states = [];
    for (let i = 0; i < count; i++) states.push(await attempt());
    return states.map((state) => state.accepted);
  };

  it('accepts hits up to its limit, then none for a second', async () => {
    expect(await accepted(6)).toEqual([true, true, true, true, true, false]);
    expect(await attempt()).toMatchObject({ remaining: 0, resetAt: now + 1_000 });
  });

  it('accepts one hit after each delay, which doubles up to 15 minutes', async () => {
    await accepted(5);
    const delays = [];
    for (let i = 0; i < 13; i++) {
      const { accepted, resetAt } = await attempt();
      expect(accepted).toBe(false);
      delays.push((resetAt - now) / 1_000);
      now = resetAt - 1;
      expect((await attempt()).accepted).toBe(false);
      now = resetAt;
      expect((await attempt()).accepted).toBe(true);
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  });

  it('does not extend a delay for refused hits', async () => {
    await accepted(5);
    const { resetAt } = await attempt();
    for (now += 100; now < resetAt; now += 100) {
      expect(await attempt()).toMatchObject({ accepted: false, resetAt });
    }
    expect(await accepted(2)).toEqual([true, false]);
    expect((await attempt()).resetAt).toBe(now + 2_000);
  });

  it('accepts no more concurrent hits than its limit, then one after each delay', async () => {
    for (const expected of [5, 1, 1, 1]) {
      const states = await Promise.all(Array.from({ length: 50 }, () => attempt()));
      expect(states.filter(({ accepted }) => accepted)).toHaveLength(expected);
      now = (await attempt()).resetAt;
    }
  });

  it('starts over when the window of the first hit ends', async () => {
    const start = now;
    while (now < start + day - tenMinutes) now = (await attempt()).resetAt;
    now = start + day;
    expect(await accepted(6)).toEqual([true, true, true, true, true, false]);
    expect((await attempt()).resetAt).toBeLessThanOrEqual(now + 1_000);
  });

  it('peeks at the end of the delay without counting', async () => {
    const peek = () => limits.peek('passwords.failed', toKey('key'));
    expect(await peek()).toMatchObject({ accepted: true, remaining: 5 });
    await accepted(5);
    expect(await peek()).toMatchObject({ accepted: false, remaining: 0, resetAt: now + 1_000 });
    now += 1_000;
    for (let i = 0; i < 3; i++) expect(await peek()).toMatchObject({ accepted: true });
    expect(await accepted(2)).toEqual([true, false]);
  });

  it('starts over after a reset, without a delay', async () => {
    await accepted(5);
    now += 1_000;
    await accepted(1);
    await limits.reset('passwords.failed', toKey('key'));
    expect(await limits.peek('passwords.failed', toKey('key'))).toMatchObject({ remaining: 5 });
    expect(await accepted(6)).toEqual([true, true, true, true, true, false]);
    expect((await attempt()).resetAt).toBe(now + 1_000);
  });

  it('can have a limit of one', async () => {
    const one = () => hit(limits, 'sources.failed', toKey('key'));
    expect([(await one())!.accepted, (await one())!.accepted]).toEqual([true, false]);
    now += 1_000;
    expect([(await one())!.accepted, (await one())!.accepted]).toEqual([true, false]);
  });
});
