import { Logger } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaService } from '../../src/database/prisma.service.js';
import type { SqlTransaction } from '../../src/database/records.js';
import {
  administer,
  createTestDatabase,
  hostPool,
  type TestDatabase,
} from '../support/servers/postgres.js';

/** Long enough for the last message of a server to arrive. */
const lastWordsMs = 500;

describe('PrismaService', () => {
  let database: TestDatabase;
  let service: PrismaService;
  let violations: unknown[];
  let serverProcess: number;
  beforeEach(async () => {
    database = await createTestDatabase();
    service = new PrismaService({ url: database.url });
    violations = [];
    jest
      .spyOn(Logger.prototype, 'warn')
      .mockImplementation((line: unknown) => void violations.push(line));
    const [backend] = await service.$queryRaw<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`;
    serverProcess = backend.pid;
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await service.onApplicationShutdown();
    await database.drop();
  });

  const endOnServer = () => administer(`SELECT pg_terminate_backend(${serverProcess})`);

  it('does not keep the process running with idle connections', async () => {
    const sockets = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
    await delay(10);
    const idle = sockets();
    const sleeping = service.$queryRaw`SELECT 1 FROM pg_sleep(0.3)`.then(() => undefined);
    await delay(100);
    expect(sockets()).toBe(idle + 1);
    await sleeping;
    await delay(10);
    expect(sockets()).toBe(idle);
  });

  it('logs a lost connection, and continues with another', async () => {
    await endOnServer();
    for (const end = Date.now() + 10_000; !violations.length && Date.now() < end; await delay(10));
    expect(violations).toEqual([
      'Lost a connection: terminating connection due to administrator command',
    ]);
    expect(await service.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  });

  it('logs nothing when the server process ends after a shutdown', async () => {
    process.kill(serverProcess, 'SIGSTOP');
    await service.onApplicationShutdown();
    await endOnServer();
    process.kill(serverProcess, 'SIGCONT');
    await delay(lastWordsMs);
    expect(violations).toEqual([]);
  });

  it.each(['of its own', 'of a pool', 'of an adapter'])(
    'sets an idle timeout for each transaction, on connections %s',
    async (connections) => {
      const pool = hostPool({ connectionString: database.url });
      const joining = {
        'of its own': () => service,
        'of a pool': () => new PrismaService({ pool }),
        'of an adapter': () => new PrismaService({ adapter: new PrismaPg(pool) }),
      }[connections]!();
      const read = (client: SqlTransaction) =>
        client.query("SELECT current_setting('idle_in_transaction_session_timeout') AS ends");
      const ofPrisma = await joining.$transaction((transaction) =>
        read(joining.inSql(transaction)),
      );
      const ofPool = await joining.poolTransaction(read);
      const afterwards = await read(joining.inSql(joining));
      expect([ofPrisma, ofPool, afterwards].map(({ rows }) => rows)).toEqual([
        [{ ends: '5s' }],
        [{ ends: '5s' }],
        [{ ends: '0' }],
      ]);
      if (joining !== service) await joining.onApplicationShutdown();
      await pool.end();
    },
  );

  it('fails a transaction on a host’s pool if its connection breaks between statements', async () => {
    const pool = hostPool({ connectionString: database.url });
    const joining = new PrismaService({ pool });
    const broken = joining.poolTransaction(async (transaction) => {
      const { rows } = await transaction.query<{ pid: string }>(
        'SELECT pg_backend_pid()::text AS pid',
      );
      await administer(`SELECT pg_terminate_backend(${rows[0]!.pid})`);
      await delay(lastWordsMs);
    });
    await expect(broken).rejects.toThrow('connection error');
    expect(await joining.poolTransaction(() => Promise.resolve('again'))).toBe('again');
    await joining.onApplicationShutdown();
    await pool.end();
  });
});
