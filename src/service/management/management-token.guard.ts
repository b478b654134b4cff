import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { countFailedAuthentication } from '../../access/authentication/failed-authentication.js';
import {
  AuthenticationRequiredError,
  InsufficientScopeError,
  InvalidTokenError,
} from '../../errors/error-registry.js';
import type { RateLimitsService } from '../../limits/rate-limits.service.js';
import { requestSlot } from '../../request/request-slot.js';
import { HealthController } from './health.controller.js';
import type { KnownTokens } from './known-tokens.js';
import { MetricsController } from './metrics.controller.js';

interface IncomingRequest {
  readonly ip?: string;
  readonly method: string;
  readonly headers: { readonly authorization?: string };
}

/** The operator whose token the request has. */
export const tokenOperator = requestSlot<string>('token-operator');

/** Marks page controllers. Their own guard reads the browser's session instead of a token. */
export const ReadsSession = Reflector.createDecorator<void>();

/**
 * Lets in callers with a token of the settings that permits the route, and lets all callers read the health checks. A
 * wrong token counts against its source address, as on the public port.
 */
export class ManagementTokenGuard implements CanActivate {
  constructor(
    private readonly limits: RateLimitsService,
    private readonly tokens: KnownTokens,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const controller = context.getClass();
    const readsSession = Reflect.hasMetadata(ReadsSession.KEY, controller);
    if (controller === HealthController || readsSession) return true;
    const request = context.switchToHttp().getRequest<IncomingRequest>();
    const { ip = '', method, headers } = request;
    const [, token] = /^bearer +(.+)$/i.exec(headers.authorization ?? '') ?? [];
    const known = token === undefined ? undefined : this.tokens.find(token);
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
}
