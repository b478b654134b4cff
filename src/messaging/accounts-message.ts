/** The patterns of the operations. They are also the NATS subjects. */
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
  | 'applications.secrets.list'
  | 'applications.secrets.rotate'
  | 'applications.secrets.delete'
  | 'applications.tokens.list'
  | 'applications.tokens.create'
  | 'applications.tokens.revoke'
  | 'app.data';

/** The payload of a message. A null member counts as absent. */
export interface AccountsMessage {
  /** The access token of the user, as in `Authorization` without the word `Bearer`. */
  access_token?: string | null | undefined;
  /**
   * The id of the account, for `accounts.get`, `.update`, `.delete`, `.preferences.get`, `.preferences.update`,
   * `.status` and `.verify`. Default: `me`, the account of the token.
   * The id of the application, for `applications.get`, `.update`, `.delete`, `applications.secrets.*` and
   * `applications.tokens.*`.
   */
  id?: string | null | undefined;
  /** The id of the replaced client secret, for `applications.secrets.delete`. */
  secret_id?: string | null | undefined;
  /** The id of the named token, for `applications.tokens.revoke`. */
  token_id?: string | null | undefined;
  /** The JSON body of the HTTP request, at most 100 kB. Default for updates: `{}`. */
  body?: unknown;
  /** `Accept-Version` of the HTTP request. Default: the version of the calling application. */
  accept_version?: string | null | undefined;
  /** `Accept-Language` of the HTTP request. Default: the language of the account. */
  accept_language?: string | null | undefined;
  /**
   * `If-Match` of the HTTP request: the entity tag of an earlier response. The message fails if it is no longer
   * current.
   */
  if_match?: string | null | undefined;
  /** `Idempotency-Key` of the HTTP request, for `accounts.create`: makes a retry safe. */
  idempotency_key?: string | null | undefined;
  /**
   * The IP address of the user's client. Failed tokens and passwords count against it. Default: the caller's own IP
   * address if the transport knows it, otherwise one source for all callers.
   */
  source?: string | null | undefined;
  /** `X-Request-Id` of the HTTP request: the id of the request in the caller's and the service's logs. Default: a new one. */
  request_id?: string | null | undefined;
  /**
   * The caller's tracing span (W3C Trace Context). Default: the header of the NATS message. An invalid span is ignored.
   */
  traceparent?: string | null | undefined;
  /** The vendor-specific part of the trace context, `tracestate`. */
  tracestate?: string | null | undefined;
  /**
   * When the caller gives up, in Unix milliseconds. The service does not perform a message that arrives later. The
   * difference between the clocks of both sides must be smaller than the remaining time. Default: none, so that the
   * timeout of 10 seconds applies.
   */
  deadline?: number | null | undefined;
}

/**
 * The response to a message: the reply on success, the error on failure. To pass it on to the caller's own HTTP client,
 * forward all three members unchanged.
 */
export interface AccountsReply<T = unknown> {
  /** The HTTP status. */
  status: number;
  /** The HTTP headers, with lower-case names. */
  headers: Record<string, string>;
  /** The HTTP body; null with the status 204. */
  body: T;
}

/** The response to `accounts.authenticate`: the account and the client of a token. */
export interface Authentication {
  /** The account that the token is for. */
  account_id: string;
  /** The client that the token was issued to. */
  application: { id: string; name: string };
  /**
   * `application` for an application's own token and a named token with full access, `restricted` for another named
   * token, `oauth` for a token that a user granted, or that was issued for client credentials.
   */
  kind: 'application' | 'restricted' | 'oauth';
  /** The scope of the token, separated by spaces (RFC 6749 section 3.3). */
  scope: string;
  /** When the token expires, as `YYYY-MM-DDThh:mm:ss.sssTZD`; absent if it does not expire. */
  expires_at?: string | undefined;
}
