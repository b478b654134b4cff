import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../../src/database/connection/database-failure.js';
import { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { migrate } from '../../src/database/migrations.js';
import { PageClient } from '../support/clients/page-client.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { password, startService, type TestService } from '../support/hosts/service.js';
import { TcpProxy } from '../support/servers/tcp-proxy.js';

describe('A service without its database', () => {
  let folder: string;
  let service: TestService;
  let person: Person;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-outage-'));
    const postgres = await EmbeddedPostgres.start(folder, { settings: { fsync: 'off' } });
    await migrate({ url: postgres.url, schema: 'public' });
    service = await startService({}, postgres.url);
    person = await newPerson(service);
    await postgres.stop();
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('returns 503 with Retry-After and no internal details', async () => {
    for (let i = 0; i < 3; i++) {
      const { status, headers, body } = await service.as(person, 'get', '/accounts/me');
      expect(status).toBe(503);
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(body).toEqual({
        error: 'unavailable',
        error_description: 'The service is currently unavailable. Please try again shortly.',
      });
    }
  });

  it('shows users a page with the reason, and leaves them signed in', async () => {
    const { browser } = person;
    const session = browser.cookies.get('accounts-browser');
    const { csrfToken: csrf_token } = browser;
    for (const { status, headers, html } of [
      await browser.open('/console/account'),
      await browser.post('/console/account', { csrf_token, name: 'Lost' }),
    ]) {
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(html).toContain('The service is currently unavailable.');
      expect(html).not.toMatch(/prisma|postgres|ECONN/i);
    }
    expect(browser.cookies.get('accounts-browser')).toBe(session);
  });

  it('responds to a sign-in with an error page', async () => {
    const { status, html } = await new PageClient(service.url).signIn(
      person.account.email,
      password,
    );
    expect(status).toBe(503);
    expect(html).toContain('The service is currently unavailable.');
  });

  it('is live but not ready', async () => {
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    const ready = await fetch(`${service.url}/health/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ error: 'unavailable' });
  });
});

describe('A database that is not fully migrated', () => {
  it('makes the service not ready', async () => {
    const service = await startService();
    await service.prisma.$executeRaw`UPDATE _prisma_migrations SET finished_at = NULL`;
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(503);
    await service.close();
  });
});

describe('A service whose database does not respond', () => {
  let service: TestService;
  let person: Person;
  beforeAll(async () => {
    service = await startService();
    person = await newPerson(service);
  });
  afterAll(() => service.close());

  it('returns 503 instead of stalling, even inside a transaction', async () => {
    const { pool } = service.prisma;
    const other = await pool!.connect();
    try {
      await other.query('BEGIN; LOCK TABLE accounts IN ACCESS EXCLUSIVE MODE');
      const [read, signIn] = await Promise.all([
        service.as(person, 'get', '/accounts/me'),
        new PageClient(service.url).signIn(person.account.email, password),
      ]);
      expect([read.status, signIn.status]).toEqual([503, 503]);
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
    expect((await service.as(person, 'get', '/accounts/me')).status).toBe(200);
  });
});

describe('A service whose network loses a statement inside a transaction', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let service: TestService;
  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await TcpProxy.before(database.url);
    service = await startService({}, proxy.url(database.url));
  });
  afterAll(async () => {
    await service.close();
    await proxy.close();
    await database.drop();
  });

  it('fails that transaction, and does not delay later statements', async () => {
    const { prisma } = service;
    const pool = prisma.pool!;
    const began = performance.now();
    const lost = prisma.$transaction(async (transaction) => {
      await transaction.account.count();
      proxy.silence('');
      await transaction.account.count();
    });
    const error: unknown = await lost.catch((thrown) => thrown);
    expect(isDatabaseUnavailable(error)).toBe(true);
    const waited = performance.now() - began;
    proxy.resume();
    while (pool.idleCount < pool.totalCount) await delay(10);
    const resumed = performance.now();
    await prisma.account.count();
    expect(performance.now() - resumed).toBeLessThan(waited / 2);
  });
});
