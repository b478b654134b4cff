import { createHash } from 'node:crypto';
import type { RateLimitState } from '../errors/translatable.error.js';
import type { CounterState, CounterStorage } from './storage/counter.storage.js';
import {
  resolvePolicies,
  type RateLimitPolicy,
  type RateLimitPolicyName,
  type RateLimits,
} from './rate-limit.policies.js';
import { RateLimitedError } from '../errors/error-registry.js';

declare const brand: unique symbol;

/** Only `access/rate-limits/rate-limit-keys.ts` creates keys, so that a caller has the same key everywhere. */
export type RateLimitKey = string & { readonly [brand]: true };

const MAX_KEY_LENGTH = 64;
const FIRST_DELAY_MS = 1000;

export class RateLimitsService {
  private readonly policies: ReadonlyMap<RateLimitPolicyName, RateLimitPolicy>;
  private readonly refused = new Map<string, number>();

  constructor(
    private readonly storage: CounterStorage,
    limits: RateLimits = {},
  ) {
    this.policies = resolvePolicies(limits);
    for (const name of this.policies.keys()) this.refused.set(name, 0);
  }

  get refusals(): ReadonlyMap<string, number> {
    return this.refused;
  }

  /** Returns a policy, or undefined if the limits are off. @throws Error if there is no policy of this name */
  policy(name: RateLimitPolicyName): RateLimitPolicy | undefined {
    if (this.policies.size === 0) return undefined;
    const policy = this.policies.get(name);
    if (!policy) throw new Error(`There is no rate limit policy ${name}.`);
    return policy;
  }

  /** Counts one hit. Returns undefined if the limits are off. @throws RateLimitedError if the limit is used up */
  async consume(name: RateLimitPolicyName, key: RateLimitKey): Promise<RateLimitState | undefined> {
    const policy = this.policy(name);
    if (!policy) return undefined;
    return this.accepted(await this.count(policy, counterKey(name, key)));
  }

  async assertAvailable(name: RateLimitPolicyName, key: RateLimitKey): Promise<void> {
    const state = await this.peek(name, key);
    if (state) this.accepted(state);
  }

  async peek(name: RateLimitPolicyName, key: RateLimitKey): Promise<RateLimitState | undefined> {
    const policy = this.policy(name);
    if (!policy) return undefined;
    const counter = counterKey(name, key);
    const hasDelays = policy.longestDelayMs !== undefined;
    const delay = hasDelays ? await this.storage.peek(delayKey(counter)) : undefined;
    if (delay) return refusedState(policy, delay);
    const counted = (await this.storage.peek(counter)) ?? {
      hits: 0,
      resetAt: Date.now() + policy.windowMs,
    };
    return getState(policy, counted, hasDelays || counted.hits < policy.limit);
  }

  async reset(name: RateLimitPolicyName, key: RateLimitKey): Promise<void> {
    if (!this.policy(name)) return;
    const counter = counterKey(name, key);
    await Promise.all([counter, delayKey(counter)].map((each) => this.storage.reset(each)));
  }

  /** Counts a refusal and returns the error for the caller. */
  refusal(state: RateLimitState): RateLimitedError {
    const { name } = state.policy;
    this.refused.set(name, (this.refused.get(name) ?? 0) + 1);
    return new RateLimitedError(state);
  }

  private accepted(state: RateLimitState): RateLimitState {
    if (!state.accepted) throw this.refusal(state);
    return state;
  }

  private async count(policy: RateLimitPolicy, counter: string): Promise<RateLimitState> {
    if (policy.longestDelayMs !== undefined) {
      return this.countWithDelays(policy, policy.longestDelayMs, counter);
    }
    const counted = await this.storage.hit(counter, policy.limit, policy.windowMs);
    return getState(policy, counted, counted.accepted);
  }

  /** Above the limit, each accepted hit starts a delay twice as long as the previous one, up to `longestDelayMs`. */
  private async countWithDelays(policy: RateLimitPolicy, longestDelayMs: number, counter: string) {
    const { limit, windowMs } = policy;
    // The last hit within the limit already starts a delay; otherwise concurrent hits would pass with it.
    const free = await this.storage.hit(counter, limit - 1, windowMs);
    if (free.accepted) return getState(policy, free, true);
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (free.hits - (limit - 1)), longestDelayMs);
    const delay = await this.storage.hit(delayKey(counter), 1, delayMs);
    if (!delay.accepted) return refusedState(policy, delay);
    const counted = await this.storage.hit(counter, Number.MAX_SAFE_INTEGER, windowMs);
    return getState(policy, counted, true);
  }
}

function getState(policy: RateLimitPolicy, { hits, resetAt }: CounterState, accepted: boolean) {
  return { policy, accepted, remaining: Math.max(0, policy.limit - hits), resetAt };
}

function refusedState(policy: RateLimitPolicy, { resetAt }: CounterState): RateLimitState {
  return { policy, accepted: false, remaining: 0, resetAt };
}

/** The key of a counter's delay: it accepts one hit, and the others wait until it ends. */
function delayKey(counter: string): string {
  return `${counter} delay`;
}

/** Hashes long keys, so that a client cannot fill the memory with them. */
export function counterKey(name: RateLimitPolicyName, key: RateLimitKey): string {
  if (key.length <= MAX_KEY_LENGTH) return `${name}:${key}`;
  return `${name}:sha256:${createHash('sha256').update(key).digest('base64url')}`;
}
