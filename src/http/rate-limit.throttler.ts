import type { ThrottlerStorage } from '@nestjs/throttler';
import { principalOf, type Principal } from '../access/principal.js';
import { sourceAddress } from '../access/source-address.js';
import type { CounterStorage } from '../limits/counter.storage.js';
import type { RateLimitPolicyName } from '../limits/rate-limit.policies.js';

/** By what a caller is counted: its address where there is no token. */
export function callerOf(request: Record<string, unknown>, policy: RateLimitPolicyName): string {
  const principal = principalOf(request);
  return principal ? countedBy(principal, policy) : sourceAddress(String(request.ip));
}

/** By what a token counts: itself, or the owning account where more tokens must not buy more tries. */
export function countedBy({ account, tokenId }: Principal, policy: RateLimitPolicyName): string {
  return countedByAccount.has(policy) ? account.id : tokenId;
}

const countedByAccount: ReadonlySet<RateLimitPolicyName> = new Set([
  'accounts.create',
  'applications.create',
  'applications.update',
  'applications.delete',
]);

/** Our counters as a storage of @nestjs/throttler, whose own starts a timer for every hit. */
export class ThrottlerCounters implements ThrottlerStorage {
  constructor(private readonly counters: CounterStorage) {}

  /** What the throttler knows in seconds, and beside it `resetAt` in Unix milliseconds. */
  async increment(key: string, ttl: number, limit: number) {
    const { hits: totalHits, accepted, resetAt } = await this.counters.hit(key, limit, ttl);
    const timeToExpire = Math.max(0, Math.ceil((resetAt - Date.now()) / 1_000));
    return {
      totalHits,
      timeToExpire,
      isBlocked: !accepted,
      timeToBlockExpire: timeToExpire,
      resetAt,
    };
  }
}
