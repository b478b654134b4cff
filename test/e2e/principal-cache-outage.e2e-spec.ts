import type { Logger } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import { PrincipalsService } from '../../src/access/principals.service.js';
import { AccountsModule } from '../../src/accounts.module.js';
import { ChangeListener } from '../../src/database/change-listener.js';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres.js';
import { migrate } from '../../src/database/migrations.js';
import { leastOptions, newGuest, startHost } from '../support/guest.js';
import { Lookups, promiseMs, timeUntilSeen } from '../support/lookups.js';
import { statusOf } from '../support/oauth.js';
import { createTestDatabase } from '../support/postgres.js';
import { startService, type Caller, type TestService } from '../support/service.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const isRenamed = ({ body }: { body: any }) => body.account?.name === 'Renamed';

/** Long enough for a connection to be given up, opened again and to be found in order. */
const patienceMs = 3_000;

/** What a node logs of what it hears. */
class Log {
  readonly complaints: string[] = [];
  readonly relief: string[] = [];

  constructor(node: TestService) {
    const { logger } = node.app.get(ChangeListener, { strict: false }) as unknown as {
      logger: Logger;
    };
    jest.spyOn(logger, 'warn').mockImplementation((line) => this.complaints.push(String(line)));
    jest.spyOn(logger, 'log').mockImplementation((line) => this.relief.push(String(line)));
  }
}

describe('a node whose ear is', () => {
  let service: TestService;
  let other: TestService;
  let proxy: TcpProxy;
  let elsewhere: Lookups;
  let log: Log;
  let caller: Caller;
  beforeAll(async () => {
    service = await startService();
    proxy = await TcpProxy.before(service.databaseUrl);
    other = await startService(
      { databaseDirectUrl: proxy.url(service.databaseUrl) },
      service.databaseUrl,
    );
    elsewhere = new Lookups(other);
  });
  beforeEach(async () => {
    caller = await service.newCaller();
    await elsewhere.warm(caller.token);
    log = new Log(other);
  });
  afterAll(async () => {
    await other.close();
    await service.close();
    await proxy.close();
  });

  const rename = () => service.update(caller, { name: 'Renamed' });
  const terminate = () =>
    service.prisma.pool!.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'nest-accounts listener' AND datname = current_database()`,
    );

  it('cut off looks the tokens up, and remembers them again by itself', async () => {
    await terminate();
    await rename();
    await timeUntilSeen(other, caller.token, isRenamed);
    await elsewhere.warm(caller.token);
    expect(log.complaints).toEqual([
      expect.stringMatching(/is lost: .*every token is looked up in the database\.$/),
    ]);
    expect(log.relief).toEqual(['Changes of other nodes are heard again.']);
  });

  it('cut off in the moment of a change sees it as well', async () => {
    await Promise.all([rename(), terminate()]);
    await timeUntilSeen(other, caller.token, isRenamed);
  });

  it('cut off over and over goes on, and complains once for each time', async () => {
    for (let i = 0; i < 3; i++) {
      await terminate();
      expect(await statusOf(other, caller.token)).toBe(200);
      await elsewhere.warm(caller.token);
    }
    expect([log.complaints.length, log.relief.length]).toEqual([3, 3]);
  });

  it('deaf without knowing does not rely on what it remembers, and hears again by itself', async () => {
    proxy.silence();
    await rename();
    await timeUntilSeen(other, caller.token, isRenamed);
    for (const end = Date.now() + patienceMs + 1_000; Date.now() < end; await delay(100)) {
      expect(await elsewhere.areSparedFor(caller.token)).toBe(false);
      expect(await statusOf(other, caller.token)).toBe(200);
    }
    expect([log.complaints.length, log.relief.length]).toEqual([1, 0]);
    proxy.resume();
    await elsewhere.warm(caller.token);
    expect([log.complaints.length, log.relief.length]).toEqual([1, 1]);
  });

  it('late does not rely on it for longer than the promise', async () => {
    // The event loop stands still, and the change with its notification lies in the socket.
    const principals = other.app.get(PrincipalsService, { strict: false });
    const renamed = rename().then(() => performance.now());
    for (const end = Date.now() + 5_000; !(await isCommitted()) && Date.now() < end;)
      await delay(1);
    const until = performance.now() + promiseMs;
    while (performance.now() < until);
    const { account } = await principals.authenticate(caller.token);
    expect(account.name).toBe('Renamed');
    await renamed;
  });

  async function isCommitted(): Promise<boolean> {
    const { rows } = await service.prisma.pool!.query(`SELECT name FROM accounts WHERE id = $1`, [
      caller.account.id,
    ]);
    return rows[0].name === 'Renamed';
  }
});

describe('a node whose database starts again', () => {
  it('answers as soon as it is there, and remembers again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nest-accounts-restart-'));
    const start = () => EmbeddedPostgres.start(folder, { settings: { fsync: 'off' } });
    let postgres = await start();
    await migrate({ url: postgres.url, schema: 'public' });
    const proxy = await TcpProxy.before(postgres.url);
    const url = proxy.url(postgres.url);
    const nodes = [await startService({}, url), await startService({}, url)] as const;
    const [service, other] = nodes;
    const elsewhere = new Lookups(other);
    const caller = await service.newCaller();
    await elsewhere.warm(caller.token);

    await postgres.stop();
    await delay(promiseMs);
    expect(await statusOf(other, caller.token)).toBe(503);
    postgres = await start();
    proxy.retarget(postgres.url);
    const renamed = await service.update(caller, { name: 'Renamed' });
    expect(renamed.status).toBe(200);
    await timeUntilSeen(other, caller.token, isRenamed);
    await elsewhere.warm(caller.token);
    await service.as(caller, 'delete', '/accounts/me');
    await timeUntilSeen(other, caller.token, ({ status }) => status === 401);

    for (const node of nodes) await node.close();
    await proxy.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });
});

describe('a node that cannot hear', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let pool: Pool;
  beforeEach(async () => {
    database = await createTestDatabase();
    pool = new Pool({ connectionString: database.url });
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  async function expectNothingRemembered(service: TestService): Promise<void> {
    const { token } = await service.newCaller();
    const lookups = new Lookups(service);
    for (const end = Date.now() + 1_000; Date.now() < end; await delay(50)) {
      expect(await lookups.areSparedFor(token)).toBe(false);
    }
  }

  it('because its direct address leads to another database remembers nothing, and says why', async () => {
    const wrong = await createTestDatabase();
    const service = await startService({ databaseDirectUrl: wrong.url }, database.url);
    const log = new Log(service);
    await expectNothingRemembered(service);
    await delay(patienceMs);
    await expectNothingRemembered(service);
    expect(log.complaints).toHaveLength(1);
    await service.close();
    await wrong.drop();
  });

  it('because its direct address leads nowhere remembers nothing', async () => {
    const service = await startService(
      { databaseDirectUrl: 'postgresql://127.0.0.1:1/nowhere' },
      database.url,
    );
    const log = new Log(service);
    await expectNothingRemembered(service);
    expect(log.complaints).toHaveLength(1);
    await service.close();
  });

  it('because a migration is missing remembers nothing until that is there', async () => {
    const migration = '20261121180000_principal_changes';
    await pool.query(`DROP FUNCTION tell_principal_changes CASCADE`);
    await pool.query(`DELETE FROM _prisma_migrations WHERE migration_name = '${migration}'`);
    const service = await startService({}, database.url);
    const log = new Log(service);
    await expectNothingRemembered(service);
    expect(log.complaints).toEqual([expect.stringContaining('migrations')]);
    expect(await migrate({ url: database.url })).toEqual([migration]);
    await new Lookups(service).warm((await service.newCaller()).token);
    await service.close();
  });

  it('because it knows only an adapter of its host remembers nothing', async () => {
    const adapter = new PrismaPg(pool, { schema: 'public' });
    const app = await startHost([AccountsModule.forRoot(leastOptions({ adapter }))]);
    const { token } = await newGuest(app);
    const principals = app.get(PrincipalsService, { strict: false });
    for (let i = 0; i < 10; i++) {
      const { account } = await principals.authenticate(token);
      expect(account.name).toBe('Guest');
      expect(app.get(ChangeListener, { strict: false }).isCurrent()).toBe(false);
      await delay(20);
    }
    await app.close();
  });
});

describe('the connection of a node that hears', () => {
  it('is not the host’s pool’s, which can end before the module', async () => {
    const database = await createTestDatabase();
    const pool = new Pool({ connectionString: database.url });
    const app = await startHost([AccountsModule.forRoot(leastOptions({ pool }))]);
    const { token } = await newGuest(app);
    const listener = app.get(ChangeListener, { strict: false });
    for (const end = Date.now() + 5_000; !listener.isCurrent(); await delay(10)) {
      if (Date.now() > end) throw new Error('The node hears nothing.');
    }
    expect((await app.get(PrincipalsService, { strict: false }).authenticate(token)).kind).toBe(
      'application',
    );
    await pool.end();
    await app.close();
    await database.drop();
  });
});
