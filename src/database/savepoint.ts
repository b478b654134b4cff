import type { SqlTransaction } from './records.js';

/** Does work within a savepoint of a transaction: when it fails, the transaction is as before and can continue. */
export async function inSavepoint<T>(
  transaction: SqlTransaction,
  work: () => Promise<T>,
): Promise<T> {
  await transaction.query('SAVEPOINT nest_accounts');
  try {
    const result = await work();
    await transaction.query('RELEASE SAVEPOINT nest_accounts');
    return result;
  } catch (error) {
    await transaction.query('ROLLBACK TO SAVEPOINT nest_accounts');
    await transaction.query('RELEASE SAVEPOINT nest_accounts');
    throw error;
  }
}
