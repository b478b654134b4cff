import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { createHash, timingSafeEqual } from 'node:crypto';
import { countFailedAuthentication } from '../../access/authentication/failed-authentication.js';
import { AuthenticationRequiredError, InvalidTokenError } from '../../errors/error-registry.js';
import type { RateLimitsService } from '../../limits/rate-limits.service.js';
import { HealthController } from './health.controller.js';

interface IncomingRequest {
  readonly ip?: string;
  readonly headers: { readonly authorization?: string };
}

/**
 * Lets in callers with a token of the settings, and lets all callers read the health checks. A wrong token counts
 * against its source address, as on the public port.
 */
export class ManagementTokenGuard implements CanActivate {
  private readonly digests: readonly Buffer[];

  constructor(
    private readonly limits: RateLimitsService,
    tokens: readonly string[],
  ) {
    this.digests = tokens.map(hashBody);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getClass() === HealthController) return true;
    const { ip = '', headers } = context.switchToHttp().getRequest<IncomingRequest>();
    const [, token] = /^bearer +(.+)$/i.exec(headers.authorization ?? '') ?? [];
    if (token !== undefined && this.isKnown(token)) return true;
    const error = token === undefined ? new AuthenticationRequiredError() : new InvalidTokenError();
    await countFailedAuthentication(this.limits, error, ip, token !== undefined);
    throw error;
  }

  /**
   * Compares the digest with those of all tokens. Digests have the same length, so the time reveals nothing about a
   * token.
   */
  private isKnown(token: string): boolean {
    const digest = hashBody(token);
    return this.digests.filter((each) => timingSafeEqual(each, digest)).length > 0;
  }
}

function hashBody(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
