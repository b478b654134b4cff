import type { PrismaService } from '../database/prisma.service.js';
import type { Transaction } from '../database/records.js';

/** A database function decides this, so that it also works without a factor feature. */
export async function hasFactor(
  prisma: PrismaService,
  accountId: string,
  client?: Transaction,
): Promise<boolean> {
  const [has] = await prisma.queryJson<boolean>(
    `SELECT to_json(${await prisma.table('has_factor')}($1))::text AS json`,
    [accountId],
    client,
  );
  return has!;
}
