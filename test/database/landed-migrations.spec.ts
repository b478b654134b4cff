import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { pendingMigrations } from '../../src/database/migration-records.js';
import { migrate } from '../../src/database/migrations.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

const root = fileURLToPath(new URL('.', import.meta.resolve('#package.json')));
const script = join(root, 'scripts/check-migrations.js');

function check(folder: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, folder], {
    encoding: 'utf8',
  });
  return { status, lines: `${stdout}${stderr}`.trimEnd().split('\n') };
}

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

it('A migration keeps the text it was first committed with', () => {
  const { status, lines } = check(root);
  expect({ status, lines }).toEqual({ status: 0, lines: expect.any(Array) });
});

describe('The check of landed migrations', () => {
  const first = 'prisma/migrations/1_first/migration.sql';
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'landed-migrations-'));
    git(folder, 'init', '--quiet');
    git(folder, 'config', 'user.name', 'Ada');
    git(folder, 'config', 'user.email', 'ada@example.com');
    write(first, 'CREATE TABLE first (id int);\n');
    commit();
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  function commit(): void {
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--message', 'a change');
  }

  it('accepts new migrations and Windows line endings', () => {
    write('prisma/migrations/2_second/migration.sql', 'CREATE TABLE second (id int);\n');
    commit();
    write('prisma/migrations/3_third/migration.sql', 'CREATE TABLE third (id int);\n');
    write(first, 'CREATE TABLE first (id int);\r\n');
    expect(check(folder)).toEqual({
      status: 0,
      lines: ['migrations: 2 are as they landed'],
    });
  });

  const edits: [string, () => void][] = [
    ['edited in a commit', () => (write(first, 'CREATE TABLE other (id int);\n'), commit())],
    ['edited and not committed', () => appendFileSync(join(folder, first), '-- more\n')],
    ['edited only in white space', () => appendFileSync(join(folder, first), '\n')],
    [
      'deleted and added again with another text',
      () => {
        rmSync(join(folder, first));
        commit();
        write(first, 'CREATE TABLE other (id int);\n');
        commit();
      },
    ],
    [
      'edited twice, the second time by a commit that also edits the check',
      () => {
        write(first, 'CREATE TABLE other (id int);\n');
        commit();
        write('scripts/check-migrations.js', '');
        write(first, 'CREATE TABLE another (id int);\n');
        commit();
      },
    ],
  ];

  it.each(edits)('rejects a migration that was %s', (_, edit) => {
    edit();
    const { status, lines } = check(folder);
    expect(status).toBe(1);
    expect(lines).toEqual([expect.stringContaining(`${first} was edited`)]);
  });

  it('rejects a migration that was deleted or renamed', () => {
    git(folder, 'mv', 'prisma/migrations/1_first', 'prisma/migrations/2_first');
    commit();
    const { status, lines } = check(folder);
    expect({ status, lines }).toEqual({
      status: 1,
      lines: [expect.stringContaining(`${first} was deleted`)],
    });
  });

  it('accepts and reports a shallow or missing history', () => {
    write('README.md', 'second');
    commit();
    const clone = join(folder, 'clone');
    git(folder, 'clone', '--quiet', '--depth=1', pathToFileURL(folder).href, clone);
    expect(check(clone)).toEqual({
      status: 0,
      lines: [
        'migrations: the history is shallow, so they are compared with its beginning',
        'migrations: 1 are as they landed',
      ],
    });
    rmSync(join(folder, '.git'), { recursive: true });
    expect(check(folder)).toEqual({
      status: 0,
      lines: ['migrations: not compared, since there is no history'],
    });
  });
});

describe('A database of an earlier commit', () => {
  /** The commits that edited migrations, the earliest first. None in a shallow history. */
  const commits = (() => {
    const isWhole = spawnSync('git', ['cat-file', '-e', '857f801'], { cwd: root }).status === 0;
    if (!isWhole)
      console.warn('migrations: the history is shallow, so no earlier text is migrated');
    const format = [
      '--reverse',
      '--format=%H',
      '5b26e78',
      '--',
      'prisma/migrations/*/migration.sql',
    ];
    return isWhole
      ? git(root, 'log', ...format)
          .trim()
          .split('\n')
      : [];
  })();

  let current: object[];
  let database: TestDatabase;
  let folder: string;
  let client: Client;

  beforeAll(async () => {
    const migrated = await createTestDatabase();
    const reader = new Client({ connectionString: migrated.url });
    await reader.connect();
    current = (await reader.query<object>(tables)).rows;
    await reader.end();
    await migrated.drop();
  });

  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false });
    folder = mkdtempSync(join(tmpdir(), 'earlier-migrations-'));
    client = new Client({ connectionString: database.url });
    await client.connect();
  });

  afterEach(async () => {
    await client.end();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  /** Migrates the database with the migrations of a commit. */
  async function migrateAsIn(commit: string): Promise<void> {
    const paths = git(root, 'ls-tree', '-r', '--name-only', commit, '--', 'prisma/migrations');
    for (const path of paths.split('\n').filter((each) => each.endsWith('/migration.sql'))) {
      const file = join(folder, path.slice('prisma/migrations/'.length));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, git(root, 'show', `${commit}:${path}`));
    }
    await migrate({ url: database.url, folder: pathToFileURL(`${folder}/`) });
  }

  const query = async (sql: string) => (await client.query<any>(sql)).rows;

  async function functions(): Promise<string> {
    const { functionsDocument } = (await import(
      pathToFileURL(join(root, 'scripts/functions-document.js')).href
    )) as { functionsDocument(query: (sql: string) => Promise<object[]>): Promise<string> };
    return functionsDocument(query);
  }

  const tables = `
    SELECT attrelid::regclass::text AS owner, attname AS name, format_type(atttypid, atttypmod) AS type,
      attnotnull::text || attidentity::text AS detail, pg_get_expr(adbin, adrelid) AS text
    FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
    UNION ALL SELECT conrelid::regclass::text, conname, 'constraint', '', pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
    UNION ALL SELECT tablename, indexname, 'index', '', indexdef FROM pg_indexes WHERE schemaname = 'public'
    ORDER BY 1, 2, 3`;

  const expectCurrent = async () => {
    expect(await query(tables)).toEqual(current);
    expect(await functions()).toBe(readFileSync(join(root, 'prisma/functions.sql'), 'utf8'));
    expect(await pendingMigrations(query, '"public"._prisma_migrations')).toEqual([]);
    expect(await migrate({ url: database.url })).toEqual([]);
  };

  it.each(commits.map((commit) => [commit.slice(0, 8)]))(
    'has the current schema after an upgrade from %s',
    async (commit) => {
      await migrateAsIn(commit);
      await migrate({ url: database.url });
      await expectCurrent();
    },
    30_000,
  );

  (commits.length > 0 ? it : it.skip)(
    'keeps waiting and parked events from before the current queues',
    async () => {
      await migrateAsIn('4e0e4f2');
      await query(`
      INSERT INTO event_subscriptions (name, types) VALUES ('billing', '{account.updated,account.deleted}');
      INSERT INTO event_deliveries (subscription, event_id, type, account_id, revision, data, occurred_at, give_up_at, parked_at)
      SELECT 'billing', 'event ' || number, 'account.updated', 'account', number, '{}', now(), now() + INTERVAL '3 days',
        CASE WHEN number = 3 THEN now() END
      FROM generate_series(1, 3) AS number;
      INSERT INTO event_queues (subscription, account_id, waiting, due_at) VALUES ('billing', 'account', 2, now())`);
      await migrate({ url: database.url });
      expect(await query('SELECT subscription, account_id, waiting FROM event_queues')).toEqual([
        { subscription: 'billing', account_id: 'account', waiting: 2 },
      ]);
      const ids = (table: string) => query(`SELECT event_id FROM ${table} ORDER BY sequence`);
      expect(await ids('event_deliveries')).toEqual([
        { event_id: 'event 1' },
        { event_id: 'event 2' },
      ]);
      expect(await ids('parked_events')).toEqual([{ event_id: 'event 3' }]);
    },
  );

  (commits.length > 0 ? it : it.skip)(
    'keeps verified addresses from before an account could have several',
    async () => {
      await migrateAsIn('b0a528b');
      await query(`
      INSERT INTO event_subscriptions (name, type) VALUES ('billing', 'email.verified');
      INSERT INTO accounts (id, name, email, email_key, language_code, created_at, updated_at, password_hash)
      SELECT name, 'Ada', name || '@example.com', name || '@example.com', 'en', now(), now(), 'hash'
      FROM unnest('{kept,changed}'::text[]) AS name;
      INSERT INTO verified_emails (account_id, email, email_key, verified_at) VALUES
        ('kept', 'kept@example.com', 'kept@example.com', now()),
        ('changed', 'before@example.com', 'before@example.com', now())`);
      await migrate({ url: database.url });
      const verified =
        'SELECT account_id, email, replaced_at IS NULL AS current FROM verified_emails';
      expect(await query(`${verified} ORDER BY account_id`)).toEqual([
        { account_id: 'changed', email: 'before@example.com', current: false },
        { account_id: 'kept', email: 'kept@example.com', current: true },
      ]);
      await expectCurrent();
    },
  );
});
