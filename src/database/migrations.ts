import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type ClientBase, escapeIdentifier } from 'pg';
import { beginTransaction } from './connection/begin-transaction.js';
import { DatabaseClient } from './connection/database.client.js';
import { assertFit, serverKind, type ServerKind } from './database-unfit.error.js';
import {
  databaseConnections,
  databaseNames,
  namedSchema,
  type DatabasePool,
  type DatabaseUrls,
} from './database.options.js';
import { assertKnownOptions } from '../options/unknown-options.js';

/** The database cannot be migrated. The message names the failing migration. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly corrections: readonly Correction[];
}

/**
 * Updates a database that applied an earlier text of a migration. The file is next to the migration, and its name is
 * `<kind>-<first 12 digits of the earlier text's checksum>.sql`. After a repair, the current text counts as applied;
 * after an undo, it is applied again.
 */
interface Correction {
  readonly kind: 'repair' | 'undo';
  readonly checksum: string;
  readonly sql: string;
}

/** Released once, then merged into the previous migration. */
const replaced = '20261124055000_account_event_cost';

interface MigrationRow {
  migration_name: string;
  checksum: string;
  is_finished: boolean;
}

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

const folders = new Map<string, readonly Migration[]>();

/**
 * Applies all pending migrations in one transaction, or none. Several nodes may start at the same time. The records use
 * the table and format of `prisma migrate deploy`, so that either can continue.
 *
 * @returns the names of the applied migrations
 * @throws DatabaseUnfitError if the database is older than PostgreSQL 15 or not in UTF-8; MigrationError if a migration
 *   failed earlier or was changed since, if `public` has those of another application, or if a table stays locked for
 *   five minutes; TypeError naming an unknown option
 */
export async function migrate(
  options: (DatabaseUrls | DatabasePool) & {
    /** The folder of the migrations. Default: that of this package. */
    folder?: URL | undefined;
  },
): Promise<string[]> {
  assertKnownOptions(options, { ...databaseNames, folder: true }, 'migrate()');
  const migrations = readMigrations(options.folder);
  const { client, schema, end } = await connect(options);
  const isNamed = namedSchema(options) !== undefined;
  const began = performance.now();
  let isWaitReported = false;
  try {
    const { rows } = await client.query<ServerKind>(`SELECT ${serverKind}`);
    assertFit(rows[0]!);
    for (;;) {
      try {
        return await applyPending(client, schema, migrations, isNamed);
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
  isSchemaNamed: boolean,
): Promise<string[]> {
  await client.query(beginTransaction);
  await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
  await client.query('SELECT pg_advisory_xact_lock($1)', [PRISMA_LOCK]);
  await createSchema(client, schema);
  const records = await readRecords(client, schema);
  if (!isSchemaNamed) assertOwn(migrations, records, schema);
  const edited = findEdited(migrations, records);
  for (const each of edited) await correct(client, schema, each);
  const pending = findPending(migrations, await readRecords(client, schema));
  for (const migration of pending) await apply(client, schema, migration);
  await client.query('COMMIT');
  return pending.map(({ name }) => name);
}

/** Rejects the history of another application. Later migrations than ours belong to a newer release. */
function assertOwn(
  migrations: readonly Migration[],
  records: MigrationRow[],
  schema: string,
): void {
  const known = new Set([...migrations.map(({ name }) => name), replaced]);
  const recorded = records.map((record) => record.migration_name);
  const newest = recorded.some((name) => known.has(name)) ? migrations.at(-1)?.name : undefined;
  const foreign = recorded.find((name) => !known.has(name) && !(newest && name > newest));
  if (foreign === undefined) return;
  throw new MigrationError(
    `The schema ${schema} has migrations of another application, such as ${foreign}. Name a schema for the accounts: ` +
      "migrate({ url, schema: 'accounts' }), or ?schema=accounts in the URL.",
  );
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

/** Returns the names of the migrations that are not in this table, `_prisma_migrations` with its schema. */
export async function pendingMigrations(query: Query, table: string): Promise<string[]> {
  const names = readMigrations().map(({ name }) => name);
  const [found] = await query(`SELECT to_regclass('${table.replaceAll("'", "''")}')::text AS name`);
  if (!found?.name) return names;
  const rows = await query(
    `SELECT migration_name AS name FROM ${table}
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  const applied = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !applied.has(name));
}

type Query = (sql: string) => Promise<readonly { readonly name: string | null }[]>;

function tableIn(schema: string): string {
  return `${escapeIdentifier(schema)}._prisma_migrations`;
}

/** The role needs no right to create a schema that exists. */
async function createSchema(client: ClientBase, schema: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
  if (!rowCount) await client.query(`CREATE SCHEMA ${escapeIdentifier(schema)}`);
}

async function readRecords(client: ClientBase, schema: string): Promise<MigrationRow[]> {
  const table = await client.query('SELECT WHERE to_regclass($1) IS NOT NULL', [tableIn(schema)]);
  if (!table.rowCount) {
    // Copied from the Prisma command line.
    await client.query(`
      CREATE TABLE ${tableIn(schema)} (
        id                  VARCHAR(36) PRIMARY KEY NOT NULL,
        checksum            VARCHAR(64) NOT NULL,
        finished_at         TIMESTAMPTZ,
        migration_name      VARCHAR(255) NOT NULL,
        logs                TEXT,
        rolled_back_at      TIMESTAMPTZ,
        started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
        applied_steps_count INTEGER NOT NULL DEFAULT 0
      )`);
    return [];
  }
  const { rows } = await client.query<MigrationRow>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS is_finished FROM ${tableIn(schema)}
     WHERE rolled_back_at IS NULL`,
  );
  return rows;
}

/** Ignores records of unknown migrations, which come from a newer release. */
function findPending(migrations: readonly Migration[], records: MigrationRow[]): Migration[] {
  const applied = new Set(records.map((record) => record.migration_name));
  return migrations.filter(({ name }) => !applied.has(name));
}

/** A migration that the database applied with an earlier text, and its correction. */
type Edited = [Migration, Correction];

function findEdited(migrations: readonly Migration[], records: MigrationRow[]): Edited[] {
  const unfinished = records.find((record) => !record.is_finished);
  if (unfinished) {
    throw new MigrationError(
      `Migration ${unfinished.migration_name} began and never finished. Repair the database, then ` +
        'mark it with "prisma migrate resolve --rolled-back" or "--applied".',
    );
  }
  const applied = new Map(records.map((record) => [record.migration_name, record.checksum]));
  return migrations.flatMap((migration): Edited[] => {
    const recorded = applied.get(migration.name);
    if (recorded === undefined || checksums(migration.sql).includes(recorded)) return [];
    const correction = migration.corrections.find(({ checksum }) => recorded.startsWith(checksum));
    if (correction) return [[migration, correction]];
    throw new MigrationError(
      `Migration ${migration.name} was changed after it had been applied to this database. ` +
        'Restore its file, and put the change into a separate migration.',
    );
  });
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

/** Returns the checksums that Prisma computes, with the line ends of this package and of a Windows checkout. */
function checksums(sql: string): string[] {
  const unix = sql.replaceAll('\r\n', '\n');
  return [unix, unix.replaceAll('\n', '\r\n')].map((text) =>
    createHash('sha256').update(text).digest('hex'),
  );
}

/** Reads each prisma/migrations/<timestamp>_<name>/migration.sql once. */
function readMigrations(
  folder = new URL('./prisma/migrations/', import.meta.resolve('#package.json')),
): readonly Migration[] {
  const known = folders.get(folder.href);
  if (known) return known;
  const migrations = readdirSync(folder)
    .sort()
    .map((name) => ({ name, file: new URL(`${name}/migration.sql`, folder) }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => {
      const corrections = readCorrections(new URL('./', file));
      return { name, sql: readFileSync(file, 'utf8'), corrections };
    });
  folders.set(folder.href, migrations);
  return migrations;
}

function readCorrections(folder: URL): Correction[] {
  return readdirSync(folder).flatMap((name) => {
    const [, kind, checksum] = /^(repair|undo)-([\da-f]{12})\.sql$/.exec(name) ?? [];
    if ((kind !== 'repair' && kind !== 'undo') || !checksum) return [];
    const sql = readFileSync(new URL(name, folder), 'utf8');
    return [{ kind, checksum, sql }];
  });
}
