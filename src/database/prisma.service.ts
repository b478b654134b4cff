import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import { Pool } from 'pg';
import { PrismaClient } from './generated/client.js';

export interface DatabaseOptions {
  /** A PostgreSQL URL (15 or newer); a `schema` parameter in it is honoured. */
  url: string;
  /** The PostgreSQL schema of the tables. Default: the URL's `schema` parameter, or `public`. */
  schema?: string;
}

/** The Prisma client over a pool of its own. */
@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  readonly pool: Pool;
  readonly schema: string;

  constructor(options: DatabaseOptions) {
    const { url, schema } = databaseAddress(options);
    const pool = new Pool({ connectionString: url, connectionTimeoutMillis: 5_000 });
    // A connection that breaks while idle would otherwise end the process; the pool replaces it.
    pool.on('error', (error) =>
      new Logger(PrismaService.name).warn(`Lost a connection: ${error.message}`),
    );
    super({ adapter: new PrismaPg(pool, { schema }) });
    this.pool = pool;
    this.schema = schema;
  }

  /** After the HTTP server is closed: requests in flight still need the database. */
  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
    if (!this.pool.ended) await this.pool.end();
  }
}

/** The address without Prisma's own `schema` parameter, and the schema it names. */
export function databaseAddress(options: DatabaseOptions): Required<DatabaseOptions> {
  const url = new URL(options.url);
  const schema = options.schema ?? url.searchParams.get('schema') ?? 'public';
  url.searchParams.delete('schema');
  return { url: url.href, schema };
}
