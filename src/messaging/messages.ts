/** The operations by the patterns they are asked for under: the subjects of NATS. */
export type AccountsPattern =
  'accounts.create' | 'accounts.update' | 'accounts.get' | 'accounts.authenticate' | 'app.data';

/** What is sent under a pattern. A member that is null counts as absent. */
export interface AccountsMessage {
  /** On whose behalf: the access token, as in `Authorization` without the word `Bearer`. */
  access_token?: string | null | undefined;
  /** The account for `accounts.get` and `accounts.update`. Default: `me`, the token's own. */
  id?: string | null | undefined;
  /** What is the JSON body over HTTP, of 100 kB at most. Default for `accounts.update`: `{}`. */
  body?: unknown;
  /** What is `Accept-Version` over HTTP. Default: the version set on the calling application. */
  accept_version?: string | null | undefined;
  /** What is `Accept-Language` over HTTP. Default: the language of the account. */
  accept_language?: string | null | undefined;
  /** What is `If-Match` over HTTP: the entity tag of an earlier answer, which must still be right. */
  if_match?: string | null | undefined;
  /** What is `Idempotency-Key` over HTTP, for `accounts.create`: makes it safe to send it again. */
  idempotency_key?: string | null | undefined;
  /**
   * The IP address of the client for whom the caller asks: tokens and passwords that fail are counted
   * against it. Default: the caller's own address where the transport knows it, or else one for all.
   */
  source?: string | null | undefined;
  /** What is `X-Request-Id` over HTTP: the name of the request in both logs. Default: a new one. */
  request_id?: string | null | undefined;
  /**
   * When the caller gives up, in Unix milliseconds: what arrives later is not performed. The clocks
   * of both sides must agree by less than the time that is left. Default: none, which is 10 seconds.
   */
  deadline?: number | null | undefined;
}

/**
 * What is answered: of a success as the reply, of a failure as the error. To answer a client of one's
 * own over HTTP, hand on all three as they are.
 */
export interface AccountsReply<T = unknown> {
  /** The status this has over HTTP. */
  status: number;
  /** The headers this has over HTTP, by their names in lower case. */
  headers: Record<string, string>;
  /** The body this has over HTTP. */
  body: T;
}

/** The answer to `accounts.authenticate`: who a token is for. */
export interface Authentication {
  /** The account it is for. */
  account_id: string;
  /** The client it was made for. */
  application: { id: string; name: string };
  /** Whether it is an application's own token or one granted through OAuth 2.0. */
  kind: 'application' | 'oauth';
  /** What the token allows, with spaces between (RFC 6749 section 3.3). */
  scope: string;
  /** When the token ends, as every date here (SPEC 9.5); absent where it does not. */
  expires_at?: string | undefined;
}
