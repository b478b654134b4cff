import { Logger, type LoggerService } from '@nestjs/common';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { migrate } from '../../src/database/migrations.js';
import { FaultLoad, said } from '../support/clients/fault-load.js';
import { startService, type Caller, type TestService } from '../support/hosts/service.js';
import { TcpProxy } from '../support/servers/tcp-proxy.js';

/** For all clients together: enough for the service, and few enough to use up. */
const maxConnections = 30;

/** The time after a fault within which everything works again. */
const promisedMs = 2_000;

/** An allowance for busy machines, with nine connections to open and a password to hash. */
const allowanceMs = 1_000;

describe('A service under load returns only 200 or 503, and recovers', () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  let proxy: TcpProxy;
  let service: TestService;
  let caller: Caller;
  let load: FaultLoad;
  const startPostgres = () =>
    EmbeddedPostgres.start(folder, { settings: { max_connections: String(maxConnections) } });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-faults-'));
    postgres = await startPostgres();
    await migrate({ url: postgres.url, schema: 'public' });
    proxy = await TcpProxy.before(postgres.url);
    service = await startService({}, proxy.url(postgres.url));
    caller = await service.newCaller();
  });
  const logger = Reflect.get(Logger, 'staticInstanceRef') as LoggerService;
  let warnings: string[];
  afterAll(async () => {
    Logger.overrideLogger(logger);
    await service.close();
    await proxy.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    warnings = [];
    const warn = (...said: unknown[]) => void warnings.push(said.map(String).join(' '));
    Logger.overrideLogger({ warn, log() {}, error() {} } as LoggerService);
    load = new FaultLoad([service], caller);
    await load.recovered();
    load.look();
  });
  afterEach(() => load.stop());

  /** Causes a fault, and ends it. */
  interface Fault {
    name: string;
    bring(): Promise<unknown>;
    heal(): Promise<unknown>;
    /** If absent, the fault lasts until many requests have received 503. */
    lastsMs?: number;
    /** A warning that is logged once. */
    reported?: RegExp;
  }

  const asAdministrator = async (work: (client: Client) => Promise<unknown>) => {
    const client = new Client({ connectionString: postgres.url });
    client.on('error', () => undefined); // It also fails the work.
    await client.connect();
    await work(client);
    await client.end();
  };
  const rivals: Client[] = [];
  const takeConnection = async () => {
    const rival = new Client({ connectionString: postgres.url, application_name: 'rival' });
    rival.on('error', () => undefined);
    await rival.connect().then(
      () => rivals.push(rival),
      () => undefined,
    );
  };
  const giveBack = () => Promise.all(rivals.splice(0).map((rival) => rival.end()));
  const endOthers = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND application_name <> 'rival' AND pid <> pg_backend_pid()`;

  const faults: Fault[] = [
    {
      name: 'PostgreSQL is stopped, then started again',
      bring: () => postgres.stop(),
      async heal() {
        postgres = await startPostgres();
        proxy.retarget(postgres.url);
      },
    },
    {
      name: 'PostgreSQL is killed with SIGKILL, and its launcher starts it again',
      async bring() {
        const file = join(folder, 'cluster', 'data', 'postmaster.pid');
        process.kill(Number.parseInt(await readFile(file, 'utf8'), 10), 'SIGKILL');
      },
      async heal() {
        while (
          !(await asAdministrator(async () => undefined).then(
            () => true,
            () => false,
          ))
        )
          await delay(20);
      },
    },
    {
      name: 'the network goes silent, then works again',
      bring: () => Promise.resolve(proxy.silence('')),
      heal: () => Promise.resolve(proxy.resume()),
    },
    {
      name: 'the network goes silent for 0.3 seconds',
      bring: () => Promise.resolve(proxy.silence('')),
      heal: () => Promise.resolve(proxy.resume()),
      lastsMs: 300,
    },
    {
      name: 'the network delays everything by a second, then is fast again',
      bring: () => Promise.resolve(proxy.slow(1_000)),
      heal: () => Promise.resolve(proxy.resume()),
    },
    {
      name: 'the network delays everything by 0.6 seconds for ten seconds',
      bring: () => Promise.resolve(proxy.slow(600)),
      heal: () => Promise.resolve(proxy.resume()),
      lastsMs: 10_000,
    },
    {
      name: 'another client locks the accounts table, then releases it',
      async bring() {
        await takeConnection();
        await rivals[0]!.query('BEGIN; LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE');
      },
      heal: () => giveBack(),
    },
    {
      name: 'other clients take all connections, then return them',
      bring: () =>
        asAdministrator(async (client) => {
          // Until the clients that lose them are too slow to reconnect.
          do await Promise.all(Array.from({ length: maxConnections }, takeConnection));
          while ((await client.query(endOthers)).rowCount! > 0);
        }),
      heal: () => giveBack(),
      reported: /The database has no connections left/,
    },
    {
      name: 'only a standby is reachable after a failover, until it becomes the primary',
      bring: () => becomeReadOnly('on'),
      heal: () => becomeReadOnly('off'),
      reported: /The database is read-only/,
    },
  ];
  const becomeReadOnly = (value: 'on' | 'off') =>
    asAdministrator(async (client) => {
      await client.query('SET default_transaction_read_only = off');
      await client.query(`ALTER DATABASE accounts SET default_transaction_read_only = ${value}`);
      await client.query(endOthers);
    });

  /** The number of these emails without an account. */
  const getLost = async (emails: string[]) =>
    emails.length - (await service.prisma.account.count({ where: { email: { in: emails } } }));

  it.each(faults)('when $name', async ({ name, bring, heal, lastsMs, reported }) => {
    await bring();
    if (lastsMs === undefined) await load.answered(503, 15);
    else await delay(lastsMs);
    const meanwhile = load.look();

    await heal();
    const seconds = await load.recovered();
    const afterwards = load.look();
    await load.stop();
    const lost = await getLost(load.created);
    console.info(
      `${name}: ${said(meanwhile)}. All kinds worked again after ${seconds.toFixed(1)} s: ` +
        `${said(afterwards)}. Of ${load.created.length} accounts answered as created, ` +
        `${lost} are lost.`,
    );
    expect(lost).toBe(0);
    if (reported) expect(warnings.filter((each) => reported.test(each))).toHaveLength(1);
    for (const { statuses, slowestMs, delayMs } of [meanwhile, afterwards]) {
      expect(Object.keys(statuses).filter((each) => !['200', '503'].includes(each))).toEqual([]);
      expect(slowestMs).toBeLessThan(5_000 + delayMs);
    }
    expect(1_000 * seconds).toBeLessThan(promisedMs + allowanceMs + afterwards.delayMs);
  });
});
