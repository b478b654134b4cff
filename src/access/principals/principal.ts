import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Account, Application, TokenKind } from '../../database/records.js';
import { requestOf } from '../request-of.js';

/** What an access token may be used for (RFC 6749 section 3.3). */
export const scopes = ['account:read', 'account:write'] as const;

/** One of the things an access token may be used for; an application's own token has them all. */
export type Scope = (typeof scopes)[number];

/**
 * Who is calling: the account a token belongs to, through which application, and for what. One object
 * serves many requests: to change it, or what it consists of, throws, and its dates are to be left.
 */
export interface Principal {
  /** The one account the token is for. */
  readonly account: Readonly<Account>;
  /** The client that calls. */
  readonly application: Readonly<Pick<Application, 'id' | 'name' | 'ownerId' | 'apiVersion'>>;
  /** `application` for an application's own token, `oauth` for one that a person granted. */
  readonly kind: TokenKind;
  /** What the token may be used for: the {@link Scope}s it was granted. */
  readonly scope: readonly string[];
  /** What an OAuth token descends from; none for an application's own token. */
  readonly authorizationId: string | null;
  /** Tells this token from all others without being it: what it is counted by. */
  readonly tokenId: string;
  /** When the token ends; an application's own one never does. */
  readonly expiresAt: Date | null;
  /** Whether the token came in the address, where caches and logs would keep it (RFC 6750 section 2.3). */
  readonly viaQuery?: boolean | undefined;
}

/** Whether the time of its token is over. */
export function hasExpired({ expiresAt }: Pick<Principal, 'expiresAt'>): boolean {
  return expiresAt !== null && expiresAt.getTime() <= Date.now();
}

const principalKey = Symbol('principal');

type PrincipalHolder = { [principalKey]?: Principal };

export function rememberPrincipal(request: object, principal: Principal): void {
  (request as PrincipalHolder)[principalKey] = principal;
}

/** The caller of a request, once the bearer guard has let it in. */
export function principalOf(request: object): Principal | undefined {
  return (request as PrincipalHolder)[principalKey];
}

/** Injects the {@link Principal} into a handler behind the bearer guard. */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext) =>
  principalOf(requestOf(context)),
);
