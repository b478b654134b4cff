import { Injectable } from '@nestjs/common';
import { escapeIdentifier } from 'pg';
import type { Prisma } from '../generated/client.js';
import { PrismaService } from '../prisma.service.js';

/** What two nodes must not do at the same time, as an advisory lock of PostgreSQL. */
const lockName = 'nest-accounts purge';

const hourMs = 60 * 60_000;

/** After so long every node has read a change, or forgets all it keeps when it reads again. */
const readByAllMs = 4 * 60_000;

@Injectable()
export class ExpiredRowsRepository {
  /** The oldest transaction that was under way on a server, at a time and at an earlier one. */
  private oldest = { server: '', transactionId: 0n, at: performance.now() };
  private oldestBefore = 0n;

  /** @param auditDays how long events of the audit trail are kept */
  constructor(
    private readonly prisma: PrismaService,
    private readonly auditDays: number,
  ) {}

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
      // An event may have repeated for an hour after its moment.
      const audited = new Date(lt.getTime() - (24 * this.auditDays + 1) * hourMs);
      // The trigger of the table keeps events for a year where it is not told otherwise.
      await transaction.$executeRaw`
        SELECT set_config('nest_accounts.audit_days', ${String(this.auditDays)}, true)`;
      const batch = { where: { expiresAt: { lt } }, limit };
      const deleted = [
        await transaction.accessToken.deleteMany(batch),
        await transaction.authorization.deleteMany(batch),
        await transaction.session.deleteMany(batch),
        await transaction.idempotencyKey.deleteMany(batch),
        await transaction.auditEvent.deleteMany({ where: { at: { lt: audited } }, limit }),
        await transaction.principalChange.deleteMany({
          where: { transactionId: { lt: readByAll } },
          limit,
        }),
        { count: await this.deleteForeignChanges(transaction, limit) },
      ];
      return deleted.some(({ count }) => count === limit);
    });
  }

  /**
   * Deletes changes of transactions that the server has yet to begin: they came with the dump of
   * another server. One statement, since the next snapshot may see such a transaction of this one.
   */
  private async deleteForeignChanges(
    transaction: Prisma.TransactionClient,
    limit: number,
  ): Promise<number> {
    const { schema } = this.prisma;
    // Through an adapter of the host the log is not read either.
    if (schema === undefined) return 0;
    const table = `${escapeIdentifier(schema)}.principal_changes`;
    return transaction.$executeRawUnsafe(`
      DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${table}
        WHERE transaction_id >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint
        LIMIT ${limit}
      ))`);
  }

  /** The transaction before which every change has been read, since the server is the same. */
  private async readByAll(): Promise<bigint> {
    const now = performance.now();
    if (now - this.oldest.at > readByAllMs) {
      const [{ server, id }] = await this.prisma.$queryRaw<[{ server: string; id: bigint }]>`
        SELECT extract(epoch FROM pg_postmaster_start_time())::text AS server,
          pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS id`;
      this.oldestBefore = server === this.oldest.server ? this.oldest.transactionId : 0n;
      this.oldest = { server, transactionId: id, at: now };
    }
    return this.oldestBefore;
  }
}
