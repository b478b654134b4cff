import type { PrismaService } from '../prisma.service.js';
import type { SqlTransaction } from '../records.js';

/** The rows to delete from a table with the alias `deleted`. */
export interface DeletedRows {
  /** An SQL condition with parameters from `$1` on. */
  readonly where: string;
  /** The columns of an index that finds the rows. Without an order, PostgreSQL may scan the whole table. */
  readonly orderBy: string;
  readonly values?: readonly unknown[];
  readonly limit: number;
}

/**
 * Deletes rows of a table that no other transaction has locked. Returns whether there may be more.
 *
 * @param transaction the transaction to run in, if any
 * @param table the table name, without the schema
 */
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

/** Selects the rows that expired before this time, by an indexed column. */
export function before(column: string, time: Date, limit: number): DeletedRows {
  const where = `${column} < $1::timestamptz`;
  return { where, orderBy: column, values: [time.toISOString()], limit };
}
