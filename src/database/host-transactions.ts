import type { SqlDriverAdapter, SqlQuery } from '@prisma/driver-adapter-utils';
import { isOutsideTransaction } from './connection/database-failure.js';
import { withZones } from './connection/time-zones.js';
import { PrismaClient } from './generated/client.js';
import type { SqlTransaction, Transaction } from './records.js';

/** Longer than any transaction, because the host sets the timeouts. */
const unlimitedMs = 2 ** 31 - 1;

/**
 * Runs Prisma's models in transactions of the host, using only their method `query`.
 *
 * Each statement returns its rows as JSON in one column, so that type parsers, naming strategies and settings of the
 * host do not affect them. JSON has no bytes: models can write and compare them there, but not read them.
 */
export class HostTransactions {
  private readonly client: PrismaClient;
  private readonly joined = new WeakMap<Transaction, SqlTransaction>();
  /** The last work in each transaction of a host. */
  private readonly last = new WeakMap<SqlTransaction, Promise<unknown>>();
  private starting: Promise<void> = Promise.resolve();
  private next: { readonly host: SqlTransaction; taken(): void } | undefined;

  constructor(schema: () => Promise<string>) {
    const connect = async () => this.driver(await schema());
    this.client = new PrismaClient({
      adapter: { ...named, connect },
      transactionOptions: { maxWait: unlimitedMs, timeout: unlimitedMs },
    });
  }

  /** Runs work within a savepoint. Savepoints cannot overlap, so it starts after the previous work has ended. */
  join<T>(host: SqlTransaction, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    if (typeof (host as Partial<SqlTransaction> | null)?.query !== 'function') {
      return Promise.reject(new TypeError(noClient));
    }
    const begin = () => this.begin(host, work);
    const begun = (this.last.get(host) ?? Promise.resolve()).then(begin, begin);
    this.last.set(host, begun);
    return begun;
  }

  private async begin<T>(
    host: SqlTransaction,
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    // Prisma passes no context to its adapter, so transactions start one at a time.
    const earlier = this.starting;
    let taken: () => void = () => undefined;
    this.starting = new Promise((resolve) => (taken = resolve));
    await earlier;
    this.next = { host, taken };
    return this.client
      .$transaction((transaction) => {
        // Hooks receive a separate object, whose work runs within that of the change.
        this.joined.set(transaction, { query: (sql, values) => queryHost(host, sql, values) });
        return work(transaction);
      })
      .finally(taken);
  }

  /** Returns the SQL access of a joined host transaction; undefined for a transaction of this module. */
  getHost(transaction: Transaction): SqlTransaction | undefined {
    return this.joined.get(transaction);
  }

  private driver(schemaName: string): SqlDriverAdapter {
    const none = () => Promise.reject(new Error('Only transactions of a host are joined.'));
    return {
      ...named,
      ...{ queryRaw: none, executeRaw: none, executeScript: none },
      getConnectionInfo: () => ({ schemaName, supportsRelationJoins: true }),
      dispose: () => Promise.resolve(),
      startTransaction: async () => {
        const { host, taken } = this.next!;
        taken();
        await assertReadCommitted(host);
        await begin(host);
        const release = () => host.query('RELEASE SAVEPOINT nest_accounts');
        return {
          ...named,
          options: { usePhantomQuery: true },
          async queryRaw(query) {
            const rows = await readRows<object>(host, query, 'to_json(result)');
            const columnNames = Object.keys(rows[0] ?? {});
            // Models know their column types.
            return { columnNames, columnTypes: [], rows: rows.map((row) => Object.values(row)) };
          },
          async executeRaw(query) {
            const counted = { ...query, sql: `${query.sql} RETURNING 1` };
            const [count] = await readRows<number>(host, counted, 'count(*)');
            return count!;
          },
          async commit() {
            await release();
          },
          async rollback() {
            await host.query('ROLLBACK TO SAVEPOINT nest_accounts');
            await release();
          },
        };
      },
    };
  }
}

const named = { provider: 'postgres', adapterName: 'nest-accounts' } as const;

const noClient = 'within() requires an object whose query() resolves to { rows }.';

/**
 * In another level, a change would not see rows that were committed since the first statement of the host, such as a
 * session that a password change must end.
 *
 * @throws TypeError naming the level
 */
async function assertReadCommitted(host: SqlTransaction): Promise<void> {
  const { rows } = await queryHost<{ json: string }>(
    host,
    `SELECT to_json(upper(current_setting('transaction_isolation')))::text AS json`,
  );
  const level: unknown = rows[0] && JSON.parse(rows[0].json);
  // PostgreSQL treats both levels the same.
  if (level !== 'READ COMMITTED' && level !== 'READ UNCOMMITTED') {
    throw new TypeError(
      `within() requires a READ COMMITTED transaction, and this one is ${String(level)}.`,
    );
  }
}

/** @throws TypeError without a transaction */
async function begin(host: SqlTransaction): Promise<void> {
  try {
    await host.query('SAVEPOINT nest_accounts');
  } catch (error) {
    if (!isOutsideTransaction(error)) throw error;
    throw new TypeError(
      'within() requires a client with an open transaction: send BEGIN, and pass the client, not its pool.',
      { cause: error },
    );
  }
}

async function queryHost<Row extends object>(
  host: SqlTransaction,
  sql: string,
  values?: unknown[],
): Promise<{ rows: Row[] }> {
  const result = await host.query<Row>(sql, values);
  if (Array.isArray(result?.rows)) return result;
  throw new TypeError(noClient);
}

/** @param json SQL for the value of each row of `result` */
async function readRows<T>(host: SqlTransaction, statement: SqlQuery, json: string): Promise<T[]> {
  const { sql, args, argTypes } = withZones(statement);
  const { rows } = await queryHost<{ json: string }>(
    host,
    `WITH result AS (${sql}) SELECT ${json}::text AS json FROM result`,
    args.map((arg, i) => (argTypes[i]?.scalarType === 'bytes' ? toBytes(arg) : arg)),
  );
  return rows.map(({ json: text }) => JSON.parse(text) as T);
}

/** Prisma passes bytes in base64. */
function toBytes(arg: unknown): unknown {
  if (Array.isArray(arg)) return arg.map(toBytes);
  return typeof arg === 'string' ? Buffer.from(arg, 'base64') : arg;
}
