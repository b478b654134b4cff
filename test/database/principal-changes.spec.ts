import { Client } from 'pg';
import { migrate } from '../../src/database/migrations.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

describe.each(['public', 'A "schema" of ours with a name as long as any in PostgreSQL: 63'])(
  'What the database writes down of principals in the schema %s',
  (schema) => {
    let database: TestDatabase;
    let client: Client;
    beforeAll(async () => {
      database = await createTestDatabase();
      await migrate({ url: database.url, schema });
      client = new Client({ connectionString: database.url });
      await client.connect();
      await client.query(`SET search_path TO ${client.escapeIdentifier(schema)}`);
      await client.query(`
        INSERT INTO accounts (id, name, email, email_key, language_code, created_at, updated_at, password_hash)
          SELECT 'account ' || i, 'Ada', i, i, 'en', now(), now(), 'hash' FROM generate_series(1, 300) i;
        INSERT INTO applications (id, owner_id, name, redirect_uris, api_version, created_at, updated_at)
          SELECT 'application ' || i, 'account ' || i, 'Engine', '{}', '1.8', now(), now()
          FROM generate_series(1, 300) i;
        INSERT INTO access_tokens (hash, kind, application_id, account_id, scope, created_at)
          SELECT convert_to('own ' || i, 'UTF8'), 'application', 'application ' || i, 'account ' || i, '{}', now()
          FROM generate_series(1, 300) i;
        INSERT INTO access_tokens (hash, kind, application_id, account_id, scope, created_at, expires_at)
          SELECT convert_to('granted ' || i, 'UTF8'), 'oauth', 'application 1', 'account ' || i, '{}', now(), now() + interval '1 hour'
          FROM generate_series(2, 10) i;
        INSERT INTO access_tokens (hash, kind, application_id, account_id, scope, created_at, expires_at)
          SELECT convert_to('over ' || i, 'UTF8'), 'oauth', 'application 1', 'account ' || i, '{}', now(), now() - interval '1 hour'
          FROM generate_series(1, 300) i`);
    });
    afterAll(async () => {
      await client.end();
      await database.drop();
    });

    /** What is written down of a statement, in order. */
    async function writtenOf(sql: string): Promise<string[]> {
      await client.query('TRUNCATE principal_changes');
      await client.query(sql);
      const { rows } = await client.query<{ id: string; revision: number | null }>(
        'SELECT id, revision FROM principal_changes',
      );
      return rows.map(({ id, revision }) => (revision ? `${id} became ${revision}` : id)).sort();
    }

    it.each([
      [
        'a new account',
        `INSERT INTO accounts SELECT 'new', name, 'new', 'new', language_code FROM accounts WHERE false`,
      ],
      ['a row that is written as it is', `UPDATE accounts SET credentials_generation = 1`],
      ['the deletion of what has expired', `DELETE FROM access_tokens WHERE hash = 'over 1'`],
      [
        'the deletion of much that has expired',
        `DELETE FROM access_tokens WHERE expires_at < now()`,
      ],
      ['a statement that finds nothing', `DELETE FROM accounts WHERE id = 'nobody'`],
    ])('nothing of %s', async (_, sql) => {
      expect(await writtenOf(sql)).toEqual([]);
    });

    it.each([
      [
        'account',
        `UPDATE accounts SET name = 'Eda' WHERE id = 'account 2'`,
        ['account 2 became 2'],
      ],
      [
        'account and its revision',
        `UPDATE accounts SET name = 'Ida', revision = revision + 1 WHERE id = 'account 2'`,
        ['account 2 became 3'],
      ],
      [
        'account whose revision somebody sets back',
        `UPDATE accounts SET revision = 1 WHERE id = 'account 2'`,
        ['account 2 became 4'],
      ],
      [
        'account, twice',
        `BEGIN; UPDATE accounts SET name = 'a' WHERE id = 'account 2';
         UPDATE accounts SET name = 'b' WHERE id = 'account 2'; COMMIT`,
        ['account 2'],
      ],
      [
        'account with one of its tokens',
        `BEGIN; DELETE FROM access_tokens WHERE hash = 'granted 10';
         UPDATE accounts SET name = 'c' WHERE id = 'account 10'; COMMIT`,
        ['account 10'],
      ],
      [
        'application',
        `UPDATE applications SET api_version = '1.9' WHERE id = 'application 2'`,
        ['application 2'],
      ],
      ['token', `UPDATE access_tokens SET expires_at = now() WHERE hash = 'own 2'`, ['account 2']],
      [
        'token’s account',
        `UPDATE access_tokens SET account_id = 'account 3' WHERE hash = 'own 2'`,
        ['account 2'],
      ],
      [
        'hundred',
        `UPDATE applications SET name = 'Uda' WHERE id IN (SELECT 'application ' || i FROM generate_series(1, 100) i)`,
        Array.from({ length: 100 }, (_, i) => `application ${i + 1}`).sort(),
      ],
    ])('whose principals to forget after a change of a %s', async (_, sql, expected) => {
      expect(await writtenOf(sql)).toEqual(expected);
    });

    it.each([
      ['token', `DELETE FROM access_tokens WHERE hash = 'own 300'`, ['account 300']],
      [
        'two tokens of one account',
        `DELETE FROM access_tokens WHERE hash IN ('own 4', 'granted 4')`,
        ['account 4'],
      ],
      [
        'account with what it owns',
        `DELETE FROM accounts WHERE id = 'account 299'`,
        ['account 299', 'application 299'],
      ],
      [
        'application with what others granted it',
        `DELETE FROM applications WHERE id = 'application 1'`,
        [
          'account 1',
          ...['2', '3', '5', '6', '7', '8', '9'].map((i) => `account ${i}`),
          'application 1',
        ],
      ],
    ])('whose principals to forget after the end of a %s', async (_, sql, expected) => {
      expect(await writtenOf(sql)).toEqual(expected);
    });

    it.each([
      [
        'accounts',
        `DELETE FROM shard WHERE id = 'account 298'`,
        ['account 298', 'application 298'],
      ],
      [
        'applications',
        `DELETE FROM shard WHERE id = 'application 297'`,
        ['account 297', 'application 297'],
      ],
      ['access_tokens', `DELETE FROM shard WHERE hash = 'own 296'`, ['account 296']],
    ])(
      'the same of %s in a table of another name, as shards have',
      async (table, sql, expected) => {
        await client.query(`ALTER TABLE ${table} RENAME TO shard`);
        try {
          expect(await writtenOf(sql)).toEqual(expected);
        } finally {
          await client.query(`ALTER TABLE shard RENAME TO ${table}`);
        }
      },
    );

    it('to forget everything when a table is emptied', async () => {
      expect(await writtenOf('TRUNCATE accounts CASCADE')).toEqual(['*']);
    });
  },
);
