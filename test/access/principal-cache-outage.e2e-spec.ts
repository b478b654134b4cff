import type { Logger } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { PrincipalsService } from '../../src/principals/principals.service.js';
import { AccountsModule } from '../../src/accounts.module.js';
import { ChangeLog } from '../../src/database/change-log.js';
import { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { migrate } from '../../src/database/migrations.js';
import { leastOptions, newGuest, startHost } from '../support/hosts/guest.js';
import { Lookups, promiseMs, timeUntilSeen, untilCurrent } from '../support/clients/lookups.js';
import { getStatus } from '../support/clients/oauth.js';
import { createTestDatabase, hostPool, type TestDatabase } from '../support/servers/postgres.js';
import { startService, type Caller, type TestService } from '../support/hosts/service.js';
import { TcpProxy } from '../support/servers/tcp-proxy.js';

const isRenamed = ({ body }: { body: any }) => body.account?.name === 'Renamed';

/** Long enough for a connection to be dropped and reopened. */
const patienceMs = 3_000;

const connectionName = 'nest-accounts changes';

/** The log messages of a node about reading changes. */
class Log {
  readonly violations: string[] = [];
  readonly relief: string[] = [];

  constructor(node: TestService) {
    const { logger } = node.app.get(ChangeLog, { strict: false }) as unknown as {
      logger: Logger;
    };
    jest.spyOn(logger, 'warn').mockImplementation((line) => this.violations.push(String(line)));
    jest.spyOn(logger, 'log').mockImplementation((line) => this.relief.push(String(line)));
  }
}

describe('a node that reads the changes of other nodes', () => {
  let service: TestService;
  let other: TestService;
  let proxy: TcpProxy;
  let elsewhere: Lookups;
  let log: Log;
  let caller: Caller;
  beforeAll(async () => {
    service = await startService();
    proxy = await TcpProxy.before(service.databaseUrl);
    other = await startService({}, proxy.url(service.databaseUrl));
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
       WHERE application_name = '${connectionName}' AND datname = current_database()`,
    );

  it('sees changes and caches again after its connection is terminated', async () => {
    for (let i = 0; i < 3; i++) {
      await terminate();
      expect(await getStatus(other, caller.token)).toBe(200);
    }
    await rename();
    await timeUntilSeen(other, caller.token, isRenamed);
    await elsewhere.warm(caller.token);
  });

  it('sees a change made while its connection is terminated', async () => {
    await Promise.all([rename(), terminate()]);
    await timeUntilSeen(other, caller.token, isRenamed);
  });

  it('looks tokens up while its connection is silent, logs that once, and caches again later', async () => {
    proxy.silence(connectionName);
    await rename();
    await timeUntilSeen(other, caller.token, isRenamed);
    for (const end = Date.now() + patienceMs + 1_000; Date.now() < end; await delay(100)) {
      expect(await elsewhere.areSparedFor(caller.token)).toBe(false);
      expect(await getStatus(other, caller.token)).toBe(200);
    }
    expect(log.violations).toEqual([
      expect.stringMatching(/cannot be read: .*every token is looked up in the database\.$/),
    ]);
    expect(log.relief).toEqual([]);
    proxy.resume();
    await elsewhere.warm(caller.token);
    expect(log.relief).toEqual(['Changes of other nodes are read again.']);
  });

  it('drops its cache if its position is older than the purged changes', async () => {
    const changes = other.app.get(ChangeLog, { strict: false }) as unknown as {
      position: { at: number };
    };
    changes.position = { ...changes.position, at: changes.position.at - 181_000 };
    await service.prisma.pool!.query(`ALTER TABLE accounts DISABLE TRIGGER USER`);
    await rename();
    await service.prisma.pool!.query(`ALTER TABLE accounts ENABLE TRIGGER USER`);
    await delay(promiseMs);
    await timeUntilSeen(other, caller.token, isRenamed);
    await elsewhere.warm(caller.token);
    expect(isRenamed(await other.as(caller, 'get', '/accounts/me'))).toBe(true);
  });

  it('does not rely on its cache beyond the promised time if its event loop is blocked', async () => {
    // Blocks the event loop until the promised time has passed.
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

describe('a node whose database restarts', () => {
  it('responds as soon as the database is back, and caches again', async () => {
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
    expect(await getStatus(other, caller.token)).toBe(503);
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

describe('a node that cannot read the changes', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeEach(async () => {
    database = await createTestDatabase();
    pool = hostPool({ connectionString: database.url });
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

  it('caches nothing until a missing migration is applied', async () => {
    const migration = '20261121180000_principal_changes';
    const service = await startService({}, database.url);
    const log = new Log(service);
    await pool.query(
      `DROP FUNCTION write_principal_change, write_ended_tokens, raise_revision CASCADE`,
    );
    await pool.query(`DROP TABLE principal_changes`);
    await pool.query(`DELETE FROM _prisma_migrations WHERE migration_name = '${migration}'`);
    await expectNothingRemembered(service);
    expect(log.violations).toEqual([expect.stringContaining('principal_changes')]);
    expect(await migrate({ url: database.url })).toEqual([migration]);
    await new Lookups(service).warm((await service.newCaller()).token);
    await service.close();
  });

  it('caches nothing if the host passes only a Prisma adapter', async () => {
    const adapter = new PrismaPg(pool, { schema: 'public' });
    const app = await startHost([AccountsModule.forRoot(leastOptions({ adapter }))]);
    const { token } = await newGuest(app);
    const principals = app.get(PrincipalsService, { strict: false });
    for (let i = 0; i < 10; i++) {
      const { account } = await principals.authenticate(token);
      expect(account.name).toBe('Guest');
      expect(app.get(ChangeLog, { strict: false }).isCurrent()).toBe(false);
      await delay(20);
    }
    await app.close();
  });
});

describe('the connection for the changes', () => {
  it('does not come from the host’s pool, which may end before the module', async () => {
    const database = await createTestDatabase();
    const { hostname: host, port, username: user, password, pathname } = new URL(database.url);
    const pool = hostPool({
      host,
      port: Number(port),
      user,
      password,
      database: pathname.slice(1),
    });
    const app = await startHost([AccountsModule.forRoot(leastOptions({ pool }))]);
    const { token } = await newGuest(app);
    await untilCurrent(app);
    expect((await app.get(PrincipalsService, { strict: false }).authenticate(token)).kind).toBe(
      'application',
    );
    await pool.end();
    await app.close();
    await database.drop();
  });
});
