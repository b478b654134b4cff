import { type ClientBase, escapeIdentifier } from 'pg';
import { checksums, readMigrations, type Correction, type Migration } from './migration-files.js';
import { MigrationError } from './migration.error.js';

/** Released once, then merged into the previous migration. */
const replaced = '20261124055000_account_event_cost';

interface MigrationRow {
  migration_name: string;
  checksum: string;
  is_finished: boolean;
}

type Query = (sql: string) => Promise<readonly { readonly name: string | null }[]>;

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

export function tableIn(schema: string): string {
  return `${escapeIdentifier(schema)}._prisma_migrations`;
}

export async function readRecords(client: ClientBase, schema: string): Promise<MigrationRow[]> {
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

/**
 * Rejects the history of another application. Later migrations than ours belong to a newer release.
 *
 * @param mayContinue whether both applications may already share the history
 */
export function assertOwn(
  migrations: readonly Migration[],
  records: MigrationRow[],
  schema: string,
  { mayContinue }: { readonly mayContinue: boolean },
): void {
  const known = new Set([...migrations.map(({ name }) => name), replaced]);
  const recorded = records.map((record) => record.migration_name);
  const hasOurs = recorded.some((name) => known.has(name));
  if (hasOurs && mayContinue) return;
  const newest = hasOurs ? migrations.at(-1)?.name : undefined;
  const foreign = recorded.find((name) => !known.has(name) && !(newest && name > newest));
  if (foreign === undefined) return;
  throw new MigrationError(
    `The schema ${schema} has migrations of another application, such as ${foreign}. Name a schema for the accounts: ` +
      "migrate({ url, schema: 'accounts' }), or ?schema=accounts in the URL.",
  );
}

/** Ignores records of unknown migrations, which come from a newer release. */
export function findPending(
  migrations: readonly Migration[],
  records: MigrationRow[],
): Migration[] {
  const applied = new Set(records.map((record) => record.migration_name));
  return migrations.filter(({ name }) => !applied.has(name));
}

/** A migration that the database applied with an earlier text, and its correction. */
export type Edited = [Migration, Correction];

export function findEdited(migrations: readonly Migration[], records: MigrationRow[]): Edited[] {
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
