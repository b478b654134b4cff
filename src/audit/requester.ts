/** How a caller reaches the service; `code` is a direct call of its host. */
export type Channel = 'http' | 'messages' | 'oauth' | 'console' | 'command_line' | 'code';

/** Who asks for something, through what and from where, as far as that is known. */
export interface Requester {
  /** Default: `code`. */
  readonly channel?: Channel | undefined;
  /** The account that asks. */
  readonly accountId?: string | undefined;
  /** The application through which it asks. */
  readonly applicationId?: string | undefined;
  /** The IP address wrong passwords are counted by. Default: one for all of whom none is known. */
  readonly source?: string | undefined;
  /** The id of the request in the log. */
  readonly requestId?: string | undefined;
  /** The web session it asks in. */
  readonly sessionId?: string | undefined;
  /** What the OAuth token descends from; none for an application’s own token. */
  readonly authorizationId?: string | null | undefined;
  /** Ends what is repeated because of concurrent changes. Default: it ends after 5 seconds. */
  readonly signal?: AbortSignal | undefined;
}
