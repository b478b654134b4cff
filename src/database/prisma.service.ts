import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { escapeIdentifier, type Pool } from 'pg';
import { beginTransaction } from './connection/begin-transaction.js';
import { DatabaseClient, type DatabaseClientConfig } from './connection/database.client.js';
import { CountedPool } from './connection/counted.pool.js';
import {
  databaseConnections,
  type DatabaseAdapter,
  type DatabaseOptions,
} from './database.options.js';
import { PrismaClient } from './generated/client.js';
import { HostTransactions } from './host-transactions.js';
import type { SqlTransaction, Transaction } from './records.js';
import { tracedStatement } from '../tracing/traced-statement.js';
import { statementNames } from './connection/statement-names.js';
import { adapterOfHost, adapterOfPool } from './connection/time-zones.js';

/**
 * How long an idle connection is kept: opening ten connections takes as long as hundreds of requests.
 * Firewalls and balancers may drop an idle connection after four minutes.
 */
const idleMs = 2 * 60_000;

/** How long a request waits for a connection. */
const connectionMs = 1_500;

/**
 * How long it then waits for a result: a failed network gives no response, and two seconds after the network
 * is back no request waits for lost responses.
 */
const answerMs = 1_700;

/** The statement timeout of the server is shorter, because it keeps the connection usable. */
const statementMs = 1_500;

interface JsonRow {
  readonly json: string;
}

const ignore = () => undefined;

/** Returns the text from PostgreSQL without parsing it. */
const textOnly = { getTypeParser: () => (text: string) => text };

/** The Prisma client, with a pool of its own where the options have a URL. */
@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  /** Its pool; undefined with an adapter of the host. */
  readonly pool: Pool | undefined;
  /** The PostgreSQL schema of the tables; undefined with an adapter of the host. */
  readonly schema: string | undefined;
  /** The pool of its own; undefined on connections of a pool or an adapter of the host. */
  readonly ownPool: CountedPool | undefined;
  private readonly adapter: DatabaseAdapter['adapter'] | undefined;
  private schemaOfAdapter: string | undefined;
  private hosts: HostTransactions | undefined;
  private readonly nameOf: ((query: { sql: string }) => string) | undefined;

  constructor(options: DatabaseOptions) {
    const address = options.url ? databaseConnections(options) : undefined;
    const schema = address?.schema ?? options.schema ?? 'public';
    const isPooled = options.directUrl !== undefined;
    const ownPool = address && createPool(address.connection, isPooled);
    const pool = ownPool ?? options.pool;
    // A pooler in transaction mode gives each transaction another connection, without the named statements.
    const nameOf = ownPool && !isPooled ? statementNames() : undefined;
    super({
      adapter: pool
        ? adapterOfPool(pool, { schema, ...(nameOf && { statementNameGenerator: nameOf }) })
        : adapterOfHost(options.adapter!),
      transactionOptions: { maxWait: connectionMs, timeout: 2 * answerMs },
    });
    this.ownPool = ownPool;
    this.pool = pool;
    this.schema = pool && schema;
    this.adapter = options.adapter;
    this.nameOf = nameOf;
  }

  /**
   * Runs a statement in SQL whose rows have one column, `json`, and returns its text. It goes
   * straight to the driver, which takes a third of the time that Prisma needs for a statement: for
   * the most frequent statements. In a transaction of its own, and through an adapter of the host, Prisma runs it.
   *
   * @param sql selects the column as text, which no setting of a connection and no type parser of the
   *   host's changes
   * @param client the transaction to join. Default: none
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

  /** The time of the database, in a transaction that of its beginning. */
  async now(client: Transaction = this): Promise<Date> {
    const [now] = await this.queryJson<string>('SELECT to_json(now())::text AS json', [], client);
    return new Date(now!);
  }

  /** Joins a transaction of the host: Prisma's models in it, as {@link HostTransactions} says. */
  join<T>(host: SqlTransaction, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    this.hosts ??= new HostTransactions(() => this.schemaName());
    return this.hosts.join(host, work);
  }

  /** The transaction, for statements in SQL. */
  inSql(transaction: Transaction | SqlTransaction): SqlTransaction {
    if ('query' in transaction) return transaction;
    return (
      this.hosts?.hostOf(transaction) ?? {
        query: async (sql, values = []) => ({
          rows: await transaction.$queryRawUnsafe(sql, ...values),
        }),
      }
    );
  }

  /**
   * Begins a transaction whose statements go straight to the driver: work in the background does not need Prisma's
   * query compiler, which takes 25 MB. Through an adapter of the host, Prisma runs it.
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
      // Closing the connection rolls back, whatever state the transaction is in.
      client.release(!isCommitted);
    }
  }

  /** The name of a table with its schema, for statements in SQL, to which Prisma adds no schema. */
  async table(name: string): Promise<string> {
    return `${escapeIdentifier(await this.schemaName())}.${name}`;
  }

  private async schemaName(): Promise<string> {
    return this.schema ?? (this.schemaOfAdapter ??= await schemaOf(this.adapter!));
  }

  private async queryPool(
    pool: Pool,
    text: string,
    values: readonly unknown[],
  ): Promise<JsonRow[]> {
    const name = this.nameOf?.({ sql: text });
    const { rows } = await tracedStatement(text, () =>
      pool.query<JsonRow>({
        ...(name && { name }),
        text,
        values: [...values],
        types: textOnly,
      }),
    );
    return rows;
  }

  /** Disconnects after the HTTP server is closed, because requests in flight need the database. */
  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
    if (!this.ownPool?.ended) await this.ownPool?.end();
  }
}

/** The schema that Prisma uses through an adapter of the host, read without a connection. */
async function schemaOf(adapter: DatabaseAdapter['adapter']): Promise<string> {
  const driver = await adapter.connect();
  try {
    return driver.getConnectionInfo?.().schemaName ?? 'public';
  } finally {
    await driver.dispose();
  }
}

/** @param isPooled whether the connection goes through a pooler, which accepts no settings of a connection */
function createPool(connection: DatabaseClientConfig, isPooled: boolean): CountedPool {
  const pool = new CountedPool({
    Client: DatabaseClient,
    // One in the URL replaces it.
    application_name: 'nest-accounts',
    ...connection,
    connectionTimeoutMillis: connectionMs,
    idleTimeoutMillis: idleMs,
    // A host whose start has failed is not closed, and ends although connections are idle.
    allowExitOnIdle: true,
    // The server's own timeout has no effect when the server itself is silent.
    query_timeout: answerMs,
    ...(!isPooled && { statement_timeout: statementMs }),
  });
  // An idle connection that breaks would otherwise end the process; the pool replaces it.
  pool.on('error', (error) => {
    // While the pool ends, a server that stops at the same time breaks connections that are closing anyway.
    if (!pool.ending) new Logger(PrismaService.name).warn(`Lost a connection: ${error.message}`);
  });
  return pool;
}
