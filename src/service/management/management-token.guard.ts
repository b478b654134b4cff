import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { createHash, timingSafeEqual } from 'node:crypto';
import { countFailedAuthentication } from '../../access/authentication/failed-authentication.js';
import {
  AuthenticationRequiredError,
  InsufficientScopeError,
  InvalidTokenError,
} from '../../errors/error-registry.js';
import type { RateLimitsService } from '../../limits/rate-limits.service.js';
import { requestSlot } from '../../request/request-slot.js';
import type { ManagementToken } from '../settings/management-tokens.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';

interface IncomingRequest {
  readonly ip?: string;
  readonly method: string;
  readonly headers: { readonly authorization?: string };
}

/** The operator whose token the request has. */
export const tokenOperator = requestSlot<string>('token-operator');

/**
 * Lets in callers with a token of the settings that opens the route, and lets all callers read the health checks. A
 * wrong token counts against its source address, as on the public port.
 */
export class ManagementTokenGuard implements CanActivate {
  private readonly tokens: readonly (Omit<ManagementToken, 'token'> & { digest: Buffer })[];

  constructor(
    private readonly limits: RateLimitsService,
    tokens: readonly ManagementToken[],
  ) {
    this.tokens = tokens.map(({ token, ...opened }) => ({ digest: toDigest(token), ...opened }));
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const controller = context.getClass();
    if (controller === HealthController) return true;
    const request = context.switchToHttp().getRequest<IncomingRequest>();
    const { ip = '', method, headers } = request;
    const [, token] = /^bearer +(.+)$/i.exec(headers.authorization ?? '') ?? [];
    const known = token === undefined ? undefined : this.find(token);
    if (!known) {
      const error =
        token === undefined ? new AuthenticationRequiredError() : new InvalidTokenError();
      await countFailedAuthentication(this.limits, error, ip, token !== undefined);
      throw error;
    }
    const isOpen = {
      everything: true,
      reading: method === 'GET' || method === 'HEAD',
      metrics: controller === MetricsController,
    };
    if (!isOpen[known.opens]) throw new InsufficientScopeError();
    if (known.operator !== undefined) tokenOperator.set(request, known.operator);
    return true;
  }

  /**
   * Compares the digest with those of all tokens. Digests have the same length, so the time reveals nothing about a
   * token.
   */
  private find(token: string) {
    const sent = toDigest(token);
    return this.tokens.filter(({ digest }) => timingSafeEqual(digest, sent))[0];
  }
}

function toDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
