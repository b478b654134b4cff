import { Injectable } from '@nestjs/common';
import { PrismaService } from '../prisma.service.js';
import type { SqlTransaction } from '../records.js';

/** A table whose rows expire. Its repository selects them; the purge decides when to delete them. */
export interface ExpiringRows {
  /** The name of the table, or of the expiring part of its rows, for the log and the metric. */
  readonly expiring: string;
  /**
   * Deletes at most this number of expired rows. Returns whether there may be more. Cached principals stay valid,
   * because each use checks the expiry of a token.
   */
  deleteExpired(transaction: SqlTransaction, now: Date, limit: number): Promise<boolean>;
}

/** The repository of a table whose column `expires_at` says when a row expires. */
@Injectable()
export abstract class ExpiringTable implements ExpiringRows {
  abstract readonly expiring: string;

  constructor(protected readonly prisma: PrismaService) {}

  deleteExpired(transaction: SqlTransaction, now: Date, limit: number): Promise<boolean> {
    const expired = before('expires_at', now, limit);
    return deleteRows(this.prisma, transaction, this.expiring, expired);
  }
}

/** The rows to delete from a table with the alias `deleted`. */
interface DeletedRows {
  readonly where: string;
  /** The columns of an index that finds the rows. Without an order, PostgreSQL may scan the whole table. */
  readonly orderBy: string;
  readonly values?: readonly unknown[];
  readonly limit: number;
}

/** Deletes rows that no other transaction has locked. Returns whether there may be more. */
export async function deleteRows(
  prisma: PrismaService,
  transaction: SqlTransaction | undefined,
  table: string,
  { where, orderBy, values = [], limit }: DeletedRows,
): Promise<boolean> {
  const rows = await prisma.table(table);
  const deleted = await prisma.queryJson(
    `DELETE FROM ${rows} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${rows} AS deleted WHERE ${where}
      ORDER BY ${orderBy} LIMIT $${values.length + 1}::int FOR UPDATE SKIP LOCKED
    )) RETURNING '1' AS json`,
    [...values, limit],
    transaction,
  );
  return deleted.length === limit;
}

export function before(column: string, time: Date, limit: number): DeletedRows {
  const where = `${column} < $1::timestamptz`;
  return { where, orderBy: column, values: [time.toISOString()], limit };
}
