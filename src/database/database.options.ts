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
  // Node's own error would repeat it, password and all.
  if (!URL.canParse(options.url)) throw new TypeError('The database URL is not an address.');
  const url = new URL(options.url);
  const schema = options.schema ?? url.searchParams.get('schema') ?? 'public';
  url.searchParams.delete('schema');
  return { url: url.href, schema };
}

/** Whether it is one of the three, and only one. */
export function isDatabaseOptions({ url, pool, adapter, schema }: DatabaseOptions): boolean {
  const given = [url, pool, adapter].filter((each) => each !== undefined);
  if (given.length !== 1 || (schema !== undefined && schema === '')) return false;
  if (url !== undefined) return /^postgres(?:ql)?:$/.test(protocolOf(url));
  return typeof (pool ?? adapter)?.connect === 'function';
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : '';
}
