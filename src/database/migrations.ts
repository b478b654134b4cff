import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type ClientBase, escapeIdentifier } from 'pg';
import { beginTransaction } from './connection/begin-transaction.js';
import { DatabaseClient } from './connection/database.client.js';
import { assertFit, serverKind, type ServerKind } from './database-unfit.error.js';
import {
  databaseConnections,
  migrationRules,
  namedSchema,
  type DatabasePool,
  type DatabaseUrls,
} from './database.options.js';
import { assertOptions, optional } from '../options/option-rules.js';
import { checksums, readMigrations, type Migration } from './migration-files.js';
import {
  assertOwn,
  findEdited,
  findPending,
  readRecords,
  tableIn,
  type Edited,
} from './migration-records.js';
import { MigrationError } from './migration.error.js';

/** The advisory lock of `prisma migrate`, so that it never runs at the same time as this function. */
const PRISMA_LOCK = 72_707_369;

/** Shorter than PostgreSQL's `deadlock_timeout`, so that a migration gives up before a request that waits for it. */
const lockTimeoutMs = 500;

/** Lets waiting requests proceed between two attempts. */
const lockRetryMs = 1_000;

/** How long a locked table, for example during a dump, may delay the migrations. */
const lockDeadlineMs = 5 * 60_000;

/** How long migrations wait before they report it. Another starting node may need this long. */
const lockReportMs = 10_000;

const waiting =
  'another node is migrating, or something else, such as a dump, keeps a table locked. pg_locks and pg_stat_activity name it.';

/**
 * Applies all pending migrations in one transaction, or none. Several nodes may start at the same time. The records use
 * the table and format of `prisma migrate deploy`, so that either can continue.
 *
 * @returns the names of the applied migrations
 * @throws DatabaseUnfitError if the database is older than PostgreSQL 15 or not in UTF-8; MigrationError if a migration
 *   failed earlier or was changed after it was applied, if the schema has those of another application and `schema`
 *   does not name it, or if a table stays locked for five minutes; TypeError naming the invalid options
 */
export async function migrate(
  options: (DatabaseUrls | DatabasePool) & {
    /** The folder of the migrations. Default: that of this package. */
    folder?: URL | undefined;
  },
): Promise<string[]> {
  const folder = optional('must be the URL of a folder', (value) => value instanceof URL);
  assertOptions(options, { ...migrationRules, folder }, 'migrate()');
  if ((options.url === undefined) === (options.pool === undefined)) {
    throw new TypeError('migrate() requires either url or pool.');
  }
  const migrations = readMigrations(options.folder);
  const { client, schema, end } = await connect(options);
  const began = performance.now();
  let isWaitReported = false;
  try {
    const { rows } = await client.query<ServerKind>(`SELECT ${serverKind}`);
    assertFit(rows[0]!);
    for (;;) {
      try {
        return await applyPending(client, schema, migrations, options);
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        const waitedMs = performance.now() - began;
        if (waitedMs > lockDeadlineMs) {
          throw new MigrationError(`The migrations were not applied: ${waiting}`);
        }
        if (waitedMs > lockReportMs && !isWaitReported) {
          process.emitWarning(`The migrations are waiting: ${waiting}`, 'MigrationWarning');
          isWaitReported = true;
        }
        await client.query('ROLLBACK');
        await delay(lockRetryMs);
      }
    }
  } finally {
    await end(); // An error before the COMMIT rolls everything back.
  }
}

async function applyPending(
  client: ClientBase,
  schema: string,
  migrations: readonly Migration[],
  options: DatabaseUrls | DatabasePool,
): Promise<string[]> {
  await client.query(beginTransaction);
  await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
  await client.query('SELECT pg_advisory_xact_lock($1)', [PRISMA_LOCK]);
  await createSchema(client, schema);
  const records = await readRecords(client, schema);
  // Prisma writes the schema of the other application into the URL. Only the option shows that the host chose it.
  if (options.schema === undefined) {
    assertOwn(migrations, records, schema, { mayContinue: namedSchema(options) !== undefined });
  }
  const edited = findEdited(migrations, records);
  for (const each of edited) await correct(client, schema, each);
  const pending = findPending(migrations, await readRecords(client, schema));
  for (const migration of pending) await apply(client, schema, migration);
  await client.query('COMMIT');
  return pending.map(({ name }) => name);
}

/** Whether a table stayed locked (`lock_not_available`): one that a migration changes, or the migration records. */
function isLockTimeout(error: unknown): boolean {
  const failed = error instanceof MigrationError ? error.cause : error;
  const { code }: { code?: unknown } = failed ?? {};
  return code === '55P03';
}

interface Connection {
  readonly client: ClientBase;
  readonly schema: string;
  end(): Promise<void>;
}

/** Opens a connection. It is closed afterwards, even one of a pool, so that no setting remains on it. */
async function connect(options: DatabaseUrls | DatabasePool): Promise<Connection> {
  if (options.pool) {
    const client = await options.pool.connect();
    client.on('error', () => undefined); // A lost connection also fails its statement.
    const end = () => Promise.resolve(client.release(true));
    return { client, schema: options.schema ?? 'public', end };
  }
  const { directConnection, schema } = databaseConnections(options);
  const client = new DatabaseClient({
    ...directConnection,
    application_name: 'nest-accounts migrations',
  });
  client.on('error', () => undefined);
  await client.connect();
  return { client, schema, end: () => client.end() };
}

/** The role needs no right to create a schema that exists. */
async function createSchema(client: ClientBase, schema: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  if (!rowCount) await client.query(`CREATE SCHEMA ${escapeIdentifier(schema)}`);
}

async function correct(
  client: ClientBase,
  schema: string,
  [{ name, sql }, { kind, sql: correction }]: Edited,
): Promise<void> {
  await run(client, schema, name, correction);
  const [change, value] =
    kind === 'undo'
      ? ['rolled_back_at = $2::timestamptz', new Date().toISOString()]
      : ['checksum = $2', checksums(sql)[0]];
  await client.query(
    `UPDATE ${tableIn(schema)} SET ${change} WHERE migration_name = $1 AND rolled_back_at IS NULL`,
    [name, value],
  );
}

async function apply(client: ClientBase, schema: string, { name, sql }: Migration): Promise<void> {
  const { rows } = await client.query<{ now: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 AS now',
  );
  await run(client, schema, name, sql);
  await client.query(
    `INSERT INTO ${tableIn(schema)}
       (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, to_timestamp($4), clock_timestamp(), 1)`,
    [randomUUID(), checksums(sql)[0], name, rows[0]?.now],
  );
}

async function run(client: ClientBase, schema: string, name: string, sql: string): Promise<void> {
  try {
    // Set the path for each migration, because the previous one may have changed it.
    await client.query(`SET LOCAL search_path TO ${escapeIdentifier(schema)}`);
    await client.query(sql);
  } catch (cause) {
    throw new MigrationError(`Migration ${name} failed: ${(cause as Error).message}`, { cause });
  }
}
