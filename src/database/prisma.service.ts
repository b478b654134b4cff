import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import { Pool } from 'pg';
import { databaseAddress, type DatabaseOptions } from './database-address.js';
import { PrismaClient } from './generated/client.js';

/** How long a request waits for a connection, and a statement runs, before that is a 503. */
const deadlineMs = 5_000;

/** The Prisma client over a pool of its own. */
@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  readonly pool: Pool;
  readonly schema: string;

  constructor(options: DatabaseOptions) {
    const { url, schema } = databaseAddress(options);
    const pool = new Pool({
      connectionString: url,
      connectionTimeoutMillis: deadlineMs,
      statement_timeout: deadlineMs,
      // The server's own limit says nothing when the server itself is silent.
      query_timeout: 2 * deadlineMs,
    });
    // A connection that breaks while idle would otherwise end the process; the pool replaces it.
    pool.on('error', (error) =>
      new Logger(PrismaService.name).warn(`Lost a connection: ${error.message}`),
    );
    super({
      adapter: new PrismaPg(pool, { schema }),
      transactionOptions: { maxWait: deadlineMs, timeout: 2 * deadlineMs },
    });
    this.pool = pool;
    this.schema = schema;
  }

  /** After the HTTP server is closed: requests in flight still need the database. */
  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
    if (!this.pool.ended) await this.pool.end();
  }
}
