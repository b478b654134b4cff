import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres.js';
import { migrate } from '../../src/database/migrations.js';
import { FaultLoad } from '../support/fault-load.js';
import { startService, type Caller, type TestService } from '../support/service.js';
import { TcpProxy } from '../support/tcp-proxy.js';

/** Of everybody together: enough for the service, few enough to use them up. */
const maxConnections = 30;

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
  afterAll(async () => {
    await service.close();
    await proxy.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    load = new FaultLoad(service, caller);
    await load.recovered();
    load.look();
  });
  afterEach(() => load.stop());

  /** What brings a fault, and what takes it away again. */
  interface Fault {
    name: string;
    bring(): Promise<unknown>;
    heal(): Promise<unknown>;
  }

  const asAdministrator = async (work: (client: Client) => Promise<unknown>) => {
    const client = new Client({ connectionString: postgres.url });
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
      name: 'PostgreSQL is killed with SIGKILL, and started again',
      async bring() {
        const file = join(folder, 'cluster', 'data', 'postmaster.pid');
        process.kill(Number.parseInt(await readFile(file, 'utf8'), 10), 'SIGKILL');
      },
      async heal() {
        postgres = await startPostgres();
        proxy.retarget(postgres.url);
      },
    },
    {
      name: 'the network swallows everything, and brings it again',
      bring: () => Promise.resolve(proxy.silence('')),
      heal: () => Promise.resolve(proxy.resume()),
    },
    {
      name: 'others have taken all connections, and give them back',
      bring: () =>
        asAdministrator(async (client) => {
          // Until those who lose them are too slow to get them back.
          do await Promise.all(Array.from({ length: maxConnections }, takeConnection));
          while ((await client.query(endOthers)).rowCount! > 0);
        }),
      heal: () => Promise.all(rivals.splice(0).map((rival) => rival.end())),
    },
    {
      name: 'after a failover only a standby can be reached, until it becomes the primary',
      bring: () => becomeReadOnly('on'),
      heal: () => becomeReadOnly('off'),
    },
  ];
  const becomeReadOnly = (value: 'on' | 'off') =>
    asAdministrator(async (client) => {
      await client.query('SET default_transaction_read_only = off');
      await client.query(`ALTER DATABASE accounts SET default_transaction_read_only = ${value}`);
      await client.query(endOthers);
    });

  it.each(faults)('when $name', async ({ name, bring, heal }) => {
    const { inFlight } = load;
    await bring();
    await load.answered(503, 15);
    const meanwhile = load.look();
    expect(Object.keys(meanwhile).filter((status) => !['200', '503'].includes(status))).toEqual([]);

    await heal();
    const healed = performance.now();
    await load.recovered();
    const seconds = ((performance.now() - healed) / 1_000).toFixed(1);
    const afterwards = load.look();
    expect(Object.keys(afterwards).filter((status) => !['200', '503'].includes(status))).toEqual(
      [],
    );
    console.info(
      `${name}: ${inFlight} requests in flight, then ${JSON.stringify(meanwhile)}; ` +
        `all kinds worked again after ${seconds} s.`,
    );
  });
});
