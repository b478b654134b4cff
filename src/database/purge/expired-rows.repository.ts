import type { PrismaService } from '../prisma.service.js';
import type { ExpiringRows } from './expiring-rows.js';

/** The advisory lock of PostgreSQL that lets only one node purge at a time. */
const lockName = 'nest-accounts purge';

export class ExpiredRowsRepository {
  /** @param tables in the order of deletion */
  constructor(
    private readonly prisma: PrismaService,
    readonly tables: readonly ExpiringRows[],
  ) {}

  /**
   * Deletes expired rows in its own transaction, and records the time if none remain. Returns whether more may remain;
   * undefined if another node holds the lock, perhaps for another table.
   */
  deleteBatch(table: ExpiringRows, limit: number): Promise<boolean | undefined> {
    const { prisma } = this;
    return prisma.poolTransaction(async (transaction) => {
      const lock = await prisma.queryJsonRow<{ free: boolean; now: number }>(
        `SELECT json_build_object(
          'free', pg_try_advisory_xact_lock(hashtextextended($1, 0)),
          'now', floor(extract(epoch FROM clock_timestamp()) * 1000)
        )::text AS json`,
        [`${lockName} ${prisma.schema}`],
        transaction,
      );
      if (!lock.free) return undefined;
      // A node clock that is ahead would delete rows that have not expired.
      const now = new Date(Math.min(Date.now(), lock.now));
      const isMore = await table.deleteExpired(transaction, now, limit);
      if (!isMore) {
        await prisma.queryJson(
          `INSERT INTO ${await prisma.table('purges')} (name, succeeded_at) VALUES ($1, now())
           ON CONFLICT (name) DO UPDATE SET succeeded_at = excluded.succeeded_at RETURNING '1' AS json`,
          [table.expiring],
          transaction,
        );
      }
      return isMore;
    });
  }

  /** Lets the time without a purge of new tables count from now on. */
  async registerTables(): Promise<void> {
    await this.prisma.queryJson(
      `INSERT INTO ${await this.prisma.table('purges')} (name, succeeded_at)
       SELECT name, now() FROM unnest($1::text[]) AS name
       ON CONFLICT DO NOTHING RETURNING '1' AS json`,
      [this.tables.map(({ expiring }) => expiring)],
    );
  }

  /** Returns when each table last had no expired rows, in seconds since 1970; now, before the first purge. */
  async lastSuccesses(): Promise<(readonly [name: string, seconds: number])[]> {
    return this.prisma.queryJson(
      `SELECT json_build_array(name, extract(epoch FROM COALESCE(succeeded_at, now()))::float8)::text AS json
       FROM unnest($1::text[]) AS name LEFT JOIN ${await this.prisma.table('purges')} USING (name)
       ORDER BY name`,
      [this.tables.map(({ expiring }) => expiring)],
    );
  }
}
