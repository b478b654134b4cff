import { rememberPrincipal, type Principal } from '../access/principal.js';
import { MemoryCounterStorage } from '../limits/memory-counter.storage.js';
import type { RateLimitPolicyName } from '../limits/rate-limit.policies.js';
import { callerOf, countedBy, ThrottlerCounters } from './rate-limit.throttler.js';

const principal = { account: { id: 'account' }, tokenId: 'token' } as Principal;

describe('a caller', () => {
  it('is counted by their token', () => {
    const request = { ip: '192.0.2.1' };
    rememberPrincipal(request, principal);
    expect(callerOf(request, 'accounts.read')).toBe('token');
    expect(countedBy(principal, 'accounts.update')).toBe('token');
  });

  it.each<RateLimitPolicyName>([
    'accounts.create',
    'applications.create',
    'applications.update',
    'applications.delete',
  ])('is counted by their account for %s, which more tokens must not buy more of', (policy) => {
    const request = {};
    rememberPrincipal(request, principal);
    expect(callerOf(request, policy)).toBe('account');
    expect(countedBy(principal, policy)).toBe('account');
  });

  it('without a token is counted by their address, or the network of it', () => {
    expect(callerOf({ ip: '192.0.2.1' }, 'accounts.read')).toBe('192.0.2.1');
    expect(callerOf({ ip: '2001:db8::1' }, 'accounts.create')).toBe('2001:db8:0:0::/64');
    expect(callerOf({}, 'accounts.read')).toBe('undefined');
  });
});

describe('the counters of the throttler', () => {
  it('count until the limit, and then refuse until the window ends', async () => {
    const begin = Date.now();
    const clock = { now: () => begin, elapsed: () => 0 };
    const counters = new ThrottlerCounters(new MemoryCounterStorage(clock));
    const first = await counters.increment('key', 60_000, 2);
    expect(first).toMatchObject({ totalHits: 1, isBlocked: false });
    expect(first.resetAt).toBe(begin + 60_000);
    expect([first.timeToExpire, first.timeToBlockExpire]).toEqual([60, 60]);
    const { resetAt } = first;
    expect(await counters.increment('key', 60_000, 2)).toMatchObject({ totalHits: 2, resetAt });
    expect(await counters.increment('key', 60_000, 2)).toMatchObject({
      totalHits: 2,
      isBlocked: true,
      resetAt,
    });
    expect(await counters.increment('other', 60_000, 2)).toMatchObject({ totalHits: 1 });
  });

  it('say a window that has ended in the meantime ends now, not in the past', async () => {
    const counters = new ThrottlerCounters(new MemoryCounterStorage({ now: () => 0 }));
    expect(await counters.increment('key', 1_000, 1)).toMatchObject({
      resetAt: 1_000,
      timeToExpire: 0,
      timeToBlockExpire: 0,
    });
  });
});
