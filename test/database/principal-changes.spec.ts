import { Client } from 'pg';
import { migrate } from '../../src/database/migrations.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

describe.each(['public', 'A "schema" of ours with a name as long as any in PostgreSQL: 63'])(
  'The table principal_changes in the schema %s',
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
          FROM generate_series(1, 300) i;
        INSERT INTO sessions (id, hash, account_id, user_agent, source, created_at, last_seen_at, expires_at)
          SELECT 'session ' || i, convert_to('session ' || i, 'UTF8'), 'account 11', '', '', now(), now(),
            now() + i * interval '1 hour' FROM generate_series(-1, 3) i`);
    });
    afterAll(async () => {
      await client.end();
      await database.drop();
    });

    /** The recorded changes of a statement, sorted. */
    async function getWritten(sql: string): Promise<string[]> {
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
      ['an update that changes nothing', `UPDATE accounts SET credentials_generation = 1`],
      ['the deletion of an expired token', `DELETE FROM access_tokens WHERE hash = 'over 1'`],
      ['the deletion of many expired tokens', `DELETE FROM access_tokens WHERE expires_at < now()`],
      [
        'the extension of a session',
        `UPDATE sessions SET last_seen_at = now(), expires_at = expires_at + interval '1 hour' WHERE id = 'session 1'`,
      ],
      ['the deletion of an expired session', `DELETE FROM sessions WHERE id = 'session -1'`],
      ['a statement that matches no row', `DELETE FROM accounts WHERE id = 'nobody'`],
    ])('records nothing for %s', async (_, sql) => {
      expect(await getWritten(sql)).toEqual([]);
    });

    it.each([
      [
        'an account',
        `UPDATE accounts SET name = 'Eda' WHERE id = 'account 2'`,
        ['account 2 became 2'],
      ],
      [
        'an account and its revision',
        `UPDATE accounts SET name = 'Ida', revision = revision + 1 WHERE id = 'account 2'`,
        ['account 2 became 3'],
      ],
      [
        'an account whose revision is set back',
        `UPDATE accounts SET revision = 1 WHERE id = 'account 2'`,
        ['account 2 became 4'],
      ],
      [
        'an account twice in one transaction',
        `BEGIN; UPDATE accounts SET name = 'a' WHERE id = 'account 2';
         UPDATE accounts SET name = 'b' WHERE id = 'account 2'; COMMIT`,
        ['account 2'],
      ],
      [
        'an account and one of its tokens',
        `BEGIN; DELETE FROM access_tokens WHERE hash = 'granted 10';
         UPDATE accounts SET name = 'c' WHERE id = 'account 10'; COMMIT`,
        ['account 10'],
      ],
      [
        'an application',
        `UPDATE applications SET api_version = '1.9' WHERE id = 'application 2'`,
        ['application 2'],
      ],
      [
        'a token',
        `UPDATE access_tokens SET expires_at = now() WHERE hash = 'own 2'`,
        ['account 2'],
      ],
      [
        'the account of a token',
        `UPDATE access_tokens SET account_id = 'account 3' WHERE hash = 'own 2'`,
        ['account 2'],
      ],
      [
        'a confirmed session',
        `UPDATE sessions SET hash = 'new', confirmed_at = now() WHERE id = 'session 1'`,
        ['session 1'],
      ],
      [
        'a session that ends earlier',
        `UPDATE sessions SET expires_at = now() WHERE id = 'session 1'`,
        ['session 1'],
      ],
      [
        'a hundred applications',
        `UPDATE applications SET name = 'Uda' WHERE id IN (SELECT 'application ' || i FROM generate_series(1, 100) i)`,
        Array.from({ length: 100 }, (_, i) => `application ${i + 1}`).sort(),
      ],
    ])('records whose principals to forget after a change of %s', async (_, sql, expected) => {
      expect(await getWritten(sql)).toEqual(expected);
    });

    it.each([
      ['a token', `DELETE FROM access_tokens WHERE hash = 'own 300'`, ['account 300']],
      [
        'two sessions',
        `DELETE FROM sessions WHERE id IN ('session 2', 'session 3')`,
        ['account 11'],
      ],
      [
        'two tokens of one account',
        `DELETE FROM access_tokens WHERE hash IN ('own 4', 'granted 4')`,
        ['account 4'],
      ],
      [
        'an account and its application',
        `DELETE FROM accounts WHERE id = 'account 299'`,
        ['account 299', 'application 299'],
      ],
      [
        'an application with tokens of other accounts',
        `DELETE FROM applications WHERE id = 'application 1'`,
        [
          'account 1',
          ...['2', '3', '5', '6', '7', '8', '9'].map((i) => `account ${i}`),
          'application 1',
        ],
      ],
    ])('records whose principals to forget after the deletion of %s', async (_, sql, expected) => {
      expect(await getWritten(sql)).toEqual(expected);
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
      'records the same for %s in a table with another name, such as a shard',
      async (table, sql, expected) => {
        await client.query(`ALTER TABLE ${table} RENAME TO shard`);
        try {
          expect(await getWritten(sql)).toEqual(expected);
        } finally {
          await client.query(`ALTER TABLE shard RENAME TO ${table}`);
        }
      },
    );

    it('records that all principals are to be forgotten when a table is truncated', async () => {
      expect(await getWritten('TRUNCATE accounts CASCADE')).toEqual(['*']);
    });
  },
);
