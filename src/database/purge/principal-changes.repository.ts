import { Injectable } from '@nestjs/common';
import { PrismaService } from '../prisma.service.js';
import type { SqlTransaction } from '../records.js';
import { deleteRows, type ExpiringRows } from './expiring-rows.js';

/** The age after which every node has read a change, or will clear its cache at its next read. */
const readByAllMs = 4 * 60_000;

/** Purges the table that triggers write and the change log reads. A row expires once every node has read it. */
@Injectable()
export class PrincipalChangesRepository implements ExpiringRows {
  readonly expiring = 'principal_changes';

  /** The oldest transaction in progress on a server, and when it was determined. */
  private oldest = { server: '', transactionId: 0n, at: performance.now() };
  private oldestBefore = 0n;

  constructor(private readonly prisma: PrismaService) {}

  async deleteExpired(transaction: SqlTransaction, _now: Date, limit: number): Promise<boolean> {
    const isMore = await deleteRows(this.prisma, transaction, this.expiring, {
      where: 'transaction_id < $1::bigint',
      orderBy: 'transaction_id',
      values: [String(await this.readByAll(transaction))],
      limit,
    });
    return (await this.deleteForeign(transaction, limit)) || isMore;
  }

  /** Returns the transaction before which every change has been read, if the server is the same. */
  private async readByAll(transaction: SqlTransaction): Promise<bigint> {
    const now = performance.now();
    if (now - this.oldest.at > readByAllMs) {
      const oldest = await this.prisma.queryJsonRow<{ server: string; transactionId: string }>(
        `SELECT json_build_object(
          'server', extract(epoch FROM pg_postmaster_start_time())::text,
          'transactionId', pg_snapshot_xmin(pg_current_snapshot())::text
        )::text AS json`,
        [],
        transaction,
      );
      const { server, transactionId } = oldest;
      this.oldestBefore = server === this.oldest.server ? this.oldest.transactionId : 0n;
      this.oldest = { server, transactionId: BigInt(transactionId), at: now };
    }
    return this.oldestBefore;
  }

  /**
   * Deletes changes of transactions that the server has not yet started, which come from the dump of another server, in
   * a single statement, because this server may start such a transaction between two.
   */
  private async deleteForeign(transaction: SqlTransaction, limit: number): Promise<boolean> {
    // With an adapter of the host, the log is not read either.
    if (this.prisma.schema === undefined) return false;
    const where = 'transaction_id >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint';
    const foreign = { where, orderBy: 'transaction_id', limit };
    return deleteRows(this.prisma, transaction, this.expiring, foreign);
  }
}
