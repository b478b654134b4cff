/** The types of account events (CONTRACT 7). */
export const accountEventTypes = [
  'account.created',
  'account.updated',
  'account.deleted',
  'account.suspended',
  'account.restored',
  'email.changed',
  'email.verified',
  'password.changed',
  'application.created',
  'application.updated',
  'application.deleted',
  'grant.created',
  'grant.revoked',
] as const;

/** A type of event, such as `account.created`. */
export type AccountEventType = (typeof accountEventTypes)[number];

/** The data of an event beside its type. */
export interface AccountEventData {
  /** Of an update: the names of the members that changed, never their values. */
  readonly members?: readonly string[];
  /** The application, where it is about one or about a grant to one. */
  readonly application_id?: string;
}

/** An event of an account. It contains no personal data: a subscriber reads the account. */
export interface AccountEvent {
  /** A UUID, the same for every subscriber and at every attempt: duplicates have it in common. */
  readonly id: string;
  /** What happened. */
  readonly type: AccountEventType;
  /** When it happened, in ISO 8601 with milliseconds and in UTC. */
  readonly timestamp: string;
  /** The id of the account; after `account.deleted` there is no account of this id. */
  readonly account_id: string;
  /** The revision of the account; it never decreases from one event of an account to the next. */
  readonly revision: number;
  /** Further data, by type; may be empty. */
  readonly data: AccountEventData;
}
