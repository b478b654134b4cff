import type { PrismaService } from './prisma.service.js';
import type { Transaction } from './records.js';

/** Locks an account's row until the transaction ends. Returns whether there is one. */
export function lockAccount(
  prisma: PrismaService,
  transaction: Transaction,
  id: string,
): Promise<boolean> {
  return lockRow(prisma, transaction, 'id = $1', [id]);
}

/**
 * Locks an account's row until the transaction ends, if its password is still of this generation: a
 * change of the password then happens before, or sees and ends the sessions and tokens of the transaction.
 *
 * @returns whether the password is of this generation
 */
export function lockPassword(
  prisma: PrismaService,
  transaction: Transaction,
  id: string,
  credentialsGeneration: number,
): Promise<boolean> {
  const where = 'id = $1 AND credentials_generation = $2::int';
  return lockRow(prisma, transaction, where, [id, credentialsGeneration]);
}

async function lockRow(
  prisma: PrismaService,
  transaction: Transaction,
  where: string,
  values: readonly unknown[],
): Promise<boolean> {
  const locked = await prisma.queryJson<string>(
    `SELECT to_json(id)::text AS json FROM ${await prisma.table('accounts')}
     WHERE ${where} FOR NO KEY UPDATE`,
    values,
    transaction,
  );
  return locked.length > 0;
}
