import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';

/** What two nodes must not do at the same time, as an advisory lock of PostgreSQL. */
const lockName = 'nest-accounts purge';

/** PostgreSQL keeps events for 365 days by its own clock, with which ours need not agree. */
const auditRetentionMs = 366 * 24 * 60 * 60_000;

/** After so long every node has read a change, or forgets all it keeps when it reads again. */
const readByAllMs = 4 * 60_000;

@Injectable()
export class ExpiredRowsRepository {
  /** The oldest transaction that was under way, at a time and at an earlier one. */
  private oldest = { transactionId: 0n, at: performance.now() };
  private oldestBefore = 0n;

  constructor(private readonly prisma: PrismaService) {}

  /**
   * Deletes so many expired rows of each kind at most, unless another node is doing so. Returns
   * whether there may be more. Kept principals need not know: whether a token has expired is asked
   * whenever it is used.
   */
  async deleteBatch(limit: number): Promise<boolean> {
    const { prisma } = this;
    const readByAll = await this.readByAll();
    return prisma.$transaction(async (transaction) => {
      const [lock] = await transaction.$queryRaw<[{ free: boolean; now: Date }]>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${`${lockName} ${prisma.schema}`}, 0)) AS free,
          clock_timestamp() AS now`;
      if (!lock.free) return false;
      // What a clock that is ahead takes for expired would be lost when it is set right.
      const lt = new Date(Math.min(Date.now(), lock.now.getTime()));
      const batch = { where: { expiresAt: { lt } }, limit };
      const deleted = [
        await transaction.accessToken.deleteMany(batch),
        await transaction.authorization.deleteMany(batch),
        await transaction.session.deleteMany(batch),
        await transaction.idempotencyKey.deleteMany(batch),
        await transaction.auditEvent.deleteMany({
          where: { at: { lt: new Date(lt.getTime() - auditRetentionMs) } },
          limit,
        }),
        await transaction.principalChange.deleteMany({
          where: { transactionId: { lt: readByAll } },
          limit,
        }),
      ];
      return deleted.some(({ count }) => count === limit);
    });
  }

  /** The transaction before which every change has been read. */
  private async readByAll(): Promise<bigint> {
    const now = performance.now();
    if (now - this.oldest.at > readByAllMs) {
      const [row] = await this.prisma.$queryRaw<[{ id: bigint }]>`
        SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS id`;
      this.oldestBefore = this.oldest.transactionId;
      this.oldest = { transactionId: row.id, at: now };
    }
    return this.oldestBefore;
  }
}
