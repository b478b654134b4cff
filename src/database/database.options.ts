import type { Pool } from 'pg';
import type { Prisma } from './generated/client.js';

/** Where a PostgreSQL (15 or newer) is reached. */
export interface DatabaseAddress {
  /** Its URL; a `schema` parameter in it is honoured. The module has a pool of its own then. */
  url: string;
  /**
   * Its URL without a pooler in transaction mode before it, where there is one: what listens for
   * changes and what migrates stays on its connection. Default: `url`.
   */
  directUrl?: string;
  /** The PostgreSQL schema of the tables. Default: the URL's `schema` parameter, or `public`. */
  schema?: string;
  pool?: undefined;
  adapter?: undefined;
}

/** A pool the host has; its deadlines and its end stay the host's. */
export interface DatabasePool {
  /** The pool; it is not ended with the module. */
  pool: Pool;
  /** The database's URL without a pooler in transaction mode, where the pool goes through one. */
  directUrl?: string;
  /** The PostgreSQL schema of the tables. Default: `public`. */
  schema?: string;
  url?: undefined;
  adapter?: undefined;
}

/** A Prisma driver adapter for PostgreSQL that the host has; it names the schema itself. */
export interface DatabaseAdapter {
  /** The factory of connections, as `PrismaClient` takes it. */
  adapter: NonNullable<Prisma.PrismaClientOptions['adapter']>;
  directUrl?: undefined;
  schema?: undefined;
  url?: undefined;
  pool?: undefined;
}

/** One of the three. */
export type DatabaseOptions = DatabaseAddress | DatabasePool | DatabaseAdapter;

/** The addresses without Prisma's own `schema` parameter, and the schema that the first one names. */
export function databaseAddress({ url, directUrl, schema }: DatabaseAddress) {
  return {
    url: withoutSchema(url),
    directUrl: directUrl && withoutSchema(directUrl),
    schema: schema ?? new URL(url).searchParams.get('schema') ?? 'public',
  };
}

function withoutSchema(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('schema');
  return url.href;
}
