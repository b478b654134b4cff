import type { PrismaService } from '../prisma.service.js';
import type { ExpiringRows } from './expiring-rows.js';

/** The advisory lock of PostgreSQL that lets only one node purge at a time. */
const lockName = 'nest-accounts purge';

export class ExpiredRowsRepository {
  /** @param tables in the order in which their rows are deleted */
  constructor(
    private readonly prisma: PrismaService,
    private readonly tables: readonly ExpiringRows[],
  ) {}

  /**
   * Deletes at most this number of expired rows of each table, unless another node is doing so. Returns
   * whether there may be more.
   */
  async deleteBatch(limit: number): Promise<boolean> {
    const { prisma } = this;
    return prisma.poolTransaction(async (transaction) => {
      const [lock] = await prisma.queryJson<{ free: boolean; now: number }>(
        `SELECT json_build_object(
          'free', pg_try_advisory_xact_lock(hashtextextended($1, 0)),
          'now', floor(extract(epoch FROM clock_timestamp()) * 1000)
        )::text AS json`,
        [`${lockName} ${prisma.schema}`],
        transaction,
      );
      if (!lock!.free) return false;
      // A clock that is ahead would delete rows that have not expired.
      const now = new Date(Math.min(Date.now(), lock!.now));
      let isMore = false;
      for (const table of this.tables) {
        const isFull = await table.deleteExpired(transaction, now, limit);
        isMore ||= isFull;
      }
      return isMore;
    });
  }
}
