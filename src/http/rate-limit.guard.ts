import { Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
} from '@nestjs/throttler';
import { RateLimitedError } from '../access/access.errors.js';
import { rateLimitHeaders } from '../limits/rate-limit.headers.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import { AnswerHeaders } from './answer-headers.js';
import { policyOf, ThrottlerCounters } from './rate-limit.throttler.js';

/**
 * Counts a request under its operation's limit (SPEC 8) and says where the caller stands: `RateLimit`
 * and `RateLimit-Policy` on every answer; the error filter adds `X-Rate-Limit-Reset` to a refusal.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() private readonly counters: ThrottlerCounters,
    reflector: Reflector,
    @Inject(RateLimitsService) private readonly limits: RateLimitsService,
    @Inject(AnswerHeaders) private readonly headers: AnswerHeaders,
  ) {
    super(options, counters, reflector);
  }

  /** The parent's own writes seconds where this interface has Unix time, and nothing on a refusal. */
  protected override async handleRequest(call: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl } = call;
    const { req, res } = this.getRequestResponse(context);
    const tracker = await call.getTracker(req, context);
    const key = call.generateKey(context, tracker, call.throttler.name!);
    const { totalHits, isBlocked, resetAt } = await this.counters.increment(key, ttl, limit);
    const state = {
      policy: policyOf(context, this.reflector, this.limits)!,
      accepted: !isBlocked,
      remaining: limit - totalHits,
      resetAt,
    };
    if (!state.accepted) throw new RateLimitedError(state);
    this.headers.set(res, rateLimitHeaders(state));
    return true;
  }
}
