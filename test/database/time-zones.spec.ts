import { PrismaPg } from '@prisma/adapter-pg';
import { Client, Pool } from 'pg';
import { DatabaseCheck } from '../../src/database/database-check.js';
import { migrate } from '../../src/database/migrations.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import {
  administer,
  createTestDatabase,
  hostPool,
  type TestDatabase,
} from '../support/servers/postgres.js';

/** With and without summer time, ahead of and behind UTC, by full hours and others. */
const zones = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Chatham', 'Europe/London'];
const dateStyles = ['ISO, MDY', 'German, DMY', 'SQL, DMY', 'Postgres, MDY'];

/** In winter, in summer, and in the repeated hour when summer time ends in London and Los Angeles. */
const moments = [
  '2026-01-15T12:34:56.789Z',
  '2026-07-15T23:59:59.999Z',
  '2026-10-25T00:30:00.000Z',
  '2026-10-25T01:30:00.000Z',
  '2026-11-01T08:30:00.001Z',
  '2026-11-01T09:30:00.010Z',
].map((text) => new Date(text));

let database: TestDatabase;
let prisma: PrismaService;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await prisma.onApplicationShutdown();
  await database.drop();
});

const getName = ({ url }: TestDatabase) => new URL(url).pathname.slice(1);

const setDefaults = (zone: string, dateStyle: string) =>
  administer(
    `ALTER DATABASE ${getName(database)} SET timezone TO '${zone}';
     ALTER DATABASE ${getName(database)} SET datestyle TO ${dateStyle}`,
  );

async function write(): Promise<void> {
  await prisma.account.createMany({
    data: moments.map((createdAt, i) => ({
      id: String(i),
      name: 'Ada',
      email: `${i}@example.com`,
      emailKey: `${i}@example.com`,
      languageCode: 'en',
      passwordHash: '',
      createdAt,
      updatedAt: createdAt,
    })),
  });
  await prisma.$transaction((transaction) =>
    transaction.application.createMany({
      data: moments.map((at, i) => ({
        id: String(i),
        ownerId: String(i),
        name: 'Client',
        apiVersion: '1.21',
        createdAt: at,
        updatedAt: at,
      })),
    }),
  );
}

async function expectSameMoments(): Promise<void> {
  const { rows } = await stored();
  expect(rows.map(({ ms }) => ms)).toEqual(moments.map((at) => at.getTime()));
  const accounts = await prisma.account.findMany({
    orderBy: { id: 'asc' },
    include: { applications: true },
    relationLoadStrategy: 'join',
  });
  expect(accounts.map(({ createdAt }) => createdAt)).toEqual(moments);
  expect(accounts.map(({ applications: [client] }) => client!.createdAt)).toEqual(moments);
  const inTransaction = await prisma.$transaction(
    (transaction) =>
      transaction.$queryRaw<{ at: Date }[]>`SELECT created_at AS at FROM applications ORDER BY id`,
  );
  expect(inTransaction.map(({ at }) => at)).toEqual(moments);
  for (const at of moments) {
    const where = { createdAt: { equals: at }, updatedAt: { in: [at] } };
    expect(await prisma.account.count({ where })).toBe(1);
  }
}

/** The stored moments, independent of any time zone. */
async function stored() {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  return client
    .query<{ ms: number }>(
      'SELECT (extract(epoch FROM created_at) * 1000)::float8 AS ms FROM accounts ORDER BY id',
    )
    .finally(() => client.end());
}

describe('A pool of the service', () => {
  it.each(zones.flatMap((zone) => dateStyles.map((style) => [zone, style] as const)))(
    'writes and reads the same moments with the time zone %s and the date style %s',
    async (zone, dateStyle) => {
      await setDefaults(zone, dateStyle);
      prisma = new PrismaService({ url: database.url });
      await write();
      await expectSameMoments();
    },
  );

  it('reads the same moments after the database changes its time zone', async () => {
    await setDefaults('America/Los_Angeles', 'ISO, MDY');
    prisma = new PrismaService({ url: database.url });
    await write();
    await prisma.onApplicationShutdown();
    await setDefaults('Asia/Tokyo', 'German, DMY');
    prisma = new PrismaService({ url: database.url });
    await expectSameMoments();
  });

  it('uses UTF-8 although the database has another default client encoding', async () => {
    await administer(`ALTER DATABASE ${getName(database)} SET client_encoding TO 'LATIN1'`);
    prisma = new PrismaService({ url: database.url });
    expect(await prisma.$queryRaw`SELECT ${'Zoë 中'} AS name`).toEqual([{ name: 'Zoë 中' }]);
  });
});

describe('A pool or adapter of a host', () => {
  let pool: Pool;
  afterEach(() => pool.end());

  it.each(zones)('writes and reads the same moments as a pool in %s', async (zone) => {
    await setDefaults(zone, 'ISO, DMY');
    pool = hostPool({ connectionString: database.url });
    prisma = new PrismaService({ pool });
    await new DatabaseCheck(prisma).onModuleInit();
    await write();
    await expectSameMoments();
    const { rows } = await pool.query<{ zone: string }>(
      `SELECT current_setting('TimeZone') AS zone`,
    );
    expect(rows).toEqual([{ zone }]);
  });

  it.each(zones)('writes and reads the same moments as an adapter in %s', async (zone) => {
    await setDefaults(zone, 'ISO, DMY');
    pool = hostPool({ connectionString: database.url });
    prisma = new PrismaService({ adapter: new PrismaPg(pool) });
    await new DatabaseCheck(prisma).onModuleInit();
    await write();
    await expectSameMoments();
  });

  it.each(['repeatable read', 'serializable'])(
    'is rejected at start if its default isolation level is %s',
    async (isolation) => {
      await administer(
        `ALTER DATABASE ${getName(database)} SET default_transaction_isolation TO '${isolation}'`,
      );
      pool = hostPool({ connectionString: database.url });
      for (const options of [{ pool }, { url: database.url }]) {
        prisma = new PrismaService(options);
        await expect(new DatabaseCheck(prisma).onModuleInit()).rejects.toThrow(
          `The default_transaction_isolation of the connections is "${isolation}"`,
        );
      }
    },
  );

  it('is rejected at start if its date style is not ISO', async () => {
    pool = new Pool({ connectionString: database.url });
    for (const options of [{ pool }, { adapter: new PrismaPg(pool) }]) {
      prisma = new PrismaService(options);
      await expect(new DatabaseCheck(prisma).onModuleInit()).rejects.toThrow(
        'The DateStyle of the connections of the pool or adapter is not ISO',
      );
    }
  });

  it('is rejected at start if its adapter drops time zones and its zone is not UTC', async () => {
    pool = hostPool({ connectionString: database.url });
    const { provider, adapterName } = new PrismaPg(pool);
    const connect = async () =>
      Object.assign(await new PrismaPg(pool).connect(), { underlyingDriver: undefined });
    prisma = new PrismaService({ adapter: { provider, adapterName, connect } });
    await expect(new DatabaseCheck(prisma).onModuleInit()).rejects.toThrow(
      'The TimeZone of the connections of the pool or adapter is not UTC',
    );
  });

  it('applies migrations once with a date style other than ISO', async () => {
    pool = new Pool({ connectionString: database.url });
    prisma = new PrismaService({ url: database.url });
    const applied = await migrate({ pool, schema: 'mounted' });
    expect(applied.length).toBeGreaterThan(0);
    expect(await migrate({ pool, schema: 'mounted' })).toEqual([]);
    const { rows } = await pool.query<{ late: number }>(
      `SELECT count(*)::int AS late FROM mounted._prisma_migrations
       WHERE finished_at - started_at NOT BETWEEN interval '0' AND interval '10 minutes'`,
    );
    expect(rows).toEqual([{ late: 0 }]);
  });
});
