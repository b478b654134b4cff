import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { migrate } from '../../src/database/migrations.js';
import { Pgbouncer, pgbouncerAvailable } from '../support/servers/pgbouncer.js';
import { startService, type Caller, type TestService } from '../support/hosts/service.js';

const ways = pgbouncerAvailable() ? (['directly', 'through pgbouncer'] as const) : ['directly'];

/** Allows fewer connections than all writers of all rounds need. */
const settings = { fsync: 'off', max_connections: '30' };
const writers = 10;
const rounds = 4;

describe.each(ways)(
  'A database that waits for an absent synchronous standby, reached %s',
  (way) => {
    let folder: string;
    let postgres: EmbeddedPostgres;
    let pgbouncer: Pgbouncer | undefined;
    let owner: Client;
    let service: TestService;
    let callers: Caller[];
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'nest-accounts-standby-'));
      postgres = await EmbeddedPostgres.start(folder, { settings });
      const { url } = postgres;
      await migrate({ url });
      owner = new Client({ connectionString: url });
      await owner.connect();
      pgbouncer = way === 'directly' ? undefined : await Pgbouncer.before(url);
      const direct = { databaseDirectUrl: pgbouncer && url };
      service = await startService(direct, pgbouncer?.url ?? url);
      // One account each: only one transaction at a time could commit to a shared row.
      callers = await Promise.all(Array.from({ length: writers }, () => service.newCaller()));
    });
    afterAll(async () => {
      await service.close();
      await pgbouncer?.stop();
      await owner.end();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const waitFor = async (standby: string) => {
      await owner.query(`ALTER SYSTEM SET synchronous_standby_names TO '${standby}'`);
      await owner.query('SELECT pg_reload_conf()');
    };
    const waiting = async () => {
      const { rows } = await owner.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
      );
      return rows[0]!.count;
    };
    const update = async (caller: Caller) =>
      (await service.update(caller, { name: `N ${Math.random()}` })).status;
    /** In a transaction. */
    const create = async (caller: Caller) =>
      (await service.create(caller).set('Idempotency-Key', randomUUID())).status;
    const read = async () => (await service.as(callers[0], 'get', '/accounts/me')).status;

    it('has no waiting statements soon after a 503, and accepts writes once no standby is required', async () => {
      await waitFor('gone');
      for (let round = 0; round < rounds; round++) {
        const statuses = await Promise.all(
          callers.map((caller, i) => (i % 2 ? update : create)(caller)),
        );
        expect(statuses).toEqual(statuses.map(() => 503));
        for (const end = Date.now() + 10_000; (await waiting()) > 0; await delay(10)) {
          if (Date.now() > end) throw new Error(`${await waiting()} statements still wait.`);
        }
        expect(await read()).toBe(200);
      }
      await waitFor('');
      for (const end = Date.now() + 10_000; (await update(callers[0]!)) !== 200; await delay(10)) {
        if (Date.now() > end) throw new Error('Nothing can be written.');
      }
    });
  },
);
