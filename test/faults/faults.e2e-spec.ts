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

/** Of everybody together: enough for the service, few enough to use them up. */
const maxConnections = 30;

/** After a fault everything works again within this time. */
const promisedMs = 2_000;

/** What a busy machine may take longer, with nine connections and a password to hash at once. */
const allowanceMs = 1_000;

describe('under load the service answers 503 and nothing else, and works again by itself', () => {
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

  /** What brings a fault, and what takes it away again. */
  interface Fault {
    name: string;
    bring(): Promise<unknown>;
    heal(): Promise<unknown>;
    /** Otherwise it lasts until many were answered 503. */
    lastsMs?: number;
    /** What the operator reads, once. */
    reported?: RegExp;
  }

  const asAdministrator = async (work: (client: Client) => Promise<unknown>) => {
    const client = new Client({ connectionString: postgres.url });
    client.on('error', () => undefined); // It fails the work as well.
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
      name: 'PostgreSQL is stopped, and started again',
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
      name: 'the network swallows everything, and brings it again',
      bring: () => Promise.resolve(proxy.silence('')),
      heal: () => Promise.resolve(proxy.resume()),
    },
    {
      name: 'the network loses what is under way for a moment',
      bring: () => Promise.resolve(proxy.silence('')),
      heal: () => Promise.resolve(proxy.resume()),
      lastsMs: 300,
    },
    {
      name: 'every piece of what PostgreSQL says and is told takes a second, until it is fast again',
      bring: () => Promise.resolve(proxy.slow(1_000)),
      heal: () => Promise.resolve(proxy.resume()),
    },
    {
      name: 'every piece of it takes 0.6 seconds, and many statements are too many',
      bring: () => Promise.resolve(proxy.slow(600)),
      heal: () => Promise.resolve(proxy.resume()),
      lastsMs: 10_000,
    },
    {
      name: 'somebody has locked the accounts, and lets go of them',
      async bring() {
        await takeConnection();
        await rivals[0]!.query('BEGIN; LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE');
      },
      heal: () => giveBack(),
    },
    {
      name: 'others have taken all connections, and give them back',
      bring: () =>
        asAdministrator(async (client) => {
          // Until those who lose them are too slow to get them back.
          do await Promise.all(Array.from({ length: maxConnections }, takeConnection));
          while ((await client.query(endOthers)).rowCount! > 0);
        }),
      heal: () => giveBack(),
      reported: /The database has no connections left/,
    },
    {
      name: 'after a failover only a standby can be reached, until it becomes the primary',
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

  /** How many of these emails have no account. */
  const lostOf = async (emails: string[]) =>
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
    const lost = await lostOf(load.created);
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
