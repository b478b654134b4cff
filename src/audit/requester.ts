/** How a caller reaches the service; `code` is a direct call of its host. */
export type Channel = 'http' | 'messages' | 'oauth' | 'console' | 'command_line' | 'code';

/** The caller of an operation, as far as it is known. */
export interface Requester {
  /** Default: `code`. */
  readonly channel?: Channel | undefined;
  /** The calling account. */
  readonly accountId?: string | undefined;
  /** The calling application. */
  readonly applicationId?: string | undefined;
  /** The name of the operator, for the audit trail: at most 64 visible characters. Default: no operator. */
  readonly operator?: string | undefined;
  /** The IP address by which wrong passwords are counted. Default: one for all callers without one. */
  readonly source?: string | undefined;
  /** The id of the request in the log. */
  readonly requestId?: string | undefined;
  /** Identifies the access token of the call without revealing it. */
  readonly tokenId?: string | undefined;
  /** The session of the console. */
  readonly sessionId?: string | undefined;
  /** The generation of the credentials that the call has proved to know; nothing changes under a later one. */
  readonly credentialsGeneration?: number | undefined;
  /** The authorization of the OAuth token; none for an application’s own token. */
  readonly authorizationId?: string | null | undefined;
  /** Ends retries after concurrent changes. Default: they end after 5 seconds. */
  readonly signal?: AbortSignal | undefined;
}
