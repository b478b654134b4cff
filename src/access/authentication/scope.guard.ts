import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  AuthenticationRequiredError,
  InsufficientScopeError,
  OwnTokenRequiredError,
} from '../../errors/error-registry.js';
import { assertOpensApi, getPrincipal, type Scope } from '../../principals/principal.js';
import { getRequest } from '../../request/request.js';
import { routeMetadata } from '../../request/route-metadata.js';

/** The scope that a route requires. */
export const RequiredScope = Reflector.createDecorator<Scope>({ key: 'nest-accounts:scope' });

/** Restricts a route to tokens with full access: rejects OAuth tokens and restricted named tokens of every scope. */
export const OwnTokenOnly = Reflector.createDecorator<void>({ key: 'nest-accounts:own-token' });

/** Checks the token's kind and scope against the route (RFC 6750 section 3.1). */
@Injectable()
export class ScopeGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const principal = getPrincipal(getRequest(context));
    if (!principal) throw new AuthenticationRequiredError();
    const { kind, scope } = principal;
    const targets = [context.getHandler(), context.getClass()];
    const isOwnOnly = routeMetadata.getAllAndOverride(OwnTokenOnly, targets) !== undefined;
    if (isOwnOnly && kind !== 'application') throw new OwnTokenRequiredError();
    const required = routeMetadata.getAllAndOverride(RequiredScope, targets);
    if (!required) assertOpensApi(principal);
    else if (!scope.includes(required)) throw new InsufficientScopeError(required);
    return true;
  }
}
