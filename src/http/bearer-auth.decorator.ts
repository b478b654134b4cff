import { applyDecorators, UseFilters, UseGuards } from '@nestjs/common';
import { BearerAuthGuard } from './bearer-auth.guard.js';
import { scopes, type Scope } from '../principals/principal.js';
import { RequiredScope, ScopeGuard } from '../access/authentication/scope.guard.js';
import { AccountsErrorFilter } from './accounts-error.filter.js';
import { securitySchemes } from './security.schemes.js';
import { ApiSecurity } from './openapi/swagger.decorators.js';

/**
 * Requires a valid access token on a host's route or controller, as `Bearer` or in the query (RFC 6750). Other requests
 * receive 401, 403 or 429, or an error of GraphQL or WebSockets. Read the caller with {@link CurrentPrincipal}. The
 * host's module imports `AccountsModule`, or the host mounts it with `isGlobal`.
 *
 * @param scope the scope that the token must have: a {@link Scope}, which an application's own token always has, or one
 *   that the option `resources` declares, which only tokens for that resource have. With any other scope, the
 *   application does not start
 */
export function BearerAuth(scope?: Scope | (string & {})): ClassDecorator & MethodDecorator;
export function BearerAuth(...given: unknown[]): ClassDecorator & MethodDecorator {
  return applyDecorators(
    UseGuards(BearerAuthGuard, ScopeGuard),
    UseFilters(AccountsErrorFilter),
    ...describeBearer(readScope(given, '@BearerAuth()')),
  );
}

/** @throws TypeError about anything but one scope, because the guard would ignore the rest */
export function readScope([scope, ...others]: unknown[], subject: string): string | undefined {
  if (others.length === 0) {
    if (scope === undefined || (typeof scope === 'string' && scope !== '')) return scope;
  }
  throw new TypeError(`${subject} accepts one scope, or none.`);
}

/** Declares the scope that a route requires of a token, for the guards and for OpenAPI. */
export function describeBearer(scope?: string): MethodDecorator[] {
  const isOfAccounts = scopes.some((each) => each === scope);
  return [
    ApiSecurity(securitySchemes.bearer),
    ...(scope === undefined || isOfAccounts
      ? [ApiSecurity(securitySchemes.oauth, scope === undefined ? undefined : [scope])]
      : []),
    ...(scope ? [RequiredScope(scope)] : []),
  ];
}
