import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import type { FactorRemoval } from '../database/records.js';
import type { Change } from '../changes/change.js';

@Injectable()
export class FactorRemovalsRepository {
  constructor(private readonly prisma: PrismaService) {}

  find(accountId: string): Promise<FactorRemoval | null> {
    return this.prisma.factorRemoval.findUnique({ where: { accountId } });
  }

  async start({ models }: Change, removal: Omit<FactorRemoval, 'id' | 'mailedAt' | 'mailedTo'>) {
    const { count } = await models.factorRemoval.createMany({
      data: [removal],
      skipDuplicates: true,
    });
    const where = { accountId: removal.accountId };
    return { removal: await models.factorRemoval.findUniqueOrThrow({ where }), isNew: count > 0 };
  }

  /** The waiting time starts with the first mail, at the later of this node's and the database's clock. */
  async recordMail(accountId: string, id: string, digest: string, waitMs: number): Promise<void> {
    await this.prisma.queryJson(
      `UPDATE ${await this.prisma.table('factor_removals')} SET
         mailed_at = COALESCE(mailed_at, sent.at), mailed_to = array_append(mailed_to, $3),
         due_at = CASE WHEN mailed_at IS NULL
           THEN sent.at + $5::float8 * INTERVAL '1 millisecond' ELSE due_at END
       FROM (SELECT greatest(clock_timestamp(), $4::timestamptz) AS at) AS sent
       WHERE account_id = $1 AND id = $2 AND $3 <> ALL (mailed_to) RETURNING '1' AS json`,
      [accountId, id, digest, new Date().toISOString(), waitMs],
    );
  }

  async stop({ models }: Change, accountId: string, id: string | undefined): Promise<boolean> {
    return (await models.factorRemoval.deleteMany({ where: { accountId, id } })).count > 0;
  }

  /** Due by this node's clock; {@link complete} also checks the database's. */
  listDue(now: Date, limit: number): Promise<FactorRemoval[]> {
    return this.prisma.factorRemoval.findMany({
      where: { dueAt: { lte: now }, mailedAt: { not: null } },
      orderBy: { dueAt: 'asc' },
      take: limit,
    });
  }

  /** Checks both clocks. Returns false if the removal was stopped or another node completed it in the meantime. */
  async complete(change: Change, { accountId, id }: FactorRemoval, now: Date): Promise<boolean> {
    const ended = await change.query(
      `DELETE FROM ${await this.prisma.table('factor_removals')}
       WHERE account_id = $1 AND id = $2 AND mailed_at IS NOT NULL
         AND due_at <= clock_timestamp() AND due_at <= $3::timestamptz RETURNING '1' AS json`,
      [accountId, id, now.toISOString()],
    );
    if (ended.length === 0) return false;
    const where = { accountId };
    const apps = await change.models.authenticatorApp.deleteMany({ where });
    const passkeys = await change.models.passkey.deleteMany({ where });
    await change.models.recoveryCode.deleteMany({ where });
    return apps.count + passkeys.count > 0;
  }
}
