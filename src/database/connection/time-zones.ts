import { PrismaPg } from '@prisma/adapter-pg';
import type {
  ArgType,
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  SqlQueryable,
} from '@prisma/driver-adapter-utils';
import { beginTransaction } from './begin-transaction.js';
import { tracedStatement } from '../../tracing/traced-statement.js';
import { Pool, types, type CustomTypesConfig, type PoolClient, type QueryConfig } from 'pg';

type AdapterOptions = ConstructorParameters<typeof PrismaPg>[1];

/** Matches a PostgreSQL time with the ISO `DateStyle`. */
const isoTime = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)(?::(\d\d))?$/;

/**
 * Returns an adapter that is correct in every time zone. Prisma's own adapter writes times without their zone and drops
 * the zone of times it reads, but a host's connection may have another zone than UTC. This adapter also starts
 * transactions with {@link beginTransaction}.
 */
export function createAdapter(pool: Pool, options: AdapterOptions): SqlDriverAdapterFactory {
  const factory = new PrismaPg(readingZones(pool), options);
  return { ...named(factory), connect: async () => writingZones(await factory.connect()) };
}

/** Wraps an adapter of the host. One without a `pg` pool must use UTC. */
export function wrapHostAdapter(factory: SqlDriverAdapterFactory): SqlDriverAdapterFactory {
  return {
    ...named(factory),
    async connect() {
      const driver = await factory.connect();
      const pool = (driver as { underlyingDriver?(): unknown }).underlyingDriver?.();
      if (!(pool instanceof Pool)) return writingZones(driver);
      const schema = driver.getConnectionInfo?.().schemaName;
      const ours = await new PrismaPg(readingZones(pool), { schema }).connect();
      return overridden(writingZones(ours), {
        async dispose() {
          await ours.dispose();
          await driver.dispose();
        },
      });
    },
  };
}

function named({ provider, adapterName }: SqlDriverAdapterFactory) {
  return { provider, adapterName };
}

function readingZones(pool: Pool): Pool {
  return overridden(pool, {
    ...queryReadingZones(pool),
    connect: (async () => {
      const client = await pool.connect();
      return overridden<PoolClient>(client, queryReadingZones(client));
    }) as Pool['connect'],
  });
}

function queryReadingZones(queryable: Pool | PoolClient) {
  const query = (config: QueryConfig) => {
    if (config.text === 'BEGIN') return queryable.query(beginTransaction);
    return queryable.query(config.types ? { ...config, types: zoneParsers(config.types) } : config);
  };
  return { query: query as Pool['query'] };
}

function zoneParsers({ getTypeParser }: CustomTypesConfig): CustomTypesConfig {
  return {
    getTypeParser: ((oid: number, format: 'text') =>
      oid === types.builtins.TIMESTAMPTZ && format === 'text'
        ? parseTime
        : (getTypeParser(oid, format) as never)) as CustomTypesConfig['getTypeParser'],
  };
}

function parseTime(text: string): string {
  const [, date, time, hours, minutes = '00'] = isoTime.exec(text) ?? [];
  if (!date) throw new Error('The DateStyle of a connection to PostgreSQL is not ISO.');
  const moment = `${date}T${time}${hours}:${minutes}`;
  return moment.endsWith('+00:00') ? moment : new Date(moment).toISOString();
}

function writingZones(driver: SqlDriverAdapter): SqlDriverAdapter {
  return overridden(driver, {
    ...queriesWritingZones(driver),
    async startTransaction(isolationLevel) {
      const transaction = await driver.startTransaction(isolationLevel);
      return overridden(transaction, queriesWritingZones(transaction));
    },
  });
}

function queriesWritingZones(queryable: SqlQueryable) {
  return {
    queryRaw: (query: SqlQuery) =>
      tracedStatement(query.sql, () => queryable.queryRaw(withZones(query))),
    executeRaw: (query: SqlQuery) =>
      tracedStatement(query.sql, () => queryable.executeRaw(withZones(query))),
  };
}

/** Converts times to text with their zone, which PostgreSQL reads identically under all settings. */
export function withZones(query: SqlQuery): SqlQuery {
  const { args, argTypes } = query;
  if (!argTypes.some(isTime)) return query;
  return {
    ...query,
    args: args.map((arg, i) => (isTime(argTypes[i]) ? withZone(arg) : arg)),
    argTypes: argTypes.map((type) => (isTime(type) ? { ...type, scalarType: 'string' } : type)),
  };
}

function isTime(type: ArgType | undefined): boolean {
  return type?.scalarType === 'datetime';
}

function withZone(arg: unknown): unknown {
  if (Array.isArray(arg)) return arg.map(withZone);
  return typeof arg === 'string' || arg instanceof Date ? new Date(arg).toISOString() : arg;
}

function overridden<T extends object>(target: T, methods: Partial<T>): T {
  return new Proxy(target, {
    get(_, name) {
      if (Object.hasOwn(methods, name)) return Reflect.get(methods, name);
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
