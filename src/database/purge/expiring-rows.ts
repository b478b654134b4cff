import type { SqlTransaction } from '../records.js';

/** A table whose rows expire. Its repository selects them; the purge decides when to delete them. */
export interface ExpiringRows {
  /** The name of the table, or of the expiring part of its rows, for the log and the metric. */
  readonly expiring: string;
  /**
   * Deletes at most this number of expired rows. Returns whether there may be more. Cached principals stay valid,
   * because each use checks the expiry of a token.
   */
  deleteExpired(transaction: SqlTransaction, now: Date, limit: number): Promise<boolean>;
}
