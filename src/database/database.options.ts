import type { Pool } from 'pg';
import type { Prisma } from './generated/client.js';

/** Where a PostgreSQL (15 or newer) is reached. */
export interface DatabaseAddress {
  /** Its URL; a `schema` parameter in it is honoured. The module has a pool of its own then. */
  url: string;
  /** The PostgreSQL schema of the tables. Default: the URL's `schema` parameter, or `public`. */
  schema?: string;
  pool?: undefined;
  adapter?: undefined;
}

/** A pool the host has; its deadlines and its end stay the host's. */
export interface DatabasePool {
  /** The pool; it is not ended with the module. */
  pool: Pool;
  /** The PostgreSQL schema of the tables. Default: `public`. */
  schema?: string;
  url?: undefined;
  adapter?: undefined;
}

/** A Prisma driver adapter for PostgreSQL that the host has; it names the schema itself. */
export interface DatabaseAdapter {
  /** The factory of connections, as `PrismaClient` takes it. */
  adapter: NonNullable<Prisma.PrismaClientOptions['adapter']>;
  schema?: undefined;
  url?: undefined;
  pool?: undefined;
}

/** One of the three. */
export type DatabaseOptions = DatabaseAddress | DatabasePool | DatabaseAdapter;

/** The address without Prisma's own `schema` parameter, and the schema it names. */
export function databaseAddress(options: DatabaseAddress): { url: string; schema: string } {
  const url = new URL(options.url);
  const schema = options.schema ?? url.searchParams.get('schema') ?? 'public';
  url.searchParams.delete('schema');
  return { url: url.href, schema };
}
