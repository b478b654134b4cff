import { applyDecorators, UseFilters, UseGuards } from '@nestjs/common';
import { ScopeGuard } from '../access/authentication/scope.guard.js';
import type { Scope } from '../principals/principal.js';
import { AccountsErrorFilter } from './accounts-error.filter.js';
import { assertKnownOptions } from '../options/unknown-options.js';
import { describeBearer, readScope } from './bearer-auth.decorator.js';
import { ApiSecurity } from './openapi/swagger.decorators.js';
import { securitySchemes } from './security.schemes.js';
import {
  AllowedOriginGuard,
  AnyAuthGuard,
  ConfirmedSessionGuard,
  OptionalAuthGuard,
  SessionAuthGuard,
} from './session-auth.guard.js';

/**
 * Requires a session on a host's route or controller: a browser that has signed in on the host's pages or in the
 * console. Other requests receive 401 without a challenge. A request that may change something also needs an allowed
 * origin (403 otherwise). Read the caller, a `SessionPrincipal`, with `@CurrentPrincipal()`. Requires `signInFeature`;
 * without it, the application does not start.
 *
 * @param options.confirmed whether the user must also have signed in or confirmed in the last ten minutes (403
 *   `session_unconfirmed` otherwise), as before a change that leads to the account, such as its email. Default: false
 */
export function SessionAuth(options?: {
  readonly confirmed?: boolean | undefined;
}): ClassDecorator & MethodDecorator;
export function SessionAuth(
  options: { readonly confirmed?: unknown } = {},
  ...others: unknown[]
): ClassDecorator & MethodDecorator {
  if (others.length > 0) {
    throw new TypeError('@SessionAuth() accepts one object with options, or none.');
  }
  assertKnownOptions(options, { confirmed: true }, '@SessionAuth()');
  const { confirmed = false } = options;
  if (typeof confirmed !== 'boolean') {
    throw new TypeError('confirmed of @SessionAuth() must be true or false.');
  }
  return applyDecorators(
    UseGuards(SessionAuthGuard, ...(confirmed ? [ConfirmedSessionGuard] : [])),
    UseFilters(AccountsErrorFilter),
    ApiSecurity(securitySchemes.session),
  );
}

/**
 * Requires an access token, as `@BearerAuth()` does, or a session, as {@link SessionAuth} does. If the request has a
 * token, the session does not count.
 *
 * @param scope the scope that a token must have, as in `@BearerAuth()`. No scope restricts a session
 */
export function AnyAuth(scope?: Scope | (string & {})): ClassDecorator & MethodDecorator;
export function AnyAuth(...given: unknown[]): ClassDecorator & MethodDecorator {
  const scope = readScope(given, '@AnyAuth()');
  return applyDecorators(
    UseGuards(AnyAuthGuard, ScopeGuard),
    UseFilters(AccountsErrorFilter),
    ApiSecurity(securitySchemes.session),
    ...describeBearer(scope),
  );
}

/**
 * Accepts requests with a token or a session, as {@link AnyAuth} does, and requests without either, whose principal is
 * undefined. Refuses an invalid token.
 */
export function OptionalAuth(): ClassDecorator & MethodDecorator;
export function OptionalAuth(...given: unknown[]): ClassDecorator & MethodDecorator {
  assertNone(given, '@OptionalAuth()');
  return applyDecorators(
    UseGuards(OptionalAuthGuard),
    UseFilters(AccountsErrorFilter),
    ApiSecurity(securitySchemes.session),
    ...describeBearer(),
  );
}

/**
 * Requires that a page on an allowed origin sent the request, on a host's own route that signs in, up or out: without
 * it, a page of another site could sign its visitor in to an account of the attacker (403 `origin_not_allowed`).
 * Requires `signInFeature`.
 */
export function AllowedOrigin(): ClassDecorator & MethodDecorator;
export function AllowedOrigin(...given: unknown[]): ClassDecorator & MethodDecorator {
  assertNone(given, '@AllowedOrigin()');
  return applyDecorators(UseGuards(AllowedOriginGuard), UseFilters(AccountsErrorFilter));
}

/** @throws TypeError also for a decorator without parentheses, which would guard nothing */
function assertNone(given: readonly unknown[], subject: string): void {
  if (given.length > 0) throw new TypeError(`${subject} accepts no arguments.`);
}
