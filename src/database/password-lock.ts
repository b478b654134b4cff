import type { Prisma } from './generated/client.js';

/**
 * Holds an account's row until the transaction ends, if its password is still of this generation: a
 * change of the password then comes before, or sees and ends what the transaction begins.
 *
 * @returns whether it is
 */
export async function lockPassword(
  transaction: Prisma.TransactionClient,
  id: string,
  credentialsGeneration: number,
): Promise<boolean> {
  // Writing what is there already takes the lock, in whatever schema the tables are.
  const { count } = await transaction.account.updateMany({
    where: { id, credentialsGeneration },
    data: { credentialsGeneration },
  });
  return count > 0;
}
