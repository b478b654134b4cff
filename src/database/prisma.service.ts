import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { escapeIdentifier, Pool } from 'pg';
import { DatabaseClient, type DatabaseClientConfig } from './connection/database.client.js';
import { databaseAddress, type DatabaseAdapter, type DatabaseOptions } from './database.options.js';
import { PrismaClient } from './generated/client.js';
import type { Transaction } from './records.js';
import { statementNames } from './connection/statement-names.js';
import { adapterOfHost, adapterOfPool } from './connection/time-zones.js';

/**
 * How long an idle connection is kept: opening ten of them anew takes as long as hundreds of requests.
 * Firewalls and balancers may drop an idle connection after four minutes.
 */
const idleMs = 2 * 60_000;

/** How long a request waits for a connection. */
const connectionMs = 1_500;

/**
 * How long it then waits for a result: a network that fails answers nothing, and two seconds after it
 * has returned no request waits for what it lost.
 */
const answerMs = 1_700;

/** What the server is told comes first, and leaves the connection as good as it was. */
const statementMs = 1_500;

interface JsonRow {
  readonly json: string;
}

/** Leaves what PostgreSQL answers as it is. */
const textOnly = { getTypeParser: () => (text: string) => text };

/** The Prisma client, over a pool of its own where it was given an address. */
@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  /** The pool beneath it, where there is one that we know. */
  readonly pool: Pool | undefined;
  /** The PostgreSQL schema of the tables, where it is not the adapter that knows. */
  readonly schema: string | undefined;
  private readonly ownPool: Pool | undefined;
  private readonly adapter: DatabaseAdapter['adapter'] | undefined;
  private schemaOfAdapter: Promise<string> | undefined;
  private readonly nameOf: ((query: { sql: string }) => string) | undefined;

  constructor(options: DatabaseOptions) {
    const address = options.url ? databaseAddress(options) : undefined;
    const schema = address?.schema ?? options.schema ?? 'public';
    const isPooled = options.directUrl !== undefined;
    const ownPool = address && createPool(address.connection, isPooled);
    const pool = ownPool ?? options.pool;
    // A pooler in transaction mode hands each transaction to another connection, with other names.
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
   * Runs a statement in SQL whose rows have one column, `json`, and returns what that says. It goes
   * straight to the driver, which takes a third of the time that Prisma takes around a statement: for
   * what requests wait for most. In a transaction, and through an adapter of the host, it is Prisma's.
   *
   * @param sql selects the column as text, which no setting of a connection and no parser of the
   *   host's changes
   * @param client the transaction to join. Default: none
   */
  async queryJson<T>(
    sql: string,
    values: readonly unknown[],
    client: Transaction = this,
  ): Promise<T[]> {
    const rows =
      this.pool && client === this
        ? await this.queryPool(this.pool, sql, values)
        : await client.$queryRawUnsafe<JsonRow[]>(sql, ...values);
    return rows.map(({ json }) => JSON.parse(json) as T);
  }

  /** The name of a table with its schema, for statements in SQL, which Prisma leaves as they are. */
  async table(name: string): Promise<string> {
    const schema = this.schema ?? (await (this.schemaOfAdapter ??= schemaOf(this.adapter!)));
    return `${escapeIdentifier(schema)}.${name}`;
  }

  private async queryPool(
    pool: Pool,
    text: string,
    values: readonly unknown[],
  ): Promise<JsonRow[]> {
    const name = this.nameOf?.({ sql: text });
    const { rows } = await pool.query<JsonRow>({
      ...(name && { name }),
      text,
      values: [...values],
      types: textOnly,
    });
    return rows;
  }

  /** After the HTTP server is closed: requests in flight still need the database. */
  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
    if (!this.ownPool?.ended) await this.ownPool?.end();
  }
}

/** The schema that Prisma uses through an adapter of the host; nothing is connected to for it. */
async function schemaOf(adapter: DatabaseAdapter['adapter']): Promise<string> {
  const driver = await adapter.connect();
  try {
    return driver.getConnectionInfo?.().schemaName ?? 'public';
  } finally {
    await driver.dispose();
  }
}

/** @param isPooled whether a pooler stands before it, which takes no settings for one connection */
function createPool(connection: DatabaseClientConfig, isPooled: boolean): Pool {
  const pool = new Pool({
    Client: DatabaseClient,
    ...connection,
    connectionTimeoutMillis: connectionMs,
    idleTimeoutMillis: idleMs,
    // The server's own limit says nothing when the server itself is silent.
    query_timeout: answerMs,
    ...(!isPooled && { statement_timeout: statementMs }),
  });
  // A connection that breaks while idle would otherwise end the process; the pool replaces it.
  pool.on('error', (error) => {
    // It has ended before the server has read so of each: what then ends with the server is not lost.
    if (!pool.ending) new Logger(PrismaService.name).warn(`Lost a connection: ${error.message}`);
  });
  return pool;
}
