import type { SqlTransaction } from '../records.js';

/** A table whose rows expire: its repository selects them, the purge decides when to delete them. */
export interface ExpiringRows {
  /** The name of the table, or of what expires in its rows: for the log and the metric. */
  readonly expiring: string;
  /**
   * Deletes at most this number of expired rows. Returns whether there may be more. Cached
   * principals are not invalidated, because the expiry of a token is checked at each use.
   */
  deleteExpired(transaction: SqlTransaction, now: Date, limit: number): Promise<boolean>;
}
