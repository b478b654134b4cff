import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import {
  ThrottlerGuard,
  type ThrottlerLimitDetail,
  type ThrottlerRequest,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import { getRequestKey } from '../access/rate-limits/rate-limit-keys.js';
import { wrapUnexpected } from '../errors/host-error.js';
import type { RateLimitState } from '../errors/translatable.error.js';
import { counterKey, RateLimitsService, type RateLimitKey } from '../limits/rate-limits.service.js';
import type { RateLimitPolicy } from '../limits/rate-limit.policies.js';
import { CounterStorage } from '../limits/storage/counter.storage.js';
import { rateLimitHeaders } from './headers/rate-limit.headers.js';
import { getHttpRequest, getHttpResponse } from '../request/request.js';
import { routeMetadata } from '../request/route-metadata.js';
import { ResponseHeaders } from './headers/response-headers.js';
import { readOperation } from './operation.decorator.js';

class ThrottlerCounters implements ThrottlerStorage {
  constructor(private readonly counters: CounterStorage) {}

  async increment(key: string, ttl: number, limit: number, blockMs: number) {
    // A refusal blocks until the window ends, unless the host sets a block duration.
    const { hits, accepted, resetAt } = await (blockMs === ttl
      ? this.counters.hit(key, limit, ttl)
      : this.hitOrBlock(key, ttl, limit, blockMs));
    const timeToExpire = Math.max(0, Math.ceil((resetAt - Date.now()) / 1000));
    const block = { isBlocked: !accepted, timeToBlockExpire: accepted ? 0 : timeToExpire };
    return { hits, accepted, resetAt, totalHits: hits, timeToExpire, ...block };
  }

  private async hitOrBlock(key: string, ttl: number, limit: number, blockMs: number) {
    const blockKey = `${key} block`;
    const block = await this.counters.peek(blockKey);
    if (block) return { ...block, accepted: false };
    const hit = await this.counters.hit(key, limit, ttl);
    if (hit.accepted) return hit;
    const { resetAt } = await this.counters.hit(blockKey, 1, blockMs);
    return { ...hit, resetAt };
  }
}

/**
 * Counts a request under its operation's limit (SPEC 8), unless a host's `@SkipThrottle()` or `@Throttle()` overrides
 * it. Every response reports the state of the limit in `RateLimit` and `RateLimit-Policy`. A refusal also says when to
 * retry, in `X-Rate-Limit-Reset` (Unix time) and `Retry-After`.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  declare protected readonly storageService: ThrottlerCounters;
  private readonly getPolicy: (context: ExecutionContext) => RateLimitPolicy | undefined;

  constructor(
    // Without `@Inject()`, Nest would inject the parent's parameters at these positions.
    @Inject(CounterStorage) counters: CounterStorage,
    @Inject(RateLimitsService) private readonly limits: RateLimitsService,
    @Inject(ResponseHeaders) private readonly headers: ResponseHeaders,
  ) {
    const getPolicy = (context: ExecutionContext) => limits.policy(readOperation(context));
    super(
      {
        throttlers: [
          {
            skipIf: (context) => getPolicy(context) === undefined,
            limit: (context) => getPolicy(context)!.limit,
            ttl: (context) => getPolicy(context)!.windowMs,
          },
        ],
        getTracker: (request, context) => getRequestKey(request, readOperation(context)),
        generateKey: (context, tracker) =>
          counterKey(readOperation(context), tracker as RateLimitKey),
      },
      new ThrottlerCounters(counters),
      routeMetadata,
    );
    this.getPolicy = getPolicy;
  }

  /** Replaces the parent's method, which would send the remaining seconds instead of a Unix time. */
  protected override async handleRequest(asked: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, blockDuration, getTracker, generateKey } = asked;
    const { name = 'default' } = asked.throttler;
    const tracker = await getTracker(getHttpRequest(context), context);
    const key = generateKey(context, tracker, name);
    const counted = await this.storageService.increment(key, ttl, limit, blockDuration);
    const known = this.getPolicy(context)!;
    const isKnown = known.limit === limit && known.windowMs === ttl;
    const state: RateLimitState = {
      policy: isKnown ? known : { ...known, limit, windowMs: ttl },
      accepted: !counted.isBlocked,
      remaining: Math.max(0, limit - counted.totalHits),
      resetAt: counted.resetAt,
    };
    this.headers.set(getHttpResponse(context), rateLimitHeaders(state));
    if (!state.accepted) {
      await this.throwThrottlingException(context, { limit, ttl, key, tracker, ...counted, state });
    }
    return true;
  }

  protected override throwThrottlingException(
    _: ExecutionContext,
    { state }: ThrottlerLimitDetail & { readonly state: RateLimitState },
  ): Promise<never> {
    return Promise.reject(this.limits.refusal(state)).catch(wrapUnexpected);
  }
}
