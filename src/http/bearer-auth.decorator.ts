import { applyDecorators, UseFilters, UseGuards } from '@nestjs/common';
import { BearerAuthGuard } from './bearer-auth.guard.js';
import { scopes, type Scope } from '../principals/principal.js';
import { RequiredScope, ScopeGuard } from '../access/authentication/scope.guard.js';
import { AccountsErrorFilter } from './accounts-error.filter.js';
import { securitySchemes } from './security.schemes.js';
import { ApiSecurity } from './openapi/swagger.decorators.js';

/**
 * Allows only requests with a valid access token to a route or controller of the host, as `Bearer`
 * or in the query (RFC 6750). Others get 401, 403 or 429, as on the module's own routes. Read the
 * caller with {@link CurrentPrincipal}.
 *
 * A resolver of GraphQL and a gateway of `ws` or socket.io are guarded by the token of the request or handshake, and
 * refuse with the error of their transport.
 *
 * The host's module imports `AccountsModule`, or mounts it with `isGlobal`.
 *
 * @param scope the scope the token needs; an application's own token has every scope
 * @throws TypeError for another scope
 */
export function BearerAuth(scope?: Scope): ClassDecorator & MethodDecorator {
  if (scope !== undefined && !scopes.includes(scope)) {
    throw new TypeError(
      `@BearerAuth() has no scope ${String(scope)}, only ${scopes.join(' and ')}.`,
    );
  }
  return applyDecorators(
    UseGuards(BearerAuthGuard, ScopeGuard),
    UseFilters(AccountsErrorFilter),
    ApiSecurity(securitySchemes.bearer),
    ApiSecurity(securitySchemes.oauth, scope && [scope]),
    ...(scope ? [RequiredScope(scope)] : []),
  );
}
