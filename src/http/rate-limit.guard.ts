import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ThrottlerGuard, type ThrottlerStorage } from '@nestjs/throttler';
import { keyOfRequest } from '../access/rate-limits/rate-limit-keys.js';
import { throwAsOwn } from '../errors/throw-as-own.js';
import { rateLimitHeaders } from './headers/rate-limit.headers.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import { AnswerHeaders } from './headers/answer-headers.js';
import { Operation } from './operation.decorator.js';

/**
 * Counts a request under its operation's limit (SPEC 8) and says where the caller stands: `RateLimit`
 * and `RateLimit-Policy` on every answer; the error filter adds `X-Rate-Limit-Reset` to a refusal.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    // The parent's parameters are others, and by their place Nest would inject those.
    @Inject(Reflector) reflector: Reflector,
    @Inject(RateLimitsService) private readonly limits: RateLimitsService,
    @Inject(AnswerHeaders) private readonly headers: AnswerHeaders,
  ) {
    super([], storage, reflector);
  }

  /** Nothing to prepare: instead of a list of throttlers there is one policy for each operation. */
  override async onModuleInit(): Promise<void> {}

  /**
   * The parent asks a route and its class for ten pieces of metadata that nobody gives them; it writes
   * seconds where this interface has Unix time, and nothing on a refusal.
   */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const operation = this.reflector.get(Operation, context.getHandler());
    const { req, res } = this.getRequestResponse(context);
    const state = await this.limits
      .consume(operation, keyOfRequest(req, operation))
      .catch(throwAsOwn);
    if (state) this.headers.set(res, rateLimitHeaders(state));
    return true;
  }
}

/** The parent's way to count, which is not used: all ways into the service count in one function. */
const storage: ThrottlerStorage = {
  increment: () =>
    Promise.reject(new Error('Requests are counted by RateLimitsService.consume().')),
};
