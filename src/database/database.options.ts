import type { Pool } from 'pg';
import type { DatabaseClientConfig } from './connection/database.client.js';
import { DatabaseHosts, isTargetSession } from './connection/database-hosts.js';
import type { Prisma } from './generated/client.js';
import { findProblems, optional, wholeNumber, type OptionRule } from '../options/option-rules.js';
import type { OptionNames } from '../options/unknown-options.js';

/** The maximum number of connections in the module's own pool. */
export const defaultPoolSize = 10;

/** The bounds of this number. Some changes wait for a second connection. */
export const poolSizeLimits = { min: 2, max: 1_000 };

/** A connection to PostgreSQL 15 or newer by URL. */
export interface DatabaseUrls {
  /**
   * The URL, with an optional `schema` parameter. Of several servers, the module uses the one that accepts writes:
   * `postgresql://user:password@one:5432,two:5432/database`. The folder of a socket is its host:
   * `postgresql://user:password@/database?host=/cloudsql/instance`.
   */
  url: string;
  /** The URL that bypasses a pooler in transaction mode, for migrations. Default: `url` */
  directUrl?: string | undefined;
  /** The PostgreSQL schema of the tables. Default: the URL's `schema` parameter, or `public`. */
  schema?: string | undefined;
  /** The maximum number of connections, 2 to 1000. One more reads the changes of other nodes. Default: 10. */
  poolSize?: number | undefined;
  pool?: undefined;
  adapter?: undefined;
}

/** A pool of the host, with the host's timeouts. The host closes it. */
export interface DatabasePool {
  /** The pool. */
  pool: Pool;
  directUrl?: undefined;
  poolSize?: undefined;
  /** The PostgreSQL schema of the tables. Default: `public`. */
  schema?: string | undefined;
  url?: undefined;
  adapter?: undefined;
}

/** A Prisma driver adapter of the host for PostgreSQL. The adapter determines the schema. */
export interface DatabaseAdapter {
  /** The adapter factory, like the `adapter` option of `PrismaClient`. */
  adapter: NonNullable<Prisma.PrismaClientOptions['adapter']>;
  directUrl?: undefined;
  poolSize?: undefined;
  schema?: undefined;
  url?: undefined;
  pool?: undefined;
}

/** One of the three ways to connect. */
export type DatabaseOptions = DatabaseUrls | DatabasePool | DatabaseAdapter;

/** The option names of all three. */
export const databaseNames = {
  url: true,
  directUrl: true,
  schema: true,
  poolSize: true,
  pool: true,
  adapter: true,
} satisfies OptionNames<DatabaseOptions>;

export function databaseConnections({ url, directUrl = url, schema }: DatabaseUrls) {
  return {
    schema: namedSchema({ url, schema }) ?? 'public',
    connection: toConnection(url),
    directConnection: toConnection(directUrl),
  };
}

export function namedSchema({ url, schema }: DatabaseUrls | DatabasePool): string | undefined {
  return schema ?? (url && parsedUrls(url)[0]?.searchParams.get('schema')) ?? undefined;
}

/** Returns the connection options for `DatabaseClient`. */
function toConnection(url: string): Pick<DatabaseClientConfig, 'connectionString' | 'hosts'> {
  const urls = parsedUrls(url);
  const named = urls[0]?.searchParams.get(targetSession) ?? '';
  const target = isTargetSession(named) ? named : undefined;
  // node-postgres supports neither parameter.
  for (const { searchParams } of urls)
    for (const own of ['schema', targetSession]) searchParams.delete(own);
  const hosts = urls.map(({ href }) => href);
  const isSearched = hosts.length > 1 || target !== undefined;
  return {
    connectionString: hosts[0],
    ...(isSearched && {
      hosts: new DatabaseHosts(hosts, target),
    }),
  };
}

const targetSession = 'target_session_attrs';

/**
 * Splits a URL into one for each server, since a libpq URL may name several: `h1:5432,h2:5432`.
 *
 * @throws TypeError that omits the URL, because Node's own error would expose its password
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS
 */
export function parsedUrls(url: string): URL[] {
  const parsed = splitUrl(url);
  const problem = findParameterProblem(parsed);
  if (problem !== undefined) throw new TypeError(problem);
  return parsed;
}

/** @throws TypeError */
function splitUrl(url: string): URL[] {
  const [, before, hosts, after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  if (hosts === undefined) {
    throw new TypeError('it must be an address that begins with postgres:// or postgresql://');
  }
  // The Google Cloud SQL documentation uses this form: the parameter `host` names the folder of a socket.
  const isSocket = hosts === '' && /[?&]host=[^&]/.test(after);
  const names = isSocket ? ['localhost'] : hosts.split(',');
  const urls = names.map((host) => `${before}${host}${after}`);
  if (!urls.every((each) => URL.canParse(each)) || (names.length > 1 && names.includes(''))) {
    throw new TypeError('it must be an address, with commas between hosts');
  }
  return urls.map((each) => new URL(each));
}

function findParameterProblem([url]: readonly URL[]): string | undefined {
  const { searchParams } = url!;
  const misspelt = findMisspelt(searchParams.keys());
  if (misspelt !== undefined) return `its parameter ${misspelt} is misspelt`;
  const target = searchParams.get(targetSession);
  if (target === null || isTargetSession(target)) return undefined;
  return `its ${targetSession} must be read-write or primary`;
}

/** The parameters of a URL that have an effect. Others are ignored, because some providers add their own. */
const urlParameters = [
  ...['schema', targetSession, 'host', 'port', 'user', 'password', 'options'],
  ...['ssl', 'sslmode', 'sslcert', 'sslkey', 'sslrootcert', 'sslnegotiation', 'uselibpqcompat'],
  ...['application_name', 'fallback_application_name', 'statement_timeout', 'lock_timeout'],
  ...['idle_in_transaction_session_timeout', 'query_timeout'],
];

/** Returns the parameter that one of the names misspells, in its letter case or by one character. */
function findMisspelt(names: Iterable<string>): string | undefined {
  const unknown = [...names].filter((name) => !urlParameters.includes(name));
  return urlParameters.find((parameter) => unknown.some((name) => isMisspelt(name, parameter)));
}

/** Whether two texts are the same without at most one character each. */
function isMisspelt(text: string, right: string): boolean {
  const variants = (each: string) => [
    each,
    ...Array.from(each, (_, index) => each.slice(0, index) + each.slice(index + 1)),
  ];
  if (Math.abs(text.length - right.length) > 1) return false;
  const rights = variants(right);
  return variants(text.toLowerCase()).some((each) => rights.includes(each));
}

const postgresUrl: OptionRule = {
  names: true,
  findProblems(url, option) {
    if (url === undefined) return [];
    let urls: URL[];
    try {
      urls = splitUrl(url as string);
    } catch {
      return [`${option} must be an address that begins with postgresql://`];
    }
    const problem = findParameterProblem(urls);
    return problem === undefined ? [] : [`${option} is not usable: ${problem}`];
  },
};

const canConnect = ({ connect }: { connect: unknown }) => typeof connect === 'function';

const memberRules = {
  url: postgresUrl,
  directUrl: postgresUrl,
  schema: optional<string>(
    'must be the name of a schema',
    (schema) => typeof schema === 'string' && schema !== '',
  ),
  poolSize: wholeNumber(poolSizeLimits),
  pool: optional<Pool>('must be a Pool of pg', canConnect),
  adapter: optional<DatabaseAdapter['adapter']>('must be a driver adapter of Prisma', canConnect),
} satisfies Record<keyof DatabaseOptions, OptionRule>;

/** The rules of the options that `migrate()` shares with the module. */
export const migrationRules = {
  ...memberRules,
  adapter: optional('cannot migrate: pass url or pool', () => false),
} satisfies Record<keyof DatabaseOptions, OptionRule>;

/** The rule of the option `database`, which must use exactly one of the three ways. */
export const databaseRule: OptionRule = {
  names: databaseNames,
  findProblems(value, option) {
    const options = Object(value) as Partial<Record<keyof DatabaseOptions, unknown>>;
    const { url, directUrl, schema, poolSize, pool, adapter } = options;
    // An instance of a class may have other members.
    const given = { url, directUrl, schema, poolSize, pool, adapter };
    const problems = findProblems(given, memberRules, option);
    if (problems.length > 0 || isOneWay(given)) return problems;
    return [
      `${option} must be { url } with any directUrl, schema and poolSize, { pool } with any schema, or { adapter }`,
    ];
  },
};

function isOneWay(options: Partial<Record<keyof DatabaseOptions, unknown>>): boolean {
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : name,
  );
  const ways = [['url', 'directUrl', 'schema', 'poolSize'], ['pool', 'schema'], ['adapter']];
  return ways.some(
    ([way, ...others]) =>
      given.includes(way!) && given.every((name) => name === way || others.includes(name)),
  );
}
