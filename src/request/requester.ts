import type { Transaction } from '../database/records.js';

/** Members that all callers share. */
interface Caller {
  /** The caller's IP address, for counting wrong passwords. Default: all callers without an address count as one. */
  readonly source?: string | undefined;
  /** The request id in the log. */
  readonly requestId?: string | undefined;
  /** Aborts retries after concurrent changes. Default: retries end after 5 seconds. */
  readonly signal?: AbortSignal | undefined;
  /** The host's transaction, set by `AccountsService.within`. Changes join it. Default: each change has its own. */
  readonly transaction?: Transaction | undefined;
}

/** The host's own code, which has already checked permissions. The audit trail records on whose behalf it acts. */
export interface ByHost extends Caller {
  /** A direct call from the host's code. */
  readonly channel: 'code';
  /** The account on whose behalf the host acts. Default: none. */
  readonly accountId?: string | undefined;
  /** The application on whose behalf the host acts. Default: none. */
  readonly applicationId?: string | undefined;
  /** The operator's name, at most 64 visible characters, if the host acts on an operator's behalf. Default: none. */
  readonly operator?: string | undefined;
}

/**
 * `application` for an application's own token and a named token with full access, `restricted` for another named
 * token, `oauth` for a token that a user granted, or that was issued for client credentials.
 */
export type TokenKind = 'application' | 'restricted' | 'oauth';

/** The holder of an access token. */
export interface ByToken extends Caller {
  /** HTTP requests or messages. */
  readonly channel: 'http' | 'messages';
  /** The account of the token. */
  readonly accountId: string;
  /** The application of the token. */
  readonly applicationId: string;
  /** Identifies the token without revealing it. */
  readonly tokenId: string;
  /** The kind of the token, like that of a `Principal`. */
  readonly kind: TokenKind;
  /** The user's authorization that the token descends from; null for a token that no user granted. */
  readonly authorizationId: string | null;
}

/** An operator of the service. */
export interface ByOperator extends Caller {
  /** The command line, the operator routes or operator messages. */
  readonly channel: 'command_line' | 'http' | 'messages';
  /** The operator's name, at most 64 visible characters. */
  readonly operator: string;
}

/** A browser: a visitor of the console, or of pages of the host. */
export interface ByVisitor extends Caller {
  /** A page of the console, or a route that accepts a session. */
  readonly channel: 'console' | 'session';
  /** The account that is signed in or signing in. Default: none. */
  readonly accountId?: string | undefined;
  /** The browser session. Default: none, before the visitor has signed in. */
  readonly sessionId?: string | undefined;
  /** The browser and its system by their common names, for the audit trail. Default: not recognized. */
  readonly device?: string | undefined;
}

/** An OAuth client. */
export interface ByClient extends Caller {
  /** The OAuth endpoints. */
  readonly channel: 'oauth';
  /** The client, once it has authenticated. */
  readonly applicationId?: string | undefined;
}

/** The caller of an operation, by channel. */
export type Requester = ByHost | ByToken | ByOperator | ByVisitor | ByClient;

/** The caller of an operator's action, with the operator's name for the audit trail. */
export type OperatorRequester = Requester & {
  readonly operator: string;
  /** The operator's reason for the action, at most 1,000 characters, for the audit trail. Default: none */
  readonly reason?: string | undefined;
};

/** The caller of an operation that counts attempts by IP address. A host passes `{ ...byHost, source: request.ip }`. */
export type CountedRequester = Exclude<Requester, ByHost> | (ByHost & { readonly source: string });

/** @throws TypeError if the host passes no IP address, or no channel, without which the audit trail loses the event */
export function assertCounted(requester: Requester): void {
  const { channel, source } = (requester as Requester | undefined) ?? ({} as Partial<Requester>);
  if (!channel || (channel === 'code' && !source)) {
    throw new TypeError('Attempts are counted by IP address: pass { ...byHost, source: ip }.');
  }
}

/** How a caller reaches the service. `code` is a direct call from the host. */
export type Channel = Requester['channel'];

/**
 * The caller to pass from the host's own code: `accounts.delete(id, byHost)`. To record the person who asked for it,
 * add a name: `{ ...byHost, operator: 'grace' }`.
 */
export const byHost: ByHost = Object.freeze({ channel: 'code' });

/** Marks the caller as the owner of this account. Call it only after the caller has proven ownership. */
export function asOwner<R extends Requester>(requester: R, accountId: string): R {
  return { ...requester, accountId };
}
