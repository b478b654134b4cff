import { Injectable } from '@nestjs/common';
import { escapeIdentifier } from 'pg';
import { PrismaService } from '../prisma.service.js';
import type { Transaction } from '../records.js';
import type { ExpiringRows } from './expiring-rows.js';

/** The age after which every node has read a change, or clears its cache at its next read. */
const readByAllMs = 4 * 60_000;

/** The table that triggers write and the change log reads; a row expires once every node has read it. */
@Injectable()
export class PrincipalChangesRepository implements ExpiringRows {
  /** The oldest transaction in progress on a server, at a time and at an earlier one. */
  private oldest = { server: '', transactionId: 0n, at: performance.now() };
  private oldestBefore = 0n;

  constructor(private readonly prisma: PrismaService) {}

  async deleteExpired(transaction: Transaction, _now: Date, limit: number): Promise<boolean> {
    const transactionId = { lt: await this.readByAll(transaction) };
    const { count } = await transaction.principalChange.deleteMany({
      where: { transactionId },
      limit,
    });
    const foreign = await this.deleteForeign(transaction, limit);
    return count === limit || foreign === limit;
  }

  /** The transaction before which every change has been read, if the server is the same. */
  private async readByAll(transaction: Transaction): Promise<bigint> {
    const now = performance.now();
    if (now - this.oldest.at > readByAllMs) {
      const [{ server, id }] = await transaction.$queryRaw<[{ server: string; id: bigint }]>`
        SELECT extract(epoch FROM pg_postmaster_start_time())::text AS server,
          pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS id`;
      this.oldestBefore = server === this.oldest.server ? this.oldest.transactionId : 0n;
      this.oldest = { server, transactionId: id, at: now };
    }
    return this.oldestBefore;
  }

  /**
   * Deletes changes of transactions that the server has not begun yet: they come from the dump of
   * another server. It is one statement, because this server may begin such a transaction before the next one.
   */
  private async deleteForeign(transaction: Transaction, limit: number): Promise<number> {
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
}
