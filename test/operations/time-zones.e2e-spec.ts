import { Client } from 'pg';
import { codeFor, newClient } from '../support/clients/oauth.js';
import { newPerson } from '../support/clients/person.js';
import { Pgbouncer, pgbouncerAvailable } from '../support/servers/pgbouncer.js';
import { administer, createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { startService } from '../support/hosts/service.js';

const ways = pgbouncerAvailable() ? (['directly', 'through pgbouncer'] as const) : ['directly'];
const zones = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Chatham'];

describe.each(ways)('A database reached %s', (way) => {
  let database: TestDatabase;
  let client: Client;
  let pgbouncer: Pgbouncer | undefined;
  beforeEach(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterEach(async () => {
    await pgbouncer?.stop();
    pgbouncer = undefined;
    await client.end();
    await database.drop();
  });

  /** Sets the default time zone of the database, before anything connects. */
  async function setTimeZone(zone: string): Promise<void> {
    const name = new URL(database.url).pathname.slice(1);
    await administer(`ALTER DATABASE ${name} SET timezone TO '${zone}'`);
    await pgbouncer?.stop();
    pgbouncer = way === 'directly' ? undefined : await Pgbouncer.before(database.url);
  }

  const start = () =>
    startService({ databaseDirectUrl: pgbouncer && database.url }, pgbouncer?.url ?? database.url);

  it.each(zones)('in the zone %s stores codes that expire after 60 seconds', async (zone) => {
    await setTimeZone(zone);
    const service = await start();
    const person = await newPerson(service);
    const earliest = Date.now();
    await codeFor(person, await newClient(service, person));
    const latest = Date.now();
    const { rows } = await client.query<{ end: number }>(
      'SELECT (extract(epoch FROM expires_at) * 1000)::float8 AS end FROM authorizations',
    );
    await service.close();
    expect(rows[0]!.end).toBeGreaterThanOrEqual(earliest + 60_000);
    expect(rows[0]!.end).toBeLessThanOrEqual(latest + 60_000);
  });

  it.each(zones)(
    'in the zone %s keeps the time of a change after a restart in another zone',
    async (zone) => {
      await setTimeZone(zone);
      const service = await start();
      const caller = await service.newCaller();
      const earliest = Date.now() - 1_000;
      const { body: changed } = await service.update(caller, { name: 'Renamed' });
      await service.close();
      expect(Date.parse(changed.account.updated_at)).toBeGreaterThanOrEqual(earliest);
      expect(Date.parse(changed.account.updated_at)).toBeLessThanOrEqual(Date.now());
      await setTimeZone('Asia/Tokyo');
      const restarted = await start();
      const { body } = await restarted.as(caller, 'get', '/accounts/me');
      await restarted.close();
      expect(body).toEqual(changed);
    },
  );
});
