import type { Pool } from 'pg';
import type { Prisma } from './generated/client.js';

/** Where a PostgreSQL (15 or newer) is reached. */
export interface DatabaseAddress {
  /** Its URL; a `schema` parameter in it is honoured. The module has a pool of its own then. */
  url: string;
  /**
   * Its URL without a pooler in transaction mode before it, where there is one: what migrates stays
   * on its connection. Default: `url`.
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
  directUrl?: undefined;
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
  const address = parsedAddress(url);
  return {
    schema: schema ?? address.searchParams.get('schema') ?? 'public',
    url: withoutSchema(address),
    directUrl: directUrl === undefined ? undefined : withoutSchema(parsedAddress(directUrl)),
  };
}

function parsedAddress(url: string): URL {
  // Node's own error would repeat it, password and all.
  if (!URL.canParse(url)) throw new TypeError('The database URL is not an address.');
  return new URL(url);
}

function withoutSchema(address: URL): string {
  address.searchParams.delete('schema');
  return address.href;
}

/** Whether it is one of the three, and only one. */
export function isDatabaseOptions(options: DatabaseOptions): boolean {
  const { url, directUrl, pool, adapter, schema } = options;
  const given = [url, pool, adapter].filter((each) => each !== undefined);
  if (given.length !== 1 || (schema !== undefined && schema === '')) return false;
  if (url !== undefined) return [url, directUrl ?? url].every(isPostgresAddress);
  return typeof (pool ?? adapter)?.connect === 'function';
}

function isPostgresAddress(url: string): boolean {
  return URL.canParse(url) && /^postgres(?:ql)?:$/.test(new URL(url).protocol);
}
