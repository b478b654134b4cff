import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerStorageService } from '@nestjs/throttler';
import { keyOfRequest } from '../access/rate-limits/rate-limit-keys.js';
import { throwAsOwn } from '../errors/throw-as-own.js';
import { rateLimitHeaders } from './headers/rate-limit.headers.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import { ResponseHeaders } from './headers/response-headers.js';
import { Operation } from './operation.decorator.js';

/** What the parent asks for; each operation has a limit of its own. */
const throttler = { name: 'accounts', limit: 1, ttl: 1_000 };

/**
 * Counts a request under its operation's limit (SPEC 8) and says where the caller stands: `RateLimit`
 * and `RateLimit-Policy` on every response; the error filter adds `X-Rate-Limit-Reset` to a refusal.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    // The parent has other parameters, which Nest would otherwise inject by their position.
    @Inject(Reflector) reflector: Reflector,
    @Inject(RateLimitsService) private readonly limits: RateLimitsService,
    @Inject(ResponseHeaders) private readonly headers: ResponseHeaders,
  ) {
    super([throttler], new ThrottlerStorageService(), reflector);
  }

  /**
   * Counts where all ways into the service count, instead of in the parent's storage. The parent would ask
   * the route and its class for eight pieces of metadata that nothing sets, and write seconds where this
   * interface has Unix time (docs/decisions/limits.md).
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
