import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { PATTERN_METADATA } from '@nestjs/microservices/constants.js';
import { AuthenticationError } from '../../errors/translatable.error.js';
import { AuthenticationRequiredError } from '../../errors/error-registry.js';
import { wrapUnexpected } from '../../errors/host-error.js';
import { countFailedAuthentication } from '../../access/authentication/failed-authentication.js';
import { assertOpensApi, rememberPrincipal, type Principal } from '../../principals/principal.js';
import { PrincipalsService } from '../../principals/principals.service.js';
import { readRequestableScope, ScopeGuard } from '../../access/authentication/scope.guard.js';
import { getRequestKey } from '../../access/rate-limits/rate-limit-keys.js';
import { OwnAccountGuard } from '../../accounts/own-account.guard.js';
import { OwnApplicationGuard } from '../../applications/own-application.guard.js';
import { routeMetadata } from '../../request/route-metadata.js';
import { readOperation } from '../../http/operation.decorator.js';
import { rateLimitHeaders } from '../../http/headers/rate-limit.headers.js';
import { ProtectedResources } from '../../http/protected-resources.js';
import { MessageObservers } from '../../http/tracing/message-observers.js';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import { beginSpan, isTracing, noSpan, type OpenSpan } from '../../tracing/tracing.js';
import { getMessage, type MessageRequest } from './message-request.js';

/**
 * Marks a handler whose message names an account in `id`, which must be the token's own, or an application, which must
 * belong to the token's account.
 */
export const Names = Reflector.createDecorator<'account' | 'application'>();

/**
 * Checks the caller of a message, its limit and its permissions. Does the same as {@link BearerAuthGuard},
 * {@link RateLimitGuard}, {@link ScopeGuard}, {@link OwnAccountGuard} and {@link OwnApplicationGuard} for a request, in
 * the same order. A single guard does all of it, because the deadline of the message covers all of it.
 */
@Injectable()
export class MessageGuard implements CanActivate {
  constructor(
    private readonly principals: PrincipalsService,
    private readonly limits: RateLimitsService,
    private readonly scopes: ScopeGuard,
    private readonly ownAccount: OwnAccountGuard,
    private readonly ownApplication: OwnApplicationGuard,
    private readonly observers: MessageObservers,
    private readonly resources: ProtectedResources,
  ) {}

  canActivate(context: ExecutionContext): Promise<boolean> {
    const message = getMessage(context);
    const pattern = readPattern(context.getHandler());
    message.replied = this.observers.begin(pattern);
    message.span = beginMessageSpan(message, pattern);
    return message.span.within(() => this.judge(context, message));
  }

  private judge(context: ExecutionContext, message: MessageRequest): Promise<boolean> {
    if (message.malformation) throw message.malformation;
    const guarding = message.inTime(async () => {
      const principal = await this.authenticate(context, message);
      rememberPrincipal(message, principal);
      const operation = readOperation(context);
      const state = await this.limits.consume(operation, getRequestKey(message, operation));
      if (state) Object.assign(message.responseHeaders, rateLimitHeaders(state));
      this.scopes.canActivate(context);
      const names = routeMetadata.getAllAndOverride(Names, [
        context.getHandler(),
        context.getClass(),
      ]);
      if (names === 'account') return this.ownAccount.canActivate(context);
      return names === undefined || this.ownApplication.canActivate(context);
    });
    return guarding.catch(wrapUnexpected);
  }

  private async authenticate(
    context: ExecutionContext,
    { accessToken, ip }: MessageRequest,
  ): Promise<Principal> {
    try {
      if (accessToken === undefined) throw new AuthenticationRequiredError();
      const principal = await this.principals.authenticate(accessToken);
      assertOpensApi(principal);
      return principal;
    } catch (error) {
      if (error instanceof AuthenticationError) {
        error.required = this.resources.accessFor(readRequestableScope(context));
        await countFailedAuthentication(this.limits, error, ip, accessToken !== undefined);
      }
      throw error;
    }
  }
}

function readPattern(handler: object): string {
  const [pattern = '']: [string?] = Reflect.getMetadata(PATTERN_METADATA, handler);
  return pattern;
}

/** Starts the span of a message, named after its pattern. */
function beginMessageSpan({ headers }: MessageRequest, pattern: string): OpenSpan {
  if (!isTracing()) return noSpan;
  const attributes = { 'rpc.system.name': 'nestjs', 'rpc.method': pattern };
  return beginSpan(pattern, { kind: 'server', caller: headers, attributes });
}
