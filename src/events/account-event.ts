/** What can happen to an account (CONTRACT 7). */
export const accountEventTypes = [
  'account.created',
  'account.updated',
  'account.deleted',
  'password.changed',
  'application.created',
  'application.updated',
  'application.deleted',
  'grant.created',
  'grant.revoked',
] as const;

/** A type of event, such as `account.created`. */
export type AccountEventType = (typeof accountEventTypes)[number];

/** What an event says beside its type, by what it is about. */
export interface AccountEventData {
  /** Of an update: the names of the members that changed, never their values. */
  readonly members?: readonly string[];
  /** The application, where it is about one or about a grant to one. */
  readonly application_id?: string;
}

/** Something that happened to an account. It names no personal data: a subscriber reads the account. */
export interface AccountEvent {
  /** A UUID, the same for every subscriber and at every attempt: duplicates have it in common. */
  readonly id: string;
  /** What happened. */
  readonly type: AccountEventType;
  /** When it happened, in ISO 8601 with milliseconds and in UTC. */
  readonly timestamp: string;
  /** The account it happened to; after `account.deleted` there is none of this id. */
  readonly account_id: string;
  /** Of the account; it never falls from one event of an account to the next. */
  readonly revision: number;
  /** What else there is to say, by type; empty where nothing. */
  readonly data: AccountEventData;
}
