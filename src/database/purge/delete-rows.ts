import type { PrismaService } from '../prisma.service.js';
import type { SqlTransaction } from '../records.js';

/** Which rows to delete, of a table that is called `deleted`. */
export interface DeletedRows {
  /** A condition in SQL, whose parameters are from `$1` on. */
  readonly where: string;
  /** The columns of an index that finds the rows: without an order PostgreSQL may scan the whole table for them. */
  readonly orderBy: string;
  readonly values?: readonly unknown[];
  readonly limit: number;
}

/**
 * Deletes rows of a table that no other transaction has locked. Returns whether there may be more.
 *
 * @param transaction undefined: none
 * @param table its name, without the schema
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

/** The rows that expired before this time, by a column with an index. */
export function before(column: string, time: Date, limit: number): DeletedRows {
  const where = `${column} < $1::timestamptz`;
  return { where, orderBy: column, values: [time.toISOString()], limit };
}
