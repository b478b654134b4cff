import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { accountEventTypes } from '../../src/events/account-event.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

const migration = new URL(
  './prisma/migrations/20261206140000_event_types/migration.sql',
  import.meta.resolve('#package.json'),
);

/** The types that were added together with `grant.updated`. */
const added = ['grant.updated', 'mail.sent', 'mail.rejected'];

describe('The migration that adds grant.updated', () => {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('subscribes the mails and the subscribers to all types to the new type', async () => {
    const subscribe = (name: string, types: readonly string[]) =>
      client.query('INSERT INTO event_subscriptions (name, type) SELECT $1, unnest($2::text[])', [
        name,
        types,
      ]);
    await subscribe('mail', ['mail.requested', 'account.deleted', 'grant.created']);
    const earlier = accountEventTypes.filter((type) => !added.includes(type));
    await subscribe('webhook', earlier);
    await subscribe('billing', ['account.deleted', 'grant.created']);
    const [statement] = /INSERT INTO "event_subscriptions"[^;]*;/.exec(
      await readFile(migration, 'utf8'),
    )!;
    await client.query(statement);
    const { rows } = await client.query(
      `SELECT name FROM event_subscriptions WHERE type = 'grant.updated' ORDER BY name`,
    );
    expect(rows).toEqual([{ name: 'mail' }, { name: 'webhook' }]);
  });
});
