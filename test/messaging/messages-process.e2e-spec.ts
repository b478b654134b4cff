import type { ClientProxy } from '@nestjs/microservices';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { AccountsClient, type AccountsClientError } from '../../src/messaging/client/index.js';
import { answer, transports, type MessageTransport } from '../support/clients/messages.js';
import { NatsServer, natsAvailable } from '../support/servers/nats.js';
import { createTestDatabase } from '../support/servers/postgres.js';
import { newEmail, password } from '../support/hosts/service.js';
import { runCli } from '../support/processes/command-line.js';
import { freePort, ServiceProcess } from '../support/processes/service-process.js';

describe.each(transports)('the service with only messages over %s', (name, start) => {
  let transport: MessageTransport;
  let database: { url: string; drop(): Promise<void> };
  let folder: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    transport = await start();
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-messages-'));
    env = { DATABASE_URL: database.url, DATA_DIR: folder, HTTP_ADAPTER: 'none' };
  });
  afterAll(async () => {
    await ServiceProcess.stopAll();
    await transport.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const create = (client: AccountsClient, accessToken: string, email = newEmail()) =>
    client.create({ name: 'Ada', email, password, language_code: 'en' }, { accessToken });

  it('logs its message address, handles messages and shuts down cleanly', async () => {
    const address = await transport.newAddress();
    const service = await ServiceProcess.start({ ...env, MESSAGES_URL: address });
    expect(service.output).toContain(`Messages  ${address}\n`);
    expect(service.output).not.toMatch(/Console|Docs|curl/);
    const [, token = ''] = /^Token +(\w+)$/m.exec(service.output)!;
    await expect(fetch(service.url)).rejects.toThrow();
    const proxy = transport.connect(address);
    const client = new AccountsClient(proxy);
    expect((await client.get({ accessToken: token })).account.email).toBe('demo@example.com');
    const asked = create(client, token);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await service.stop('SIGTERM')).toBe(0);
    expect((await asked).account.name).toBe('Ada');
    expect(service.output).not.toContain('"level":"error"');
    await proxy.close();
  });

  it('continues when one of two nodes is killed, and performs nothing twice', async () => {
    const addresses = [await transport.newAddress(), await transport.newAddress()];
    const nodes = await Promise.all(
      addresses.map((address) => ServiceProcess.start({ ...env, MESSAGES_URL: address })),
    );
    const owner = ['--owner', 'demo@example.com', '--name', 'Caller', '--json'];
    const { stdout } = await runCli({ ...env, MESSAGES_URL: addresses[0]! }, [
      'application',
      'create',
      ...owner,
    ]);
    const { access_token: token } = JSON.parse(stdout) as { access_token: string };
    const proxies: ClientProxy[] = [...new Set(addresses)].map((each) => transport.connect(each));
    const clients = proxies.map((proxy) => new AccountsClient(proxy, { timeoutMs: 5_000 }));
    await Promise.all(clients.map((client) => client.get({ accessToken: token })));

    const emails = Array.from({ length: 30 }, () => newEmail());
    const asked = emails.map((email, index) =>
      create(clients[index % clients.length]!, token, email).then(
        () => 'created',
        (error: AccountsClientError) => error.status,
      ),
    );
    await asked[4];
    await nodes[1]!.stop('SIGKILL');
    const outcomes = await Promise.all(asked);
    const created = outcomes.filter((outcome) => outcome === 'created').length;
    expect(created).toBeGreaterThan(0);
    // Callers learn of lost messages; an account whose response was lost exists once.
    for (const outcome of outcomes) expect(['created', 503, 504]).toContain(outcome);
    const rows = await getRows(database.url, emails);
    expect(rows).toBeGreaterThanOrEqual(created);
    expect(rows).toBeLessThanOrEqual(emails.length);

    for (let round = 0; round < 6; round++) await create(clients[0]!, token);
    await Promise.all(proxies.map((proxy) => proxy.close()));
    expect(await nodes[0]!.stop('SIGTERM')).toBe(0);
  });

  it('logs failures under the request id of the response, without tokens', async () => {
    const address = await transport.newAddress();
    const service = await ServiceProcess.start({ ...env, MESSAGES_URL: address });
    const { stdout } = await runCli({ ...env, MESSAGES_URL: address }, [
      ...['application', 'create', '--owner', 'demo@example.com', '--name', 'Failing', '--json'],
    ]);
    const { access_token: token } = JSON.parse(stdout) as { access_token: string };
    const proxy = transport.connect(address);
    const call = () =>
      answer(proxy, 'accounts.get', { access_token: token, request_id: 'trace-7' });
    await query(database.url, 'ALTER TABLE access_tokens RENAME TO elsewhere');
    const failed = await call();
    await query(database.url, 'ALTER TABLE elsewhere RENAME TO access_tokens');
    expect([failed.status, failed.body.error]).toEqual([500, 'internal_error']);
    expect(failed.body.error_description).toContain('trace-7');
    expect((await call()).status).toBe(200);
    await service.printed(/Request trace-7 failed/);
    await service.printed(/Message trace-7 failed with 500/);
    await proxy.close();
    await service.stop('SIGTERM');
    expect(service.output).not.toContain(token);
  });

  it('does not start without MESSAGES_URL', async () => {
    const service = await ServiceProcess.start(env);
    expect(service.exitCode).toBe(1);
    expect(service.output).toContain('MESSAGES_URL is required if HTTP_ADAPTER is none.');
  });

  it(`exits with an error if there is no ${name === 'NATS' ? 'broker' : 'such address'}`, async () => {
    const taken = await findClosedAddress(name);
    const service = await ServiceProcess.start({ ...env, MESSAGES_URL: taken });
    expect(service.exitCode).toBe(1);
    expect(service.output).toContain(`Cannot receive messages at ${taken} of MESSAGES_URL: `);
    expect(service.output).toMatch(/ MESSAGES_URL: (?:E[A-Z]+|connection refused)\.$/m);
  });
});

(natsAvailable() ? describe : describe.skip)('the service with messages over NATS', () => {
  it('logs the loss of its broker with the setting that names it, and its return', async () => {
    const nats = await NatsServer.start();
    const database = await createTestDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'nest-accounts-messages-'));
    const env = { DATABASE_URL: database.url, DATA_DIR: folder, MESSAGES_URL: nats.url };
    const service = await ServiceProcess.start(env);
    await nats.stop();
    await service.printed(/Lost the connection/);
    expect(service.output).toContain(
      `Lost the connection to ${nats.url} of MESSAGES_URL. No messages arrive until it is back.`,
    );
    await nats.restart();
    await service.printed(/Receiving messages at nats:\S+ again\./);
    expect(await service.stop('SIGTERM')).toBe(0);
    expect(service.output.match(/Lost the connection/g)).toHaveLength(1);
    await nats.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('authenticates to its broker and never prints the password', async () => {
    const nats = await NatsServer.start('--user', 'accounts', '--pass', 'hunter2@home');
    const database = await createTestDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'nest-accounts-messages-'));
    const env = { DATABASE_URL: database.url, DATA_DIR: folder };
    const address = `nats://accounts:hunter2%40home@127.0.0.1:${nats.port}`;
    const welcome = await ServiceProcess.start({ ...env, MESSAGES_URL: address });
    expect(welcome.output).toContain(`Messages  ${nats.url}\n`);
    expect((await fetch(`${welcome.url}/health/ready`)).status).toBe(200);
    expect(await welcome.stop('SIGTERM')).toBe(0);
    const refused = await ServiceProcess.start({
      ...env,
      MESSAGES_URL: address.replace('home', 'work'),
    });
    expect(refused.exitCode).toBe(1);
    expect(refused.output).toContain(`Cannot receive messages at ${nats.url} of MESSAGES_URL: `);
    expect(welcome.output + refused.output).not.toContain('hunter2');
    await nats.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
});

/** Returns an address where the service cannot receive messages. */
async function findClosedAddress(name: string): Promise<string> {
  // 192.0.2.1 is reserved (RFC 5737), so that nothing can listen on it.
  return name === 'NATS' ? `nats://127.0.0.1:${await freePort()}` : 'tcp://192.0.2.1:4000';
}

async function getRows(url: string, emails: readonly string[]): Promise<number> {
  const sql = 'SELECT count(*)::int FROM accounts WHERE email = ANY($1)';
  const [row] = await query<{ count: number }>(url, sql, [emails]);
  return row!.count;
}

async function query<T>(url: string, sql: string, parameters: unknown[] = []): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql, parameters).finally(() => client.end());
  return rows as T[];
}
