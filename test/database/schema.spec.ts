import { readdir, readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { migrate } from '../../src/database/migrations.js';
import { openSchemaEngine } from '../support/servers/schema-engine.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

const prisma = new URL('./prisma/', import.meta.resolve('#package.json'));
/** Relations whose rows a trigger deletes: in batches, or only where there are any. */
const relationsWithoutForeignKey = [
  'access_tokens_account_id_fkey',
  'access_tokens_application_id_fkey',
  'grants_account_id_fkey',
  'grants_application_id_fkey',
  'idempotency_keys_account_id_fkey',
  'idempotency_keys_owner_id_fkey',
  'sessions_account_id_fkey',
  'token_uses_hash_fkey',
];

const filters = { externalTables: [], externalEnums: [] };

describe('A migrated database', () => {
  let database: TestDatabase;
  let opened: Awaited<ReturnType<typeof openSchemaEngine>>;

  beforeAll(async () => {
    database = await createTestDatabase();
    opened = await openSchemaEngine(database.url);
  });

  afterAll(async () => {
    await opened.close();
    await database.drop();
  });

  /** The SQL that would change the database to match the schema. */
  async function difference(schema: string): Promise<string | null> {
    const files = [{ path: 'schema.prisma', content: schema }];
    const { stdout } = await opened.engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: '' },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters,
    });
    return stdout;
  }

  it('matches schema.prisma, except for foreign keys that triggers replace', async () => {
    const schema = await readFile(new URL('schema.prisma', prisma), 'utf8');
    const statements = (await difference(schema))!.split('\n').filter((line) => /^\w/.test(line));
    const missing = statements.map((each) => /ADD CONSTRAINT "(\w+_fkey)"/.exec(each)?.[1] ?? each);
    expect(missing.sort()).toEqual(relationsWithoutForeignKey);
    expect(await difference(schema.replace('phone            ', 'telephone '))).toContain(
      'ADD COLUMN     "telephone"',
    );
  });

  it('has the functions and triggers of prisma/functions.sql (npm run docs writes it)', async () => {
    const script = new URL('../scripts/functions-document.js', prisma).href;
    const { functionsDocument } = (await import(script)) as {
      functionsDocument(query: (sql: string) => Promise<object[]>): Promise<string>;
    };
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const document = await functionsDocument(
      async (sql) => (await client.query<object>(sql)).rows,
    ).finally(() => client.end());
    expect(document).toBe(await readFile(new URL('functions.sql', prisma), 'utf8'));
  });

  it('is up to date for "prisma migrate status" and "prisma migrate deploy"', async () => {
    const migrationsList = await listMigrations();
    const status = { migrationsList, optInToShadowDatabase: false, filters };
    expect(await opened.engine.diagnoseMigrationHistory(status)).toEqual({
      editedMigrationNames: [],
      failedMigrationNames: [],
      hasMigrationsTable: true,
      history: null,
    });
    expect(await opened.engine.applyMigrations({ migrationsList, filters })).toEqual({
      appliedMigrationNames: [],
    });
  });

  it('has the same migration records after "prisma migrate deploy", and migrate() adds none', async () => {
    const deployed = await createTestDatabase({ migrated: false });
    const { engine, close } = await openSchemaEngine(deployed.url);
    const migrationsList = await listMigrations();
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters });
    await close();
    expect(appliedMigrationNames).toEqual(
      migrationsList.migrationDirectories.map(({ path }) => path),
    );
    expect(await migrate({ url: deployed.url })).toEqual([]);
    expect(await getRecords(deployed.url)).toEqual(await getRecords(database.url));
    await deployed.drop();
  });
});

/** The migrations, in the form of Prisma's schema engine. */
async function listMigrations() {
  const folder = new URL('migrations/', prisma);
  const names = (await readdir(folder)).filter((name) => !name.endsWith('.toml')).sort();
  const getContent = (path: string) => readFile(new URL(path, folder), 'utf8');
  const migrationDirectories = await Promise.all(
    names.map(async (path) => ({
      path,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok' as const, value: await getContent(`${path}/migration.sql`) },
      },
    })),
  );
  const lockfile = {
    path: 'migration_lock.toml',
    content: await getContent('migration_lock.toml'),
  };
  return { baseDir: '', lockfile, shadowDbInitScript: '', migrationDirectories };
}

/** The columns of `_prisma_migrations`, and its rows without their ids and times. */
async function getRecords(connectionString: string) {
  const client = new Client({ connectionString });
  await client.connect();
  const columns = await client.query(
    `SELECT column_name, data_type, character_maximum_length, is_nullable, column_default
     FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`,
  );
  const rows = await client.query(
    `SELECT migration_name, checksum, applied_steps_count, logs, rolled_back_at,
       finished_at >= started_at AS is_finished, length(id) AS length_of_id
     FROM _prisma_migrations ORDER BY started_at`,
  );
  await client.end();
  return { columns: columns.rows as object[], rows: rows.rows as object[] };
}
