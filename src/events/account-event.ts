/** The types of account events, which subscribers receive (CONTRACT 7). */
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
  'grant.updated',
  'grant.revoked',
  'session.ended',
  'mail.sent',
  'mail.rejected',
] as const;

/** A type of event, such as `account.created`. */
export type AccountEventType = (typeof accountEventTypes)[number];

/**
 * The data of an event type. `members` names the changed members, without their values; `scopes` are those of the
 * authorization now; `session_id` is the id in the list of sessions, and `sids` are its names in ID tokens; `kind` is
 * the kind of mail.
 */
export type AccountEventData<Type extends AccountEventType = AccountEventType> =
  Type extends 'account.updated'
    ? { readonly members: readonly string[] }
    : Type extends 'application.updated'
      ? { readonly application_id: string; readonly members: readonly string[] }
      : Type extends 'grant.updated'
        ? { readonly application_id: string; readonly scopes: readonly string[] }
        : Type extends `application.${string}` | `grant.${string}`
          ? { readonly application_id: string }
          : Type extends 'session.ended'
            ? { readonly session_id: string; readonly sids: readonly string[] }
            : Type extends `mail.${string}`
              ? { readonly kind: string }
              : Readonly<Record<never, never>>;

/** An event of an account, one of a union by `type`. It contains no personal data: a subscriber reads the account. */
export type AccountEvent<Type extends AccountEventType = AccountEventType> = {
  [Each in Type]: {
    /** A UUID, the same for every subscriber and every attempt, which identifies duplicates. */
    readonly id: string;
    /** The type of the event. */
    readonly type: Each;
    /** When it happened, in ISO 8601 with milliseconds and in UTC. */
    readonly timestamp: string;
    /** The id of the account. After `account.deleted` no account has this id. */
    readonly account_id: string;
    /** The name of the account's mount. `accounts` unless its options set another name. */
    readonly mount: string;
    /** The revision of the account. It never decreases from one event of an account to the next. */
    readonly revision: number;
    /** Data that depends on the type. */
    readonly data: AccountEventData<Each>;
  };
}[Type];
