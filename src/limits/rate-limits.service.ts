import { createHash } from 'node:crypto';
import type { CounterState, CounterStorage } from './counter.storage.js';
import {
  resolvePolicies,
  type RateLimitPolicy,
  type RateLimitPolicyName,
  type RateLimits,
} from './rate-limit.policies.js';

const MAX_KEY_LENGTH = 64;

export interface RateLimitState {
  readonly policy: RateLimitPolicy;
  /** Whether this hit was counted; after `peek`, whether the next one would be. */
  readonly accepted: boolean;
  readonly remaining: number;
  /** Unix milliseconds. */
  readonly resetAt: number;
}

/** Counts under named policies. A policy that is off counts nothing and answers undefined. */
export class RateLimitsService {
  private readonly policies: ReadonlyMap<RateLimitPolicyName, RateLimitPolicy>;

  constructor(
    private readonly storage: CounterStorage,
    limits: RateLimits = {},
  ) {
    this.policies = resolvePolicies(limits);
  }

  policy(name: RateLimitPolicyName): RateLimitPolicy | undefined {
    return this.policies.get(name);
  }

  async hit(name: RateLimitPolicyName, key: string): Promise<RateLimitState | undefined> {
    const policy = this.policies.get(name);
    if (!policy) return undefined;
    const counted = await this.storage.hit(counterKey(name, key), policy.limit, policy.windowMs);
    return stateOf(policy, counted, counted.accepted);
  }

  async peek(name: RateLimitPolicyName, key: string): Promise<RateLimitState | undefined> {
    const policy = this.policies.get(name);
    if (!policy) return undefined;
    const counted = (await this.storage.peek(counterKey(name, key))) ?? {
      hits: 0,
      resetAt: Date.now() + policy.windowMs,
    };
    return stateOf(policy, counted, counted.hits < policy.limit);
  }

  async reset(name: RateLimitPolicyName, key: string): Promise<void> {
    if (this.policies.has(name)) await this.storage.reset(counterKey(name, key));
  }
}

function stateOf(
  policy: RateLimitPolicy,
  { hits, resetAt }: CounterState,
  accepted: boolean,
): RateLimitState {
  return { policy, accepted, remaining: Math.max(0, policy.limit - hits), resetAt };
}

/**
 * A key may be a stranger's choice, such as a client id: whatever its length, it takes no more
 * memory than a digest.
 */
function counterKey(name: RateLimitPolicyName, key: string): string {
  if (key.length <= MAX_KEY_LENGTH) return `${name}:${key}`;
  return `${name}:sha256:${createHash('sha256').update(key).digest('base64url')}`;
}
