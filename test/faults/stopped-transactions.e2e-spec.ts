import { Client } from 'pg';
import request from 'supertest';
import { ServiceProcess } from '../support/processes/service-process.js';
import { Pgbouncer, pgbouncerAvailable } from '../support/servers/pgbouncer.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { until } from '../support/until.js';

const ways = pgbouncerAvailable() ? (['directly', 'through pgbouncer'] as const) : ['directly'];

// PostgreSQL keeps the connection, as when a machine is paused or loses power.
describe.each(ways)(
  'A node suspended inside a transaction, with the database reached %s',
  (way) => {
    let database: TestDatabase;
    let pgbouncer: Pgbouncer | undefined;
    let client: Client;
    let stopped: ServiceProcess;
    let other: ServiceProcess;
    let token: string;

    beforeAll(async () => {
      database = await createTestDatabase({ migrated: false });
      pgbouncer = way === 'directly' ? undefined : await Pgbouncer.before(database.url);
      const env = {
        DATABASE_URL: pgbouncer?.url ?? database.url,
        ...(pgbouncer && { DATABASE_DIRECT_URL: database.url }),
        SECRET_KEY: 'a secret of thirty-two characters or more',
        RATE_LIMITS: 'off',
      };
      stopped = await ServiceProcess.start(env);
      token = /Bearer (\w+)/.exec(stopped.output)![1]!;
      other = await ServiceProcess.start(env);
      client = new Client({ connectionString: database.url });
      await client.connect();
    });
    afterAll(async () => {
      await ServiceProcess.stopAll();
      await client.end();
      await pgbouncer?.stop();
      await database.drop();
    });

    const create = (node: ServiceProcess, email: string) =>
      request(node.url)
        .post('/api/accounts')
        .set('Authorization', `Bearer ${token}`)
        .send({ name: 'Ada', email, password: 'engine 1843', language_code: 'en' });
    const getCount = async (condition: string) => {
      const { rowCount } = await client.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database()
         AND pid <> pg_backend_pid() AND ${condition}`,
      );
      return rowCount ?? 0;
    };

    it('loses its locks within seconds, although its connection would stay open', async () => {
      await client.query('BEGIN; LOCK TABLE audit_events IN EXCLUSIVE MODE');
      // On a busy machine some requests may fail before one waits for the lock.
      let cut: Promise<number> | undefined;
      await until(async () => {
        cut ??= create(stopped, 'ada@example.com')
          .then(
            ({ status }) => status,
            () => 0,
          )
          .finally(() => (cut = undefined));
        return (await getCount("wait_event_type = 'Lock'")) > 0;
      });
      const pending = cut!;
      stopped.signal('SIGSTOP');
      await client.query('COMMIT');
      await until(async () => (await getCount("state = 'idle in transaction'")) > 0);

      let status = 503;
      await until(async () => {
        ({ status } = await create(other, 'ada@example.com'));
        return status !== 503;
      });
      expect(status).toBe(200);

      stopped.signal('SIGCONT');
      expect(await pending).toBe(503);
      expect((await create(stopped, 'grace@example.com')).status).toBe(200);
    });
  },
);
