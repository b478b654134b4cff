import { Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import { RateLimitedError } from '../access/access.errors.js';
import { rateLimitHeaders } from '../limits/rate-limit.headers.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import { AnswerHeaders } from './answer-headers.js';
import { policyOf } from './rate-limit.throttler.js';

/**
 * Counts a request under its operation's limit (SPEC 8) and says where the caller stands: `RateLimit`
 * and `RateLimit-Policy` on every answer; the error filter adds `X-Rate-Limit-Reset` to a refusal.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    @Inject(RateLimitsService) private readonly limits: RateLimitsService,
    @Inject(AnswerHeaders) private readonly headers: AnswerHeaders,
  ) {
    super(options, storage, reflector);
  }

  /** The parent's own writes seconds where this interface has Unix time, and nothing on a refusal. */
  protected override async handleRequest(call: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, blockDuration, throttler } = call;
    const { req, res } = this.getRequestResponse(context);
    const key = call.generateKey(context, await call.getTracker(req, context), throttler.name!);
    const counted = await this.storageService.increment(key, ttl, limit, blockDuration, throttler.name!);
    const state = {
      policy: policyOf(context, this.reflector, this.limits)!,
      accepted: !counted.isBlocked,
      remaining: Math.max(0, limit - counted.totalHits),
      resetAt: Date.now() + counted.timeToExpire * 1_000,
    };
    if (!state.accepted) throw new RateLimitedError(state);
    this.headers.set(res, rateLimitHeaders(state));
    return true;
  }
}
