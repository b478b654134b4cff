import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

const devices = 10;
const tokens = 1_000;

interface Explained {
  readonly Triggers: readonly { readonly 'Trigger Name': string; readonly Calls: number }[];
}

describe('Tokens that end together', () => {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(`
      INSERT INTO accounts (id, name, email, email_key, language_code, created_at, updated_at, password_hash)
        VALUES ('account', 'Ada', 'a', 'a', 'en', now(), now(), 'hash');
      INSERT INTO applications (id, owner_id, name, redirect_uris, api_version, created_at, updated_at)
        VALUES ('application', 'account', 'Engine', '{}', '1.8', now(), now());
      INSERT INTO sessions (id, hash, account_id, user_agent, source, created_at, last_seen_at, expires_at)
        VALUES ('session', '', 'account', '', '', now(), now(), now() + INTERVAL '1 day');
      INSERT INTO grants (id, account_id, application_id, scope, created_at)
        VALUES ('grant', 'account', 'application', '{}', now());
      INSERT INTO authorizations (id, grant_id, session_id, scope, code_hash, created_at, expires_at)
        SELECT i, 'grant', 'session', '{}', sha256(i::text::bytea), now(), now() + INTERVAL '1 day'
        FROM generate_series(1, ${devices}) AS i;
      INSERT INTO access_tokens
        (hash, kind, application_id, account_id, authorization_id, scope, created_at, expires_at)
        SELECT sha256(i::text::bytea), 'oauth', 'application', 'account', i % ${devices} + 1, '{}', now(),
          now() + INTERVAL '1 hour'
        FROM generate_series(1, ${tokens}) AS i`);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it.each([
    ['a session', `DELETE FROM sessions`],
    ['the authorizations of an account', `DELETE FROM authorizations`],
    ['a grant', `DELETE FROM grants`],
  ])('cause no trigger call per token if they end with %s', async (_, sql) => {
    await client.query('BEGIN');
    const { rows } = await client.query<{ 'QUERY PLAN': [Explained] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
    );
    const left = await client.query('SELECT FROM access_tokens');
    await client.query('ROLLBACK');
    expect(left.rowCount).toBe(0);
    const called = rows[0]!['QUERY PLAN'][0].Triggers;
    expect(called.map((each) => each['Trigger Name'])).toContain('write_deletion');
    expect(called.filter(({ Calls }) => Calls > devices)).toEqual([]);
  });
});
