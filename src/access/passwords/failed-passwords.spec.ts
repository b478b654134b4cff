import { MemoryCounterStorage } from '../../limits/storage/memory-counter.storage.js';
import type { RateLimits } from '../../limits/rate-limit.policies.js';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import type { RateLimitedError } from '../../errors/error-registry.js';
import { FailedPasswords, type PasswordAttempt } from './failed-passwords.js';

const minute = 60_000;

describe('failed passwords', () => {
  let now: number;
  let checked: number;
  let passwords: FailedPasswords;
  let storage: MemoryCounterStorage;
  const begin = (limits?: RateLimits) => {
    storage = new MemoryCounterStorage({ now: () => now, elapsed: () => now });
    passwords = new FailedPasswords(new RateLimitsService(storage, limits));
  };
  beforeEach(() => {
    now = Date.UTC(2026, 0, 1, 12);
    checked = 0;
    begin();
  });

  const mine: PasswordAttempt = { subject: 'mine', source: '192.0.2.1' };
  const elsewhere: PasswordAttempt = { ...mine, source: '192.0.2.2' };
  const attempt = (each: PasswordAttempt, isRight: boolean) =>
    passwords.isRight(each, async () => {
      checked++;
      return isRight;
    });
  const refusal = (promise: Promise<unknown>): Promise<RateLimitedError> =>
    promise.then(
      () => Promise.reject(new Error('It is not refused.')),
      (error) => error,
    );
  async function fail(times: number, each = mine): Promise<void> {
    for (let i = 0; i < times; i++) expect(await attempt(each, false)).toBe(false);
  }
  /** Fails for another account each time. */
  async function spray(times: number): Promise<void> {
    for (let i = 0; i < times; i++) await fail(1, { ...mine, subject: `person ${i} ${now}` });
  }

  it('delay later checks, even of the correct password', async () => {
    await fail(5);
    const { code, rateLimit } = await refusal(attempt(mine, true));
    expect([code, rateLimit.policy.name]).toEqual(['rate_limited', 'passwords.failed']);
    expect(checked).toBe(5);
    now = rateLimit.resetAt;
    expect(await attempt(mine, true)).toBe(true);
  });

  it('allow only five checks for fifty concurrent slow attempts', async () => {
    const slowly = () =>
      passwords.isRight(mine, async () => {
        checked++;
        await new Promise((resolve) => setTimeout(resolve, 20));
        return false;
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, slowly));
    expect(checked).toBe(5);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  it('can be queried in advance without counting an attempt', async () => {
    await fail(4);
    for (let i = 0; i < 10; i++) await passwords.assertAllowed(mine);
    await fail(1);
    const { rateLimit } = await refusal(passwords.assertAllowed(mine));
    expect(rateLimit.policy.name).toBe('passwords.failed');
    await passwords.assertAllowed(elsewhere);
    now = rateLimit.resetAt;
    await passwords.assertAllowed(mine);
  });

  it('report the end of a delay, or nothing without one', async () => {
    expect(await passwords.waitingUntil(mine)).toBeUndefined();
    await fail(4);
    expect(await passwords.waitingUntil(mine)).toBeUndefined();
    await fail(1);
    const { rateLimit } = await refusal(attempt(mine, true));
    expect(await passwords.waitingUntil(mine)).toEqual(new Date(rateLimit.resetAt));
    expect(await passwords.waitingUntil(elsewhere)).toBeUndefined();
    now = rateLimit.resetAt;
    expect(await passwords.waitingUntil(mine)).toBeUndefined();
  });

  it('delay neither another source nor another subject', async () => {
    await fail(5);
    await refusal(attempt(mine, true));
    expect(await attempt(elsewhere, true)).toBe(true);
    expect(await attempt({ ...mine, subject: 'another' }, true)).toBe(true);
    await refusal(attempt(mine, true));
  });

  it('are forgotten after a success from the same source', async () => {
    await fail(4);
    await attempt(mine, true);
    await fail(5);
    await refusal(attempt(mine, false));
  });

  it('count an IPv6 network as one source', async () => {
    await fail(3, { ...mine, source: '2001:db8::1' });
    await fail(2, { ...mine, source: '2001:db8::2' });
    await refusal(attempt({ ...mine, source: '2001:db8::3' }, true));
  });

  describe('for many accounts from one source', () => {
    it('delay everyone at that source, for a minute at most', async () => {
      await spray(20);
      const delays = [];
      for (let i = 0; i < 9; i++) {
        const { rateLimit } = await refusal(attempt({ ...mine, subject: 'bystander' }, true));
        expect(rateLimit.policy.name).toBe('sources.failed');
        delays.push(rateLimit.resetAt - now);
        now = rateLimit.resetAt;
        await spray(1);
      }
      expect(delays.slice(0, 3)).toEqual([1_000, 2_000, 4_000]);
      expect(Math.max(...delays)).toBe(minute);
      expect(delays).toEqual(delays.toSorted((a, b) => a - b));
      expect(await attempt(elsewhere, true)).toBe(true);
    });

    it('are not offset by correct passwords', async () => {
      await spray(19);
      expect(await attempt(mine, true)).toBe(true);
      await spray(1);
      await refusal(attempt(mine, true));
    });

    it('expire after an hour, and successes never count', async () => {
      await spray(20);
      now += 60 * minute;
      for (let i = 0; i < 40; i++) expect(await attempt(mine, true)).toBe(true);
      await spray(19);
      expect(await attempt(mine, true)).toBe(true);
    });

    it('do not include refused attempts', async () => {
      await spray(20);
      for (let i = 0; i < 10; i++) await refusal(attempt(mine, false));
      now += 1_000;
      for (let i = 0; i < 4; i++) {
        await fail(1);
        now += minute;
      }
      expect(await attempt(mine, true)).toBe(true);
    });

    it.each(['', 'messages'])('are not counted by source if the address is %j', async (source) => {
      for (let i = 0; i < 30; i++) await fail(1, { subject: `person ${i}`, source });
      await fail(5, { ...mine, source });
      await refusal(attempt({ ...mine, source }, true));
    });
  });

  describe('for client secrets, which are compared first', () => {
    it('refuse even the correct secret during a delay', async () => {
      for (let i = 0; i < 5; i++) expect(await passwords.countSecretCheck(mine, false)).toBe(false);
      const wrong = await refusal(passwords.countSecretCheck(mine, false));
      const right = await refusal(passwords.countSecretCheck(mine, true));
      expect(right.rateLimit).toEqual(wrong.rateLimit);
      expect(await passwords.countSecretCheck(elsewhere, true)).toBe(true);
      now = right.rateLimit.resetAt;
      expect(await passwords.countSecretCheck(mine, true)).toBe(true);
      expect(await passwords.countSecretCheck(mine, false)).toBe(false);
      expect(await passwords.countSecretCheck(mine, true)).toBe(true);
    });

    it('accept 50 concurrent requests with the correct secret', async () => {
      const right = Array.from({ length: 50 }, () => passwords.countSecretCheck(mine, true));
      expect(new Set(await Promise.all(right))).toEqual(new Set([true]));
    });

    it('count against their source, but never block a correct secret from there', async () => {
      for (let i = 0; i < 20; i++)
        await passwords.countSecretCheck({ ...mine, subject: `${i}` }, false);
      await refusal(passwords.countSecretCheck({ ...mine, subject: 'guessed' }, false));
      await refusal(attempt(mine, true));
      expect(await passwords.countSecretCheck(mine, true)).toBe(true);
    });
  });

  it('store nothing for made-up subjects once their source is refused', async () => {
    await spray(20);
    const before = storage.size;
    for (let i = 0; i < 100; i++) {
      const madeUp = { ...mine, subject: `made up ${i}` };
      await refusal(passwords.countSecretCheck(madeUp, false));
      await refusal(attempt(madeUp, false));
    }
    expect(storage.size).toBe(before);
  });

  it('are not delayed if rate limits are off', async () => {
    begin('off');
    await fail(100);
    for (let i = 0; i < 100; i++) expect(await passwords.countSecretCheck(mine, false)).toBe(false);
    expect(await attempt(mine, true)).toBe(true);
    expect(await passwords.waitingUntil(mine)).toBeUndefined();
  });
});
