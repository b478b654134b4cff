import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { escapeIdentifier, type Pool } from 'pg';
import { beginTransaction } from './connection/begin-transaction.js';
import { DatabaseClient, type DatabaseClientConfig } from './connection/database.client.js';
import { CountedPool } from './connection/counted.pool.js';
import {
  databaseConnections,
  defaultPoolSize,
  type DatabaseAdapter,
  type DatabaseOptions,
} from './database.options.js';
import { PrismaClient } from './generated/client.js';
import { HostTransactions } from './host-transactions.js';
import type { SqlTransaction, Transaction } from './records.js';
import { tracedStatement } from '../tracing/traced-statement.js';
import { wrapHostAdapter, createAdapter } from './connection/time-zones.js';

/** Opening a connection takes as long as dozens of requests, but firewalls may drop an idle one after four minutes. */
const idleMs = 2 * 60_000;

const connectionMs = 1_500;

/** How long it then waits for a result, which a failed network never returns. */
const answerMs = 1_700;

/** The server's statement timeout. It is shorter than the client's, because it keeps the connection usable. */
const statementMs = 1_500;

/** Exceeds the number of statements in the repositories. A list of values produces one statement for each length. */
const maxNames = 500;

interface JsonRow {
  readonly json: string;
}

const ignore = () => undefined;

const textOnly = { getTypeParser: () => (text: string) => text };

/** The Prisma client, with its own pool if the options contain a URL. */
@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  /** The pool; undefined with an adapter of the host. */
  readonly pool: Pool | undefined;
  /** The PostgreSQL schema of the tables; undefined with an adapter of the host. */
  readonly schema: string | undefined;
  /** The module's own pool; undefined with a pool or adapter of the host. */
  readonly ownPool: CountedPool | undefined;
  private readonly adapter: DatabaseAdapter['adapter'] | undefined;
  private adapterSchema: string | undefined;
  private hosts: HostTransactions | undefined;
  private readonly getStatementName: ((query: { sql: string }) => string) | undefined;

  constructor(options: DatabaseOptions) {
    const address = options.url ? databaseConnections(options) : undefined;
    const schema = address?.schema ?? options.schema ?? 'public';
    const isPooled = options.directUrl !== undefined;
    const ownPool = address && createPool(address.connection, isPooled, options.poolSize);
    const pool = ownPool ?? options.pool;
    // A pooler in transaction mode uses another connection for each transaction, which lacks the named statements.
    const getStatementName = ownPool && !isPooled ? statementNames() : undefined;
    const named = getStatementName && { statementNameGenerator: getStatementName };
    super({
      adapter: pool ? createAdapter(pool, { schema, ...named }) : wrapHostAdapter(options.adapter!),
      transactionOptions: { maxWait: connectionMs, timeout: 2 * answerMs },
    });
    this.ownPool = ownPool;
    this.pool = pool;
    this.schema = pool && schema;
    this.adapter = options.adapter;
    this.getStatementName = getStatementName;
  }

  /**
   * Runs an SQL statement and returns its parsed values. In a Prisma transaction, or with a host's adapter, Prisma runs
   * it. Otherwise the driver does, in a third of the time.
   *
   * @param sql selects one column, `json`, as text, so that settings and type parsers of the host do not affect it
   */
  async queryJson<T>(
    sql: string,
    values: readonly unknown[],
    client: Transaction | SqlTransaction = this,
  ): Promise<T[]> {
    const rows =
      this.pool && client === this
        ? await this.queryPool(this.pool, sql, values)
        : (await this.inSql(client).query<JsonRow>(sql, [...values])).rows;
    return rows.map(({ json }) => JSON.parse(json) as T);
  }

  /** Runs a statement that always returns exactly one row, as {@link queryJson} does. */
  async queryJsonRow<T>(...statement: Parameters<PrismaService['queryJson']>): Promise<T> {
    const [row] = await this.queryJson<T>(...statement);
    if (row === undefined) throw new Error('The statement returned no row.');
    return row;
  }

  /** Returns the database's time; in a transaction, the time of its start. */
  async now(client: Transaction = this): Promise<Date> {
    const now = await this.queryJsonRow<string>('SELECT to_json(now())::text AS json', [], client);
    return new Date(now);
  }

  /** See {@link HostTransactions}. */
  join<T>(host: SqlTransaction, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    this.hosts ??= new HostTransactions(() => this.schemaName());
    return this.hosts.join(host, work);
  }

  inSql(transaction: Transaction | SqlTransaction): SqlTransaction {
    if ('query' in transaction) return transaction;
    return (
      this.hosts?.getHost(transaction) ?? {
        query: async (sql, values = []) => ({
          rows: await transaction.$queryRawUnsafe(sql, ...values),
        }),
      }
    );
  }

  /**
   * Runs a transaction straight through the driver, for background work that does not need Prisma's query compiler,
   * which takes 25 MB. With an adapter of the host, Prisma runs it.
   */
  async poolTransaction<T>(work: (transaction: SqlTransaction) => Promise<T>): Promise<T> {
    if (!this.pool) return this.$transaction((transaction) => work(this.inSql(transaction)));
    const client = await this.pool.connect();
    // A lost connection also fails the next statement; without a listener it would end the host's process.
    client.on('error', ignore);
    let isCommitted = false;
    try {
      await client.query(beginTransaction);
      const result = await work({
        query: (text, values = []) => client.query({ text, values, types: textOnly }),
      });
      await client.query('COMMIT');
      isCommitted = true;
      return result;
    } finally {
      client.off('error', ignore);
      // Closing the connection rolls back in any state of the transaction.
      client.release(!isCommitted);
    }
  }

  /** Returns the name of a table with its schema, because Prisma adds no schema to SQL statements. */
  async table(name: string): Promise<string> {
    return `${escapeIdentifier(await this.schemaName())}.${name}`;
  }

  private async schemaName(): Promise<string> {
    return this.schema ?? (this.adapterSchema ??= await readSchema(this.adapter!));
  }

  private async queryPool(pool: Pool, text: string, given: readonly unknown[]): Promise<JsonRow[]> {
    const name = this.getStatementName?.({ sql: text });
    const query = { ...(name && { name }), text, values: [...given], types: textOnly };
    return (await tracedStatement(text, () => pool.query<JsonRow>(query))).rows;
  }

  /** Disconnects after the HTTP server has closed, because requests in flight need the database. */
  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
    if (!this.ownPool?.ended) await this.ownPool?.end();
  }
}

/** Does not open a connection. */
async function readSchema(adapter: DatabaseAdapter['adapter']): Promise<string> {
  const driver = await adapter.connect();
  try {
    return driver.getConnectionInfo?.().schemaName ?? 'public';
  } finally {
    await driver.dispose();
  }
}

/** @param isPooled whether a pooler rejects connection settings */
function createPool(
  connection: DatabaseClientConfig,
  isPooled: boolean,
  max = defaultPoolSize,
): CountedPool {
  const pool = new CountedPool({
    Client: DatabaseClient,
    // A name in the URL overrides it.
    application_name: 'nest-accounts',
    ...connection,
    max,
    connectionTimeoutMillis: connectionMs,
    idleTimeoutMillis: idleMs,
    // A host that failed to start closes nothing, but must exit despite idle connections.
    allowExitOnIdle: true,
    // The server's own timeout has no effect if the server does not respond.
    query_timeout: answerMs,
    ...(!isPooled && { statement_timeout: statementMs }),
  });
  // A broken idle connection would otherwise end the process. The pool replaces it.
  pool.on('error', (error) => {
    // While the pool ends, a server that stops at the same time breaks connections that are closing anyway.
    if (!pool.ending) new Logger(PrismaService.name).warn(`Lost a connection: ${error.message}`);
  });
  return pool;
}

/** Names each statement, so that PostgreSQL keeps its plan: planning is nearly half of the work of a short query. */
function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size === maxNames) return '';
    const name = `nest_accounts_${names.size}`;
    names.set(sql, name);
    return name;
  };
}
