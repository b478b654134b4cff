import { connect, createServer } from 'node:net';
import { databaseRule } from '../../src/database/database.options.js';
import { migrate } from '../../src/database/migrations.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { administer, createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { freePort } from '../support/processes/service-process.js';

describe('A database URL with several servers', () => {
  let database: TestDatabase;
  let prisma: PrismaService | undefined;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await prisma?.onApplicationShutdown();
    prisma = undefined;
    await database.drop();
  });

  const withHosts = async (hosts: (port: string) => string, query = '') => {
    const { port } = new URL(database.url);
    const dead = `127.0.0.1:${await freePort()}`;
    return database.url.replace(`127.0.0.1:${port}`, `${dead},${hosts(port)}`) + query;
  };
  const one = async (url: string) => {
    prisma = new PrismaService({ url });
    return prisma.$queryRaw`SELECT 1 AS one`;
  };

  it.each([
    '',
    '?target_session_attrs=read-write',
    '?target_session_attrs=primary',
    '?schema=public&target_session_attrs=read-write',
  ])('connects to the reachable primary: %s', async (query) => {
    const url = await withHosts((port) => `127.0.0.1:${port},[::1]:1`, query);
    expect(databaseRule.findProblems({ url }, 'database')).toEqual([]);
    expect(await one(url)).toEqual([{ one: 1 }]);
    expect(await migrate({ url })).toEqual([]);
  });

  it('rejects a read-only server only with target_session_attrs=read-write', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await administer(`ALTER DATABASE ${name} SET default_transaction_read_only TO on`);
    await expect(one(`${database.url}?target_session_attrs=read-write`)).rejects.toThrow(
      'accepts no writes',
    );
    await prisma!.onApplicationShutdown();
    expect(await one(database.url)).toEqual([{ one: 1 }]);
  });

  it('connects to a server that was unreachable a moment before', async () => {
    const port = await freePort();
    const url = database.url.replace(/:\d+\//, `:${port},127.0.0.1:1/`);
    await expect(one(url)).rejects.toThrow();
    const proxy = createServer((socket) => {
      const upstream = connect(Number(new URL(database.url).port), '127.0.0.1');
      socket.pipe(upstream).pipe(socket);
    }).listen(port, '127.0.0.1');
    expect(await prisma!.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    await prisma!.onApplicationShutdown();
    prisma = undefined;
    proxy.close();
  });

  it.each([
    'postgresql://u:p@one:5432,/db',
    'postgresql://u:p@,one:5432/db',
    'postgresql://u:p@one:x,two/db',
    'mysql://one,two/db',
  ])('is rejected if malformed: %s', (url) => {
    expect(databaseRule.findProblems({ url }, 'database')).toEqual([
      'database.url must be an address that begins with postgresql://',
    ]);
  });

  it('is rejected with an unsupported target, whose sentence names the parameter', () => {
    const url = 'postgresql://u:p@one,two/db?target_session_attrs=standby';
    expect(databaseRule.findProblems({ url }, 'database')).toEqual([
      'database.url is not usable: its target_session_attrs must be read-write or primary',
    ]);
  });
});
