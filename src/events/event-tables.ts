/** What the statements on the tables of events have in common. */
import type { QueueClaim } from './event-deliveries.repository.js';

/** How long a failing event is retried. */
export const giveUp = `INTERVAL '3 days'`;

/** How long after it was last seen a subscriber counts as running. */
export const running = `INTERVAL '90 seconds'`;

/** The most rows that one statement moves or deletes, within the timeout of statements. */
export const batchSize = 5_000;

/** The columns of an event, waiting or parked. */
export const columns =
  'sequence, subscription, event_id, type, account_id, revision, data, occurred_at' as const;

/** The queue of a claim; no row when another worker has claimed it meanwhile. */
export const claimed = 'subscription = $1 AND account_id = $2 AND claim = $3';

/** The event with the sequence `$4` in the queue of a claim. */
export const exactEvent = 'subscription = $1 AND account_id = $2 AND sequence = $4::bigint';

/** The state of a queue whose first event is another one. */
export const nextEvent = 'attempts = 0, give_up_at = NULL, last_error = NULL';

/** The parameters `$1` to `$3` of a statement about a claimed queue. */
export function valuesOf({ subscription, accountId, claim }: QueueClaim): string[] {
  return [subscription, accountId, claim];
}

export const inFuture = (ms: string) => `now() + ${ms}::int * INTERVAL '1 millisecond'`;

export const isoTime = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
