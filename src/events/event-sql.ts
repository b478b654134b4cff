/** An account whose events are delivered only by the worker with this claim. */
export interface QueueClaim {
  readonly subscription: string;
  readonly accountId: string;
  readonly claim: string;
}

export const giveUp = `INTERVAL '3 days'`;

/** How long a subscriber counts as running after it was last seen. */
export const running = `INTERVAL '90 seconds'`;

/** The maximum number of rows that one statement moves or deletes, to stay within the statement timeout. */
export const batchSize = 5_000;

export const columns =
  'sequence, subscription, event_id, type, account_id, revision, data, occurred_at' as const;

/** Matches the queue of a claim, or no row if another worker has claimed it in the meantime. */
export const claimed = 'subscription = $1 AND account_id = $2 AND claim = $3';
export const exactEvent = 'subscription = $1 AND account_id = $2 AND sequence = $4::bigint';
export const nextEvent = 'attempts = 0, give_up_at = NULL, last_error = NULL';

export function toValues({ subscription, accountId, claim }: QueueClaim): string[] {
  return [subscription, accountId, claim];
}

export const inFuture = (ms: string) => `now() + ${ms}::int * INTERVAL '1 millisecond'`;

export const isoTime = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
