import { MemoryCounterStorage } from './memory-counter.storage.js';
import { RateLimitsService } from './rate-limits.service.js';

describe('rate limits service', () => {
  const storage = new MemoryCounterStorage();
  const limits = new RateLimitsService(storage, { 'sign-in': { limit: 2, windowMs: 60_000 } });

  it('counts down what remains', async () => {
    const states = [];
    for (let i = 0; i < 3; i++) states.push(await limits.hit('sign-in', 'counting'));
    expect(states.map((state) => state?.remaining)).toEqual([1, 0, 0]);
    expect(states.map((state) => state?.accepted)).toEqual([true, true, false]);
    expect(states[0]?.policy).toBe(limits.policy('sign-in'));
    expect(states[2]?.resetAt).toBeGreaterThan(Date.now());
  });

  it('counts each policy and each key apart', async () => {
    for (let i = 0; i < 3; i++) await limits.hit('sign-in', 'apart');
    expect(await limits.hit('accounts.create', 'apart')).toMatchObject({ remaining: 119 });
    expect(await limits.hit('sign-in', 'apart too')).toMatchObject({ remaining: 1 });
  });

  it('tells by peeking whether the next hit would pass', async () => {
    expect(await limits.peek('sign-in', 'peeking')).toMatchObject({ accepted: true, remaining: 2 });
    await limits.hit('sign-in', 'peeking');
    expect(await limits.peek('sign-in', 'peeking')).toMatchObject({ accepted: true, remaining: 1 });
    await limits.hit('sign-in', 'peeking');
    expect(await limits.peek('sign-in', 'peeking')).toMatchObject({
      accepted: false,
      remaining: 0,
    });
  });

  it('starts anew after a reset', async () => {
    for (let i = 0; i < 3; i++) await limits.hit('sign-in', 'reset');
    await limits.reset('sign-in', 'reset');
    expect(await limits.hit('sign-in', 'reset')).toMatchObject({ accepted: true, remaining: 1 });
  });

  it('counts long keys apart and keeps none of their length', async () => {
    const keys: string[] = [];
    const recording = new RateLimitsService({
      hit: (key) => {
        keys.push(key);
        return storage.hit(key, 1, 1000);
      },
      peek: (key) => storage.peek(key),
      reset: (key) => storage.reset(key),
    });
    await recording.hit('oauth.token', `${'x'.repeat(10_000)}1`);
    await recording.hit('oauth.token', `${'x'.repeat(10_000)}2`);
    await recording.hit('oauth.token', 'short');
    expect(new Set(keys).size).toBe(3);
    expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(100);
  });

  it('counts nothing when the limits are off', async () => {
    const off = new RateLimitsService(storage, 'off');
    expect(off.policy('sign-in')).toBeUndefined();
    expect(await off.hit('sign-in', 'off')).toBeUndefined();
    expect(await off.peek('sign-in', 'off')).toBeUndefined();
    await off.reset('sign-in', 'off');
    expect(await storage.peek('sign-in:off')).toBeUndefined();
  });
});
