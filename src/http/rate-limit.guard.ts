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
 * Counts a request under its operation's limit (SPEC 8) and sets the headers of the limit: `RateLimit`
 * and `RateLimit-Policy` on every response; the error filter adds `X-Rate-Limit-Reset` to a refusal.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    // The parent has other parameters, which Nest would otherwise inject by their position.
    @Inject(Reflector) reflector: Reflector,
    @Inject(RateLimitsService) private readonly limits: RateLimitsService,
    @Inject(AnswerHeaders) private readonly headers: AnswerHeaders,
  ) {
    super([], storage, reflector);
  }

  /** Does nothing: each operation has one policy instead of a list of throttlers. */
  override async onModuleInit(): Promise<void> {}

  /**
   * The parent reads ten pieces of metadata from a route and its class that no route has; it writes
   * seconds where the API has Unix time, and no headers on a refusal.
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

/** The parent's counting is not used: all entry points count by `RateLimitsService.consume()`. */
const storage: ThrottlerStorage = {
  increment: () =>
    Promise.reject(new Error('Requests are counted by RateLimitsService.consume().')),
};
