import type { PrismaService } from './prisma.service.js';
import type { Transaction } from './records.js';

/**
 * Locks an account's row until the transaction ends, if its password is still of this generation: a
 * change of the password then happens before, or sees and ends the sessions and tokens of the transaction.
 *
 * @returns whether the password is of this generation
 */
export async function lockPassword(
  prisma: PrismaService,
  transaction: Transaction,
  id: string,
  credentialsGeneration: number,
): Promise<boolean> {
  const locked = await prisma.queryJson<string>(
    `SELECT to_json(id)::text AS json FROM ${await prisma.table('accounts')}
     WHERE id = $1 AND credentials_generation = $2::int FOR NO KEY UPDATE`,
    [id, credentialsGeneration],
    transaction,
  );
  return locked.length > 0;
}
