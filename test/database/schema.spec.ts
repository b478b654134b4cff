import { readdir, readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { openSchemaEngine } from '../support/servers/schema-engine.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

const prisma = new URL('./prisma/', import.meta.resolve('#package.json'));
/** Relations whose rows a trigger deletes in batches: a cascade of a foreign key would be one statement. */
const relationsWithoutForeignKey = [
  'access_tokens_account_id_fkey',
  'access_tokens_application_id_fkey',
  'grants_account_id_fkey',
  'grants_application_id_fkey',
  'idempotency_keys_account_id_fkey',
  'idempotency_keys_owner_id_fkey',
  'sessions_account_id_fkey',
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

  /** The SQL that turns the database into what the schema says. */
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

  it('is what schema.prisma says', async () => {
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

  it('is up to date in the eyes of "prisma migrate status"', async () => {
    const folder = new URL('migrations/', prisma);
    const names = (await readdir(folder)).filter((name) => !name.endsWith('.toml')).sort();
    const migrationDirectories = await Promise.all(
      names.map(async (path) => ({
        path,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok' as const,
            value: await readFile(new URL(`${path}/migration.sql`, folder), 'utf8'),
          },
        },
      })),
    );
    const lockfile = {
      path: 'migration_lock.toml',
      content: await readFile(new URL('migration_lock.toml', folder), 'utf8'),
    };
    expect(
      await opened.engine.diagnoseMigrationHistory({
        migrationsList: { baseDir: '', lockfile, shadowDbInitScript: '', migrationDirectories },
        optInToShadowDatabase: false,
        filters,
      }),
    ).toEqual({
      editedMigrationNames: [],
      failedMigrationNames: [],
      hasMigrationsTable: true,
      history: null,
    });
  });
});
