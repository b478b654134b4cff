import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { PageClient } from '../support/clients/page-client.js';
import { program, ServiceProcess, startCli } from '../support/processes/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

/** A dump of the database that commit 28a6a8f created with one account and one application. */
const dump = new URL('./test/upgrade/oldest.sql', import.meta.resolve('#package.json'));

const owner = { email: 'ada@example.com', password: 'correct horse 7' };
const token =
  'YtSCY8XaXWGqzNufi4enSJ7ihcTKbbBy7ORLkYaOPizfn9qvatvyZcl0yTRnKPQFQDOYzBtru9wTRs2Z38pSY4';
const client = {
  id: 'qtuFq7mH2ztm9oPaFcTa0nMt',
  secret: 'IIX3H70Szjaotot6ziDuMzWKVQQp5gBfxjIqhPFcIWgeb2yymwXaXwx0KGx3BUkP',
};

describe('A database of the oldest commit', () => {
  let database: TestDatabase;
  let env: Record<string, string>;
  let service: ServiceProcess;

  beforeAll(async () => {
    database = await createTestDatabase({ migrated: false });
    const loader = new Client({ connectionString: database.url });
    await loader.connect();
    await loader.query(readFileSync(fileURLToPath(dump), 'utf8'));
    await loader.end();
    env = {
      DATABASE_URL: database.url,
      SECRET_KEY: 'a secret of thirty-two characters or more',
      LOG_LEVEL: 'warn',
    };
    service = await ServiceProcess.start(env, program('main'));
  }, 60_000);

  afterAll(async () => {
    await ServiceProcess.stopAll();
    await database.drop();
  });

  const withToken = { Authorization: `Bearer ${token}` };

  it('is migrated at startup without errors', () => {
    expect(service.exitCode).toBeNull();
    expect(service.output).not.toMatch(/"level":"(?:error|fatal)"/);
  });

  it('keeps the access token of its application, which the secret key still opens', async () => {
    const own = await fetch(`${service.url}/api/accounts/me`, { headers: withToken });
    expect(((await own.json()) as any).account).toMatchObject({
      email: 'Ada@Example.com',
      created_at: '2026-11-25T21:32:42.783+00:00',
    });
    const { stdout } = await startCli(env, ['key', 'reseal', '--json']);
    const { tables } = JSON.parse(stdout) as { tables: Record<string, { unreadable: number }> };
    expect(tables.access_tokens).toMatchObject({ opened_by: [1], unreadable: 0 });
  });

  it('keeps the password of its owner, and the secret and redirect URI of the application', async () => {
    const browser = new PageClient(service.url);
    expect((await browser.signIn(owner.email, owner.password)).status).toBe(303);
    const page = await browser.open(`/console/applications/${client.id}`);
    expect(page.html).toContain('https://app.example/callback');
    const introspected = await fetch(`${service.url}/oauth/introspect`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ token }),
    });
    expect(await introspected.json()).toMatchObject({ active: true });
  });

  it('accepts changes, commands and another start', async () => {
    const changed = await fetch(`${service.url}/api/accounts/me`, {
      method: 'PUT',
      headers: { ...withToken, 'Content-Type': 'application/json' },
      body: '{"name":"Ada King"}',
    });
    expect(changed.status).toBe(200);
    const { code, stdout } = await startCli(env, ['account', 'show', owner.email, '--json']);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 0,
      account: { name: 'Ada King' },
    });
    expect(await startCli(env, ['migrate', '--json'])).toMatchObject({
      stdout: '{"applied":[]}\n',
    });
    expect(await service.stop('SIGTERM')).toBe(0);
    const again = await ServiceProcess.start(env, program('main'));
    expect(again.exitCode).toBeNull();
  });
});
