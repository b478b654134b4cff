import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Account, Application } from '../database/records.js';
import { InsufficientScopeError, InvalidTokenError } from '../errors/error-registry.js';
import { getCall, getRequest } from '../request/request.js';
import { requestSlot } from '../request/request-slot.js';
import type { TokenKind } from '../request/requester.js';
import type { SessionPrincipal } from './session-principal.js';

/** The scopes of access tokens (RFC 6749 section 3.3). */
export const scopes = ['account:read', 'account:write'] as const;

/**
 * The scopes about the user's identity (OpenID Connect Core sections 5.4 and 11). They give access to no route of the
 * API.
 */
export const identityScopes = ['openid', 'profile', 'email', 'offline_access'] as const;

/** A scope of an access token; an application's own token has all scopes. */
export type Scope = (typeof scopes)[number];

/**
 * The caller: a token's account, application and scope. Many requests share one object, which is frozen. Its dates are
 * not frozen; do not change them.
 */
export interface Principal {
  /** The only account that the token gives access to. */
  readonly account: Readonly<Account>;
  /** The calling client. */
  readonly application: Readonly<Pick<Application, 'id' | 'name' | 'ownerId' | 'apiVersion'>> & {
    /** Whether an operator has suspended its owner. */
    readonly isSuspended?: boolean;
  };
  /** The kind of the token. */
  readonly kind: TokenKind;
  /** The {@link Scope}s of the token, those of OpenID Connect, and those of its resource. */
  readonly scope: readonly string[];
  /** The identifier of the resource that the token is for; null for the account API. */
  readonly resource: string | null;
  /** The user's authorization that the token descends from; null for a token that no user granted. */
  readonly authorizationId: string | null;
  /** Identifies the token without revealing it. Rate limits of read-only operations count by it. */
  readonly tokenId: string;
  /** When the token was issued. */
  readonly issuedAt: Date;
  /** When the token expires; null for a token that does not expire, such as an application's own token. */
  readonly expiresAt: Date | null;
  /** Whether the token was in the URL, where caches and logs would keep it (RFC 6750 section 2.3). */
  readonly viaQuery?: boolean | undefined;
}

/** The caller of a route that accepts tokens and sessions; `kind` distinguishes them. */
export type AnyPrincipal = Principal | SessionPrincipal;

/**
 * Refuses a token for another resource, and one that only tells a client who its user is (OpenID Connect).
 *
 * @throws InvalidTokenError, InsufficientScopeError
 */
export function assertOpensApi({ scope, resource }: Pick<Principal, 'scope' | 'resource'>): void {
  if (resource !== null) throw new InvalidTokenError();
  if (!scopes.some((each) => scope.includes(each))) throw new InsufficientScopeError(scopes[0]);
}

/** Whether a token of this kind sets the account's email as its owner or as a delegate. */
export function getSetter(kind: TokenKind): 'owner' | 'delegate' {
  return kind === 'application' ? 'owner' : 'delegate';
}

export function hasExpired({ expiresAt }: Pick<Principal, 'expiresAt'>): boolean {
  return expiresAt !== null && expiresAt.getTime() <= Date.now();
}

const principalSlot = requestSlot<AnyPrincipal | undefined>('principal');

/** The callers of the calls that share a request: the fields of a GraphQL request, or the messages of a socket. */
interface Callers {
  readonly byCall: WeakMap<object, AnyPrincipal | undefined>;
  /** Whether a guard has accepted the session of the request, and whether one has accepted its token. */
  readonly accepted: Set<'session' | 'token'>;
}

const callersSlot = requestSlot<Callers>('callers');

/**
 * Stores the caller that a guard has accepted, undefined for none.
 *
 * @param call what `getCall` returns. Guards of other calls of the request may accept another caller at the same time
 */
export function rememberPrincipal(
  request: object,
  principal: AnyPrincipal | undefined,
  call = request,
): void {
  principalSlot.set(request, principal);
  if (call === request) return;
  const callers = callersSlot.get(request) ?? { byCall: new WeakMap(), accepted: new Set() };
  callersSlot.set(request, callers);
  callers.byCall.set(call, principal);
  if (principal) callers.accepted.add(principal.kind === 'session' ? 'session' : 'token');
}

/**
 * Returns the caller that the guards of this handler have accepted. A handler without a guard, such as that of a field
 * below a guarded one, has the caller of the request, unless guards have accepted both its session and its token.
 */
export function findCaller(context: ExecutionContext): AnyPrincipal | undefined {
  const request = getRequest(context);
  const call = getCall(context);
  const callers = call === request ? undefined : callersSlot.get(request);
  if (callers?.byCall.has(call)) return callers.byCall.get(call);
  return callers?.accepted.size === 2 ? undefined : principalSlot.get(request);
}

/** The caller of a request whose token a guard has accepted. */
export function getPrincipal(request: object): Principal | undefined {
  const principal = principalSlot.get(request);
  return principal?.kind === 'session' ? undefined : principal;
}

/** The caller of a request whose token or session a guard has accepted. */
export function getAnyPrincipal(request: object): AnyPrincipal | undefined {
  return principalSlot.get(request);
}

/**
 * Injects the caller: the {@link Principal} behind the bearer guard, the {@link SessionPrincipal} behind the session
 * guard, either behind guards that accept both.
 */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext) =>
  findCaller(context),
);
