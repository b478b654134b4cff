import type { SqlTransaction } from '../records.js';

/** A table whose rows expire: its repository selects them, the purge decides when to delete them. */
export interface ExpiringRows {
  /**
   * Deletes at most this number of expired rows. Returns whether there may be more. Cached
   * principals are not invalidated, because the expiry of a token is checked at each use.
   */
  deleteExpired(transaction: SqlTransaction, now: Date, limit: number): Promise<boolean>;
}
