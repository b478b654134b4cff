import type { Transaction } from '../records.js';

/** A table whose rows expire: its repository knows which, the purge when to delete them. */
export interface ExpiringRows {
  /**
   * Deletes expired rows, so many of a kind at most. Returns whether there may be more. Kept
   * principals need not know: whether a token has expired is asked whenever it is used.
   */
  deleteExpired(transaction: Transaction, now: Date, limit: number): Promise<boolean>;
}
