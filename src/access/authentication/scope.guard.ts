import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  AuthenticationRequiredError,
  InsufficientScopeError,
  OwnTokenRequiredError,
} from '../../errors/error-registry.js';
import { assertOpensApi, findCaller } from '../../principals/principal.js';
import { routeMetadata } from '../../request/route-metadata.js';

/** The scope that a route requires: one of the account API, or of a resource of the host. */
export const RequiredScope = Reflector.createDecorator<string>({
  key: 'nest-accounts:scope',
  transform(scope: unknown) {
    if (typeof scope === 'string' && scope !== '') return scope;
    throw new TypeError('@RequiredScope() requires the name of a scope.');
  },
});

export function readRequiredScope(context: ExecutionContext): string | undefined {
  return routeMetadata.getAllAndOverride(RequiredScope, listTargets(context));
}

/** Restricts a route to tokens with full access: rejects OAuth tokens and restricted named tokens of every scope. */
export const OwnTokenOnly = Reflector.createDecorator<void>({ key: 'nest-accounts:own-token' });

/** The scope that a client can request to use a route; undefined if the route requires none, or an own token. */
export function readRequestableScope(context: ExecutionContext): string | undefined {
  return isOwnTokenOnly(context) ? undefined : readRequiredScope(context);
}

function isOwnTokenOnly(context: ExecutionContext): boolean {
  return routeMetadata.getAllAndOverride(OwnTokenOnly, listTargets(context)) !== undefined;
}

/** Checks the token's kind and scope against the route (RFC 6750 section 3.1). */
@Injectable()
export class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const principal = findCaller(context);
    if (!principal) throw new AuthenticationRequiredError();
    // The user is present. Scopes restrict only clients.
    if (principal.kind === 'session') return true;
    const { kind, scope } = principal;
    if (isOwnTokenOnly(context) && kind !== 'application') throw new OwnTokenRequiredError();
    const required = readRequiredScope(context);
    if (!required) assertOpensApi(principal);
    else if (!scope.includes(required)) throw new InsufficientScopeError(required);
    return true;
  }
}

function listTargets(context: ExecutionContext) {
  return [context.getHandler(), context.getClass()];
}
