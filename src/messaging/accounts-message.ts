/** The patterns of the operations, which are the subjects of NATS. */
export type AccountsPattern =
  | 'accounts.create'
  | 'accounts.update'
  | 'accounts.get'
  | 'accounts.delete'
  | 'accounts.preferences.get'
  | 'accounts.preferences.update'
  | 'accounts.status'
  | 'accounts.verify'
  | 'accounts.reset'
  | 'accounts.authenticate'
  | 'applications.list'
  | 'applications.create'
  | 'applications.get'
  | 'applications.update'
  | 'applications.delete'
  | 'app.data';

/** The payload of a message. A member that is null counts as absent. */
export interface AccountsMessage {
  /** The access token of the user, as in `Authorization` without the word `Bearer`. */
  access_token?: string | null | undefined;
  /**
   * The account for `accounts.get`, `.update`, `.delete`, `.preferences.get`, `.preferences.update`, `.status` and
   * `.verify`. Default: `me`, the token's own.
   * The application for `applications.get`, `applications.update` and `applications.delete`.
   */
  id?: string | null | undefined;
  /** The JSON body of the HTTP request, 100 kB at most. Default for updates: `{}`. */
  body?: unknown;
  /** `Accept-Version` of the HTTP request. Default: the version set on the calling application. */
  accept_version?: string | null | undefined;
  /** `Accept-Language` of the HTTP request. Default: the language of the account. */
  accept_language?: string | null | undefined;
  /** `If-Match` of the HTTP request: the entity tag of an earlier response, which must still be current. */
  if_match?: string | null | undefined;
  /** `Idempotency-Key` of the HTTP request, for `accounts.create`: makes a retry safe. */
  idempotency_key?: string | null | undefined;
  /**
   * The IP address of the user's client: failed tokens and passwords are counted
   * against it. Default: the caller's own IP address where the transport has it, otherwise one for all callers.
   */
  source?: string | null | undefined;
  /** `X-Request-Id` of the HTTP request: the id of the request in both logs. Default: a new one. */
  request_id?: string | null | undefined;
  /**
   * The span of the caller (W3C Trace Context), for traces. Default: that of the headers of a message over NATS. An
   * invalid one is ignored.
   */
  traceparent?: string | null | undefined;
  /** The vendors' part of `traceparent`. */
  tracestate?: string | null | undefined;
  /**
   * When the caller gives up, in Unix milliseconds: a message that arrives later is not performed. The clocks
   * of both sides must agree by less than the time that is left. Default: none, which is 10 seconds.
   */
  deadline?: number | null | undefined;
}

/**
 * The response: the reply of a success, the error of a failure. To respond to a client of the caller's
 * own over HTTP, forward all three members unchanged.
 */
export interface AccountsReply<T = unknown> {
  /** The HTTP status. */
  status: number;
  /** The HTTP headers, by their names in lower case. */
  headers: Record<string, string>;
  /** The HTTP body; null with the status 204. */
  body: T;
}

/** The response to `accounts.authenticate`: the account and client of a token. */
export interface Authentication {
  /** The account it is for. */
  account_id: string;
  /** The client it was made for. */
  application: { id: string; name: string };
  /** Whether it is an application's own token or one granted through OAuth 2.0. */
  kind: 'application' | 'oauth';
  /** The scope of the token, separated by spaces (RFC 6749 section 3.3). */
  scope: string;
  /** When the token expires (format: SPEC 9.5); absent where it does not. */
  expires_at?: string | undefined;
}
