import { identifierLength } from './identifier.js';
import type { ListPosition } from './list-position.js';
import type { PrismaService } from './prisma.service.js';
import type { SqlTransaction } from './records.js';

/** The maximum number of rows that a search examines for a page, and of entries of an index that it counts. */
export const maxExamined = 10_000;

/** The maximum number if each row may be in another block of the disk, or needs a look-up in another table. */
export const maxLookedUp = 2_000;

/** No other identifier precedes it. */
const firstIdentifier = '0'.repeat(identifierLength);

/** Adds a value to a statement, and returns its parameter. */
export type Parameter = (value: unknown) => string;

/** Rows that are read newest first, one by one. */
export interface NewestFirst {
  /** Returns the statement that reads these columns, without a limit. */
  readonly select: (columns: string) => string;
  /** The columns of the order: those with a fixed value, the time, and the id if the index contains it. */
  readonly order: readonly string[];
  /** SQL for the time and the id of the position after a row. */
  readonly end: readonly [time: string, id: string];
  /** {@link maxExamined} or {@link maxLookedUp}. */
  readonly most: number;
  /** The SQL conditions that a row must also meet. */
  readonly where: readonly string[];
}

/** The rows with these values in an index whose next column is a time. */
export interface IndexRange {
  readonly table: string;
  readonly time: 'at' | 'created_at';
  /** The first columns of the index with their values, as SQL. */
  readonly equal: readonly (readonly [column: string, value: string])[];
  /** The condition of a partial index. */
  readonly partial?: readonly string[];
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly position?: ListPosition | undefined;
}

/**
 * Plans that read all matching rows before the first one of a page. JIT compilation, which would take longer than the
 * search: until version 17, PostgreSQL adds a high cost to a plan that it cannot avoid.
 */
const disabled = ['enable_seqscan', 'enable_sort', 'enable_hashjoin', 'jit'];

/** Runs the statements of a search, in whose plans PostgreSQL reads indexes in order as far as possible. */
export function readInOrder<T>(
  prisma: PrismaService,
  work: (transaction: SqlTransaction) => Promise<T>,
): Promise<T> {
  return prisma.poolTransaction(async (transaction) => {
    const settings = disabled.map((name) => `set_config('${name}', 'off', true)`).join(', ');
    await transaction.query(`SELECT ${settings}`);
    return work(transaction);
  });
}

/**
 * Reads an index backwards. PostgreSQL would expect a frequent value to be spread evenly over time, and read an index on
 * the time alone until it finds enough rows. It does not know that a row comparison fixes the first column, so only the
 * index on both has the order.
 */
export function readIndex(range: IndexRange, parameter: Parameter): Omit<NewestFirst, 'where'> {
  const { table, time, equal } = range;
  const where = toConditions(range, parameter);
  // Every index on the time of creation contains the id. Many accounts can have the same time, after an import.
  const id = time === 'created_at' ? ['id'] : [];
  const order = [...equal.map(([column]) => column), time, ...id];
  return {
    order,
    end: [time, id[0] ?? `'${firstIdentifier}'`],
    most: maxLookedUp,
    select: (selected) =>
      `SELECT ${selected} FROM ${table} WHERE ${where} ORDER BY ${descending(order)}`,
  };
}

/**
 * Selects the ids and times of creation of the first rows whose text begins so, one more than {@link maxExamined}.
 *
 * @param text SQL that has an index with the pattern operators. The order makes PostgreSQL use it
 */
export function findBeginning(table: string, text: string, prefix: string): string {
  return `SELECT id, created_at FROM (
    SELECT id, created_at FROM ${table}
    WHERE ${text} ~>=~ ${prefix} AND ${text} ~<=~ (${prefix} || chr(1114111))
    ORDER BY ${text} USING ~<~ LIMIT ${maxExamined + 1}
  ) AS beginning`;
}

/**
 * Reads the rows of a table that a statement selects, at most {@link maxExamined} of them.
 *
 * @param ids selects their `id` and `created_at`. They are sorted before any row is read, and found first (`OFFSET`)
 */
export function readShortList(
  { ids, table, position }: { ids: string; table: string; position: ListPosition | undefined },
  parameter: Parameter,
): Omit<NewestFirst, 'where'> {
  const where = position
    ? `WHERE (created_at, id) < (${parameter(position.createdAt.toISOString())}::timestamptz, ${parameter(position.id)})`
    : '';
  return {
    order: ['found_at', 'found_id'],
    end: ['found_at', 'found_id'],
    most: maxLookedUp,
    select: (columns) => `
      SELECT ${columns} FROM (
        SELECT id AS found_id, created_at AS found_at FROM (${ids} OFFSET 0) AS selected ${where}
        ORDER BY created_at DESC, id DESC
      ) AS sorted, LATERAL (SELECT * FROM ${table} WHERE id = found_id OFFSET 0) AS listed
      ORDER BY found_at DESC, found_id DESC`,
  };
}

/** Returns SQL for the number of rows, at most one more than {@link maxExamined}. Reads nothing but the index. */
export function countRange(range: IndexRange, parameter: Parameter): string {
  const { table, time, equal } = range;
  const order = descending([...equal.map(([column]) => column), time]);
  return `(SELECT count(*) FROM (
    SELECT FROM ${table} WHERE ${toConditions(range, parameter)}
    ORDER BY ${order} LIMIT ${maxExamined + 1}
  ) AS counted)`;
}

function toConditions(
  { time, equal, partial = [], from, to, position }: IndexRange,
  parameter: Parameter,
): string {
  const columns = equal.map(([column]) => column);
  const values = equal.map(([, value]) => `${value}::text`);
  const timestamp = (date: Date) => `${parameter(date.toISOString())}::timestamptz`;
  const compare = (operator: string, at: string, ...id: string[]) =>
    `(${[...columns, time, ...id.map(() => 'id')].join(', ')}) ${operator} (${[...values, at, ...id].join(', ')})`;
  const where = [
    ...partial,
    compare('>=', from ? timestamp(from) : `'-infinity'`),
    compare('<', to ? timestamp(to) : `'infinity'`),
  ];
  if (position) {
    where.push(compare('<', timestamp(position.createdAt), parameter(position.id)));
  }
  return where.join(' AND ');
}

function descending(columns: readonly string[]): string {
  return columns.map((column) => `${column} DESC`).join(', ');
}

/** The rows of a page, and the position where the search ended if it examined too many rows to fill the page. */
export interface FoundPage<T> {
  /** The rows, newest first. */
  readonly rows: T[];
  /** Where the next page begins, if there may be more rows although this page is not full. */
  readonly end?: ListPosition;
}

interface PageRequest {
  /** Sources without common rows. */
  readonly sources: readonly NewestFirst[];
  readonly time: 'at' | 'created_at';
  /** SQL for a row, which has the alias `found`, as JSON. */
  readonly json: string;
  readonly limit: number;
}

/**
 * Reads a page of the newest matching rows, in one statement whose size is limited whatever the rows are.
 *
 * @param transaction that of {@link readInOrder}
 */
export async function readPage<T>(
  prisma: PrismaService,
  transaction: SqlTransaction,
  { sources, time, json, limit }: PageRequest,
  values: unknown[],
): Promise<FoundPage<T>> {
  const wanted = `$${values.push(limit)}::int`;
  // With those of the same millisecond if the index does not contain the id.
  const first = (count: number | string) => `FETCH FIRST (${count}) ROWS WITH TIES`;
  const pages = sources.map(
    ({ select, order, most, where }, i) => `page${i} AS MATERIALIZED (
      SELECT * FROM (${select('*')} ${first(Math.max(most, limit))}) AS examined
      WHERE ${['true', ...where].join(' AND ')} ORDER BY ${descending(order)} ${first(wanted)}
    )`,
  );
  const ends = sources.map(
    ({ select, end, most }, i) => `
      SELECT * FROM (${select(end.join(', '))} OFFSET ${Math.max(most, limit) - 1} LIMIT 1) AS last
      WHERE (SELECT count(*) FROM page${i}) < ${wanted}`,
  );
  const found = await prisma.queryJson<{ row: T } | { end: [time: string, id: string] }>(
    `WITH ${pages.join(', ')}, ends (at, id) AS MATERIALIZED (
       SELECT * FROM (${ends.join(' UNION ALL ')}) AS last (at, id) ORDER BY 1 DESC, 2 DESC LIMIT 1
     )
     (SELECT json_build_object('row', ${json})::text AS json
      FROM (${sources.map((_, i) => `SELECT * FROM page${i}`).join(' UNION ALL ')}) AS found
      WHERE ${time} >= COALESCE((SELECT at FROM ends), '-infinity')
      ORDER BY ${time} DESC, id DESC LIMIT ${wanted})
     UNION ALL
     SELECT json_build_object('end', json_build_array(at, id))::text FROM ends`,
    values,
    transaction,
  );
  const rows = found.flatMap((each) => ('row' in each ? [each.row] : []));
  const last = found.find((each) => 'end' in each);
  if (!last) return { rows };
  const [createdAt, id] = last.end;
  return { rows, end: { id, createdAt: new Date(createdAt) } };
}

/** Reads the rows of many ids, in statements that each end in time even if every row is in another block of the disk. */
export async function readInChunks<T>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (let from = 0; from < ids.length; from += maxLookedUp) {
    found.push(...(await read(ids.slice(from, from + maxLookedUp))));
  }
  return found;
}
