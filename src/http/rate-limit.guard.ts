import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { InjectThrottlerStorage, ThrottlerGuard } from '@nestjs/throttler';
import { RateLimitedError } from '../access/access.errors.js';
import { rateLimitHeaders } from '../limits/rate-limit.headers.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import { AnswerHeaders } from './answer-headers.js';
import { Operation } from './operation.decorator.js';
import { callerOf, ThrottlerCounters } from './rate-limit.throttler.js';

/**
 * Counts a request under its operation's limit (SPEC 8) and says where the caller stands: `RateLimit`
 * and `RateLimit-Policy` on every answer; the error filter adds `X-Rate-Limit-Reset` to a refusal.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerStorage() private readonly counters: ThrottlerCounters,
    // The parent's parameters are others, and by their place Nest would inject those.
    @Inject(Reflector) reflector: Reflector,
    @Inject(RateLimitsService) private readonly limits: RateLimitsService,
    @Inject(AnswerHeaders) private readonly headers: AnswerHeaders,
  ) {
    super([], counters, reflector);
  }

  /** Nothing to prepare: instead of a list of throttlers there is one policy for each operation. */
  override async onModuleInit(): Promise<void> {}

  /**
   * The parent asks a route and its class for ten pieces of metadata that nobody gives them; it writes
   * seconds where this interface has Unix time, and nothing on a refusal.
   */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const operation = this.reflector.get(Operation, context.getHandler());
    const policy = this.limits.policy(operation);
    if (!policy) return true;
    const { name, limit, windowMs } = policy;
    const { req, res } = this.getRequestResponse(context);
    const key = `${name}:${callerOf(req, name)}`;
    const { totalHits, isBlocked, resetAt } = await this.counters.increment(key, windowMs, limit);
    const state = { policy, accepted: !isBlocked, remaining: limit - totalHits, resetAt };
    if (!state.accepted) throw new RateLimitedError(state);
    this.headers.set(res, rateLimitHeaders(state));
    return true;
  }
}
