import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { escapeIdentifier, type Pool } from 'pg';
import { emailKey } from '../../src/accounts/emails/email-key.js';
import { pendingMigrations } from '../../src/database/migration-records.js';
import { MigrationError } from '../../src/database/migration.error.js';
import { migrate } from '../../src/database/migrations.js';
import { until } from '../support/until.js';
import {
  administer,
  createTestDatabase,
  hostPool,
  type TestDatabase,
} from '../support/servers/postgres.js';

const FIRST = '20261121000000_accounts';

it('A migration removes nothing that nodes of the previous release use', async () => {
  const folder = new URL('./prisma/migrations/', import.meta.resolve('#package.json'));
  const names = (await readdir(folder)).filter((name) => !name.endsWith('.toml'));
  // There is no release yet. The tables that this migration changes are unreleased.
  const unreleased = '20261124053000_event_queues';
  const later = names.filter((name) => name > '20261122120000' && name !== unreleased);
  expect(later).not.toEqual([]);
  const taken =
    /\b(DROP (TABLE|COLUMN|VIEW|TYPE)|RENAME|SET NOT NULL|ALTER COLUMN \S+ (SET DATA )?TYPE)\b|ADD COLUMN(?![^;,]*DEFAULT)[^;,]*NOT NULL/i;
  for (const name of later) {
    const sql = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8');
    expect({ name, taken: taken.exec(sql.replaceAll(/--.*$/gm, ''))?.[0] }).toEqual({ name });
  }
});

describe('Migrations', () => {
  let database: TestDatabase;
  let pool: Pool;
  let url: string;

  beforeEach(async () => {
    database = await createTestDatabase();
    url = database.url;
    pool = hostPool({ connectionString: url });
  });

  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  async function getTables(schema: string): Promise<string[]> {
    const { rows } = await pool.query<{ tablename: string }>(
      'SELECT tablename FROM pg_tables WHERE schemaname = $1 ORDER BY 1',
      [schema],
    );
    return rows.map((row) => row.tablename);
  }

  const pendingIn = (schema: string) =>
    pendingMigrations(
      async (sql) => (await pool.query(sql)).rows,
      `${escapeIdentifier(schema)}._prisma_migrations`,
    );

  it('are recorded as Prisma would record them', async () => {
    const { rows } = await pool.query(
      'SELECT * FROM _prisma_migrations WHERE migration_name = $1',
      [FIRST],
    );
    expect(rows).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        checksum: expect.stringMatching(/^[\da-f]{64}$/),
        migration_name: FIRST,
        started_at: expect.any(Date),
        finished_at: expect.any(Date),
        applied_steps_count: 1,
        logs: null,
        rolled_back_at: null,
      },
    ]);
    expect(rows[0].finished_at.getTime()).toBeGreaterThanOrEqual(rows[0].started_at.getTime());
  });

  it('fail without crashing the process if the connection of a host’s pool breaks', async () => {
    const locked = await pool.connect();
    await locked.query('BEGIN');
    await locked.query('SELECT pg_advisory_xact_lock(72707369)');
    const failing = expect(migrate({ pool, schema: 'broken' })).rejects.toThrow();
    const waiting = async () =>
      (
        await pool.query(
          "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%advisory%' AND datname = current_database()",
        )
      ).rows[0]?.pid as number | undefined;
    let pid: number | undefined;
    while ((pid = await waiting()) === undefined);
    await pool.query('SELECT pg_terminate_backend($1)', [pid]);
    await failing;
    await locked.query('ROLLBACK');
    locked.release();
  });

  it('wait while another transaction locks the table of migrations', async () => {
    const holder = await pool.connect();
    await holder.query('CREATE SCHEMA held');
    await holder.query('BEGIN; CREATE TABLE held._prisma_migrations ()');
    const applied = migrate({ url, schema: 'held' });
    const waits = async () =>
      (
        await pool.query(
          "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'nest-accounts migrations' AND datname = current_database()",
        )
      ).rowCount;
    // It waits for a lock, gives up, and retries.
    await until(async () => (await waits()) === 1);
    await until(async () => (await waits()) === 0);
    await until(async () => (await waits()) === 1);
    await holder.query('ROLLBACK');
    holder.release();
    expect(await applied).toContain(FIRST);
  });

  it('warn and then fail while another node holds the migration lock', async () => {
    const holder = await pool.connect();
    await holder.query('BEGIN; SELECT pg_advisory_xact_lock(72707369)');
    const began = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(began);
    const warnings: unknown[] = [];
    jest.spyOn(process, 'emitWarning').mockImplementation((text) => void warnings.push(text));
    const failed = migrate({ url, schema: 'waiting' }).catch((error: unknown) => error);
    await until(async () => clock.mock.calls.length > 1);
    expect(warnings).toEqual([]);
    clock.mockReturnValue(began + 11_000);
    await until(() => warnings.length > 0);
    clock.mockReturnValue(began + 301_000);
    const error = await failed;
    jest.restoreAllMocks();
    expect(error).toBeInstanceOf(MigrationError);
    const reason = expect.stringContaining('another node is migrating') as string;
    expect([(error as Error).message, ...warnings]).toEqual([reason, reason]);
    await holder.query('ROLLBACK');
    holder.release();
  });

  it('run with an idle timeout, in case their node stops', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
    await mkdir(join(folder, '1_own'));
    await writeFile(
      join(folder, '1_own', 'migration.sql'),
      "CREATE TABLE settings AS SELECT current_setting('idle_in_transaction_session_timeout') AS ends",
    );
    await migrate({ url, schema: 'own', folder: pathToFileURL(`${folder}/`) });
    expect((await pool.query('SELECT ends FROM own.settings')).rows).toEqual([{ ends: '5s' }]);
    await rm(folder, { recursive: true });
  });

  it('are applied once when five nodes start together, into a separate schema', async () => {
    const schema = 'Accounts "of" ours';
    expect(await pendingIn(schema)).toContain(FIRST);
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate({ url, schema })));
    expect(applied.flat().filter((name) => name === FIRST)).toHaveLength(1);
    expect(await getTables(schema)).toEqual(await getTables('public'));
    expect(await pendingIn(schema)).toEqual([]);
    expect(await migrate({ url, schema })).toEqual([]);
  });

  it('need no CREATE privilege when none is pending', async () => {
    const role = `reader_${Math.random().toString(36).slice(2)}`;
    await pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
    await pool.query(`GRANT SELECT ON _prisma_migrations TO ${role}`);
    try {
      const asReader = new URL(url);
      asReader.username = role;
      asReader.password = 'secret';
      expect(await migrate({ url: asReader.href, schema: 'public' })).toEqual([]);
    } finally {
      await pool.query(`DROP OWNED BY ${role}`);
      await administer(`DROP ROLE ${role}`);
    }
  });

  it('are rejected if one has changed since it was applied', async () => {
    await pool.query(`UPDATE _prisma_migrations SET checksum = repeat('0', 64)`);
    await expect(migrate({ url, schema: 'public' })).rejects.toThrow(
      `Migration ${FIRST} was changed after it had been applied`,
    );
  });

  it('are rejected if one began but never finished', async () => {
    await pool.query('UPDATE _prisma_migrations SET finished_at = NULL, logs = $1', ['broken']);
    await expect(migrate({ url, schema: 'public' })).rejects.toThrow(
      `Migration ${FIRST} began and never finished`,
    );
    expect(await pendingIn('public')).toContain(FIRST);
  });

  it('ignore those of a newer release', async () => {
    await pool.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       VALUES ('newer', 'unknown', '29991231235959_newer', now())`,
    );
    expect(await migrate({ url, schema: 'public' })).toEqual([]);
    expect(await pendingIn('public')).toEqual([]);
  });

  describe('next to those of another application', () => {
    const record = (name: string) =>
      pool.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
         VALUES ($1, 'unknown', $1, now())`,
        [name],
      );
    const recorded = async (schema: string) => {
      const sql = `SELECT migration_name AS name FROM ${schema}._prisma_migrations`;
      return (await pool.query<{ name: string }>(sql)).rows.map(({ name }) => name);
    };

    it.each(['20240101000000_init', '29991231235959_newer'])(
      'require a schema name: %s',
      async (name) => {
        await pool.query('DELETE FROM _prisma_migrations');
        await record(name);
        // `prisma init` writes `?schema=public` into the URL of the other application.
        const urls = ['', '?sslmode=disable', '?schema=public'].map((query) => ({
          url: url + query,
        }));
        for (const options of [...urls, { pool }]) {
          await expect(migrate(options)).rejects.toThrow(
            `The schema public has migrations of another application, such as ${name}. Name a schema for the accounts: migrate({ url, schema: 'accounts' })`,
          );
        }
        expect(await recorded('public')).toEqual([name]);
        expect(await migrate({ url: `${url}?schema=of_url` })).toEqual(await recorded('of_url'));
        expect(await migrate({ url, schema: 'accounts' })).toEqual(await recorded('accounts'));
        expect(await recorded('public')).toEqual([name]);
      },
    );

    it('continue a shared history only if its schema is named', async () => {
      await record('20240101000000_init');
      await expect(migrate({ url })).rejects.toThrow('such as 20240101000000_init');
      expect(await migrate({ url, schema: 'public' })).toEqual([]);
      expect(await migrate({ url: `${url}?schema=public` })).toEqual([]);
    });

    it('begin a shared history only if the option names its schema', async () => {
      await pool.query('CREATE SCHEMA shared');
      await pool.query(
        'CREATE TABLE shared._prisma_migrations (LIKE _prisma_migrations INCLUDING ALL)',
      );
      await pool.query(
        `INSERT INTO shared._prisma_migrations (id, checksum, migration_name, finished_at)
         VALUES ('1', 'unknown', '20240101000000_init', now())`,
      );
      await expect(migrate({ url: `${url}?schema=shared` })).rejects.toThrow(
        'The schema shared has migrations of another application',
      );
      expect(await recorded('shared')).toEqual(['20240101000000_init']);
      expect(await migrate({ url, schema: 'shared' })).toContain(FIRST);
      expect(await migrate({ url: `${url}?schema=shared` })).toEqual([]);
    });

    it('need no schema name after those of a newer release', async () => {
      await record('29991231235959_newer');
      expect(await migrate({ url })).toEqual([]);
    });
  });

  it('give emails with an ı a key by full case folding', async () => {
    await migrate({ url });
    const emails = [
      'KADıN@example.com',
      'Iıİ-kadın@İstanbul.example',
      'straßeı@ﬃ-ı.example',
      'ᾳı-ŉ@ÉLODIE.example',
      'e\u0301ı@example.com',
      'kadin@other.example',
    ];
    await pool.query(
      `INSERT INTO accounts (id, name, email, email_key, language_code, created_at, updated_at, password_hash)
         SELECT email, 'Ada', email, key, 'tr', now(), now(), 'hash'
         FROM unnest($1::text[], $2::text[]) AS old (email, key)`,
      [emails, emails.map((email) => emailKey(email).replaceAll('ı', 'i'))],
    );
    const name = '20261123133000_email_keys_of_dotless_i';
    await pool.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', [name]);
    expect(await migrate({ url })).toEqual([name]);
    const { rows } = await pool.query<{ email: string; email_key: string }>(
      'SELECT email, email_key FROM accounts',
    );
    expect(rows).toHaveLength(emails.length);
    for (const row of rows) expect(row).toEqual({ ...row, email_key: emailKey(row.email) });
  });

  describe('for the prefix search of emails and names', () => {
    const added = '20261203000000_search_without_rows';
    const schema = 'earlier';
    let folder: string;

    /** Applies the earlier migrations, and then the statements of the procedure, outside a transaction. */
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'migrations-'));
      const all = new URL('./prisma/migrations/', import.meta.resolve('#package.json'));
      for (const name of (await readdir(all)).filter((each) => each < added)) {
        await cp(new URL(name, all), join(folder, name), { recursive: true });
      }
      await migrate({ url, schema, folder: pathToFileURL(`${folder}/`) });
      const procedures = new URL('./docs/procedures.md', import.meta.resolve('#package.json'));
      const [, section] = (await readFile(procedures, 'utf8')).split('### Large indexes\n');
      const [, block = ''] = /^```sql\n([^]*?)^```/m.exec(section!) ?? [];
      const statements = block.split(';\n').filter((statement) => statement.trim());
      expect(statements).toHaveLength(2);
      await pool.query(
        `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = ${schema}`,
      );
      await pool.end();
      pool = hostPool({ connectionString: url });
      for (const statement of statements) await pool.query(statement);
    });

    afterEach(() => rm(folder, { recursive: true }));

    const indexes = async () => {
      const { rows } = await pool.query<{ name: string; oid: number }>(
        `SELECT relname AS name, oid FROM pg_class
         WHERE relname ~ '^accounts_(email|name)_(prefix|search)_idx$' AND relnamespace = '${schema}'::regnamespace
         ORDER BY 1`,
      );
      return rows;
    };

    it('keeps the indexes that an operator has built before the upgrade', async () => {
      const built = (await indexes()).filter(({ name }) => name.includes('search'));
      expect(built).toHaveLength(2);
      expect(await migrate({ url, schema })).toContain(added);
      expect(await indexes()).toEqual(built);
    });

    it('refuses an index whose build was interrupted', async () => {
      await pool.query(
        `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'accounts_name_search_idx'::regclass`,
      );
      await expect(migrate({ url, schema })).rejects.toThrow(
        /The index accounts_name_search_idx is invalid/,
      );
      await pool.query('DROP INDEX accounts_name_search_idx');
      expect(await migrate({ url, schema })).toContain(added);
    });
  });

  describe('from another folder', () => {
    let folder: string;

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'migrations-'));
    });

    afterEach(() => rm(folder, { recursive: true }));

    async function write(name: string, sql: string): Promise<void> {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'migration.sql'), sql);
    }

    const migrateFolder = () =>
      migrate({ url, schema: 'own', folder: pathToFileURL(`${folder}/`) });

    it('leave nothing behind if one of them fails', async () => {
      await write('1_good', 'CREATE TABLE good (id int)');
      await write('2_bad', 'CREATE TABLE bad (id int); SELECT 1 / 0');
      const failure = await migrateFolder().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(MigrationError);
      expect((failure as Error).message).toBe('Migration 2_bad failed: division by zero');
      const { rowCount } = await pool.query(`SELECT FROM pg_namespace WHERE nspname = 'own'`);
      expect(rowCount).toBe(0);
    });

    it('are applied in name order, each in the chosen schema', async () => {
      await write('2_second', 'ALTER TABLE things ADD COLUMN name text');
      await write('1_first', `CREATE TABLE things (id int); SET LOCAL search_path TO 'nowhere'`);
      await writeFile(join(folder, 'migration_lock.toml'), '');
      expect(await migrateFolder()).toEqual(['1_first', '2_second']);
      expect(await getTables('own')).toEqual(['_prisma_migrations', 'things']);
    });

    it('yield to a request that would deadlock with them', async () => {
      await pool.query(
        'CREATE SCHEMA own; CREATE TABLE own.first (id int); CREATE TABLE own.second (id int)',
      );
      await write('1_locks', 'LOCK TABLE second; LOCK TABLE first');
      const request = await pool.connect();
      try {
        await request.query('BEGIN');
        await request.query('SELECT FROM own.first');
        const migrated = migrateFolder();
        await until(async () => {
          const { rowCount } = await pool.query(
            `SELECT FROM pg_locks WHERE relation = 'own.first'::regclass AND NOT granted`,
          );
          return rowCount === 1;
        });
        // PostgreSQL would cancel this statement after a second, because it waited last.
        await request.query('SELECT FROM own.second');
        await request.query('COMMIT');
        expect(await migrated).toEqual(['1_locks']);
      } finally {
        request.release(true);
      }
    });

    it('have the same checksum with Windows line endings', async () => {
      await write('1_lines', 'CREATE TABLE lines (id int);\r\nSELECT 1;\r\n');
      await migrateFolder();
      const { rows } = await pool.query('SELECT checksum FROM own._prisma_migrations');
      expect(rows[0].checksum).toBe(
        // SHA-256 of the text with \n, and no \r
        'd3d93de72a728cd72423047a73adb6bdeb76108dcec329373e661eb03cfc93e4',
      );
    });
  });
});
