import type { Transaction } from '../database/records.js';

/** What every caller has. */
interface Caller {
  /** The IP address by which wrong passwords are counted. Default: one for all callers without one. */
  readonly source?: string | undefined;
  /** The id of the request in the log. */
  readonly requestId?: string | undefined;
  /** Ends retries after concurrent changes. Default: they end after 5 seconds. */
  readonly signal?: AbortSignal | undefined;
  /** The transaction of the host that changes join, set by `AccountsService.within`. Default: each has its own. */
  readonly transaction?: Transaction | undefined;
}

/** The host, in its own code: it has decided who may do this. The audit trail names whom it acts for. */
export interface ByHost extends Caller {
  /** Code of the host. */
  readonly channel: 'code';
  /** The account for which it acts. Default: none */
  readonly accountId?: string | undefined;
  /** The application for which it acts. Default: none */
  readonly applicationId?: string | undefined;
  /** The name of the operator for whom it acts, of at most 64 visible characters. Default: none */
  readonly operator?: string | undefined;
}

/** The holder of an access token. */
export interface ByToken extends Caller {
  /** A request, or a message. */
  readonly channel: 'http' | 'messages';
  /** The account of the token. */
  readonly accountId: string;
  /** The application of the token. */
  readonly applicationId: string;
  /** Identifies the token without revealing it. */
  readonly tokenId: string;
  /** The authorization of an OAuth token; null for an application's own token. */
  readonly authorizationId: string | null;
}

/** An operator of the service. */
export interface ByOperator extends Caller {
  /** A command, or a route for operators. */
  readonly channel: 'command_line' | 'http' | 'messages';
  /** The operator's name, of at most 64 visible characters. */
  readonly operator: string;
}

/** A visitor of the console. */
export interface ByVisitor extends Caller {
  /** A page of the console. */
  readonly channel: 'console';
  /** The account that is signed in, or about to be. Default: none */
  readonly accountId?: string | undefined;
  /** The session of the browser. Default: none, before the visitor has signed in */
  readonly sessionId?: string | undefined;
}

/** An OAuth client. */
export interface ByClient extends Caller {
  /** An endpoint of OAuth. */
  readonly channel: 'oauth';
  /** The client, once it has authenticated. */
  readonly applicationId?: string | undefined;
}

/** The caller of an operation, by the way in which it reaches the service. */
export type Requester = ByHost | ByToken | ByOperator | ByVisitor | ByClient;

/** The caller of an operator's action, by name: the audit trail has it. */
export type OperatorRequester = Requester & { readonly operator: string };

/**
 * The caller of an operation that counts attempts by IP address: a host passes that of its client, as
 * `{ ...byHost, source: request.ip }`.
 */
export type CountedRequester = Exclude<Requester, ByHost> | (ByHost & { readonly source: string });

/** @throws TypeError for a host that does not say by which IP address attempts count */
export function assertCounted({ channel, source }: Requester): void {
  if (channel === 'code' && !source) {
    throw new TypeError('Attempts are counted by IP address: pass { ...byHost, source: ip }.');
  }
}

/** How a caller reaches the service; `code` is a direct call of its host. */
export type Channel = Requester['channel'];

/**
 * The host as the caller, for calls in its own code: `accounts.delete(id, byHost)`, or with the name of the person who
 * asked for it `{ ...byHost, operator: 'grace' }`.
 */
export const byHost: ByHost = Object.freeze({ channel: 'code' });

/** The caller, once it has shown that it is the owner of this account. */
export function asOwner<R extends Requester>(requester: R, accountId: string): R {
  return { ...requester, accountId };
}
