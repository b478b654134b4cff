/**
 * Uses each optional feature of a running service once, because a shipped artefact may lack files of the checkout.
 * Requires `redis-server` and `nats-server` on the PATH.
 */
import { connect } from '@nats-io/transport-node';
import { jetstreamManager } from '@nats-io/jetstream';
import { ClientProxyFactory, Transport } from '@nestjs/microservices';
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lastValueFrom, timeout } from 'rxjs';
import { SMTPServer } from 'smtp-server';
import compileTests from '../../scripts/compile-tests.js';

const password = 'correct horse 7';
const publicUrl = 'https://accounts.example';
const managementToken = 'operator'.repeat(5);
const patienceMs = 60_000;

/** Returns the required programs that this machine lacks. */
export function missingServers() {
  return ['redis-server', 'nats-server'].filter(
    (program) => spawnSync(program, ['--version']).status !== 0,
  );
}

export async function until(isSo) {
  for (const end = performance.now() + patienceMs; performance.now() < end; await delay(50)) {
    if (await isSo()) return;
  }
  throw new Error('It did not happen in time.');
}

export async function freePort() {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Local servers for all connections of the service. */
export class FeatureServers {
  mails = [];
  webhooks = [];
  traces = '';
  #ends = [];

  /** @param folder an empty folder for the data of the servers */
  static async start(folder) {
    const servers = new FeatureServers();
    mkdirSync(folder, { recursive: true });
    const subpath = new URL('../../dist/embedded-postgres/embedded-postgres.js', import.meta.url);
    const { EmbeddedPostgres } = await import(subpath.href);
    const postgres = await EmbeddedPostgres.start(join(folder, 'postgres'));
    servers.#ends.push(() => postgres.stop());
    const [redis, nats] = [await freePort(), await freePort()];
    servers.#spawn(folder, 'redis-server', '--port', redis, '--save', '', '--dir', folder);
    servers.#spawn(folder, 'nats-server', '--jetstream', `--store_dir=${folder}/nats`, '-p', nats);
    const smtp = new SMTPServer({
      authOptional: true,
      logger: false,
      onData: (stream, session, done) =>
        stream.resume().on('end', () => {
          servers.mails.push(session.envelope.rcptTo[0].address);
          done();
        }),
    });
    await once(smtp.listen(0, '127.0.0.1'), 'listening');
    servers.#ends.push(() => new Promise((resolve) => smtp.close(resolve)));
    const webhook = await servers.#listen((body) => servers.webhooks.push(JSON.parse(body).type));
    const collector = await servers.#listen((body) => (servers.traces += body));
    servers.natsUrl = `nats://127.0.0.1:${nats}`;
    servers.env = {
      NODE_ENV: 'production',
      DATABASE_URL: postgres.url,
      SECRET_KEY: 'a secret of thirty-two characters or more',
      PUBLIC_URL: publicUrl,
      TRUST_PROXY: 'loopback',
      MANAGEMENT_TOKEN: managementToken,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector,
      OTEL_BSP_SCHEDULE_DELAY: '100',
      MAIL_URL: `smtp://127.0.0.1:${smtp.server.address().port}?starttls=off`,
      MAIL_FROM: 'Accounts <accounts@example.com>',
      REDIS_URL: `redis://127.0.0.1:${redis}`,
      EVENTS_URL: servers.natsUrl,
      WEBHOOK_URLS: webhook,
      WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 'a').toString('base64')}`,
    };
    return servers;
  }

  async stop() {
    for (const end of this.#ends.reverse()) await end();
  }

  #spawn(folder, program, ...options) {
    const env = { ...process.env, XDG_DATA_HOME: folder };
    const child = spawn(program, options.map(String), { stdio: 'ignore', cwd: folder, env });
    this.#ends.push(() => {
      child.kill('SIGKILL');
      return once(child, 'close');
    });
  }

  async #listen(receive) {
    const server = createServer((request, response) => {
      let body = '';
      request.setEncoding('latin1').on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        receive(body);
        response.end();
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    this.#ends.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${server.address().port}`;
  }
}

/**
 * Starts the service once per HTTP adapter with all features, and uses each of them.
 *
 * @param servers started by {@link FeatureServers.start}
 * @param start starts the service with an environment; returns `{ exitCode, output, stop() }`
 * @param cli runs the command line with arguments, an environment and standard input; returns its standard output
 */
export async function useEveryFeature({ servers, start, cli }) {
  compileTests();
  for (const adapter of ['express', 'fastify']) {
    const [port, management, messages] = [await freePort(), await freePort(), await freePort()];
    const env = {
      ...servers.env,
      HTTP_ADAPTER: adapter,
      PORT: String(port),
      MANAGEMENT_PORT: String(management),
      MESSAGES_URL: `tcp://127.0.0.1:${messages},${servers.natsUrl}`,
    };
    const service = await start(env);
    try {
      const url = `http://127.0.0.1:${port}`;
      await until(async () => {
        assert.equal(service.exitCode ?? null, null, service.output);
        return (await fetch(`${url}/health/ready`).catch(() => undefined))?.ok;
      });
      await useRunning({ adapter, cli, env, servers, url, management, messages });
    } catch (error) {
      throw new Error(`${adapter}: ${error.message}\n${service.output}`, { cause: error });
    } finally {
      await service.stop();
    }
  }
}

async function useRunning({ adapter, cli, env, servers, url, management, messages }) {
  const email = `${adapter}@example.com`;
  const named = ['--name', 'Ada', '--email', email, '--language', 'en', '--json'];
  await cli(['account', 'create', ...named], env, password);
  const created = await cli(
    ['application', 'create', '--owner', email, '--name', 'Engine', '--json'],
    env,
  );
  const { access_token: token } = JSON.parse(created);
  const authorization = { Authorization: `Bearer ${token}` };

  const own = await fetch(`${url}/api/accounts/me`, { headers: authorization });
  assert.equal(own.status, 200);
  // Redis counts this limit.
  assert.ok(own.headers.get('ratelimit'));
  for (const path of ['/docs', '/docs-json', '/docs/swagger-ui.css', '/console/sign-in']) {
    assert.equal((await fetch(url + path)).status, 200, path);
  }

  const operator = { Authorization: `Bearer ${managementToken}`, 'X-Operator': 'grace' };
  const managed = async (path) => {
    const response = await fetch(`http://127.0.0.1:${management}${path}`, { headers: operator });
    assert.equal(response.status, 200, path);
    return response.text();
  };
  assert.match(await managed('/metrics'), /^accounts_http_request_duration_seconds_bucket/m);
  assert.ok((await managed(`/operator/accounts?email=${email}`)).includes(email));
  assert.match(await managed('/operator/pages/sign-in'), /<form /);
  assert.match(await managed('/operator/pages/assets/console.css'), /:root/);

  const transports = [
    { transport: Transport.TCP, options: { host: '127.0.0.1', port: messages } },
    { transport: Transport.NATS, options: { servers: [servers.natsUrl] } },
  ];
  for (const transport of transports) {
    const proxy = ClientProxyFactory.create(transport);
    const reply = proxy.send('accounts.get', { access_token: token }).pipe(timeout(patienceMs));
    assert.equal(JSON.stringify(await lastValueFrom(reply)).includes(email), true);
    await proxy.close();
  }

  await useFactors(url, email);
  const verification = `${url}/api/accounts/me/email-verification`;
  const sent = await fetch(verification, { method: 'POST', headers: authorization });
  assert.equal(sent.status, 202);
  await until(() => servers.mails.includes(email));
  await until(() => servers.webhooks.includes('account.created'));
  const connection = await connect({ servers: servers.natsUrl });
  try {
    const { streams } = await jetstreamManager(connection);
    await until(async () => (await streams.info('ACCOUNT_EVENTS')).state.messages > 0);
  } finally {
    await connection.close();
  }
  await until(() => servers.traces.includes('GET /api/accounts/:account_id'));
}

/** Adds a passkey and signs in with it, which loads the verifier. */
async function useFactors(url, email) {
  const built = new URL('../../.build/test/support/clients/', import.meta.url);
  const { PageClient } = await import(new URL('page-client.js', built));
  const { readPasskeyOptions } = await import(new URL('page-reader.js', built));
  const { SoftwareAuthenticator } = await import(new URL('software-authenticator.js', built));
  const authenticator = new SoftwareAuthenticator(publicUrl);
  const proxied = { 'X-Forwarded-Proto': 'https' };
  const browser = new PageClient(url, proxied);
  assert.equal((await browser.signIn(email, password)).status, 303);
  const { html: form } = await browser.open('/console/security/passkeys');
  const passkey = authenticator.create(readPasskeyOptions(form));
  const added = await browser.submit('/console/security/passkeys', { passkey, name: 'Telephone' });
  assert.equal(added.status, 200);
  const other = new PageClient(url, proxied);
  const { html } = await other.open('/console/sign-in');
  const assertion = authenticator.get(readPasskeyOptions(html));
  assert.equal(
    (await other.submit('/console/sign-in/passkey', { passkey: assertion })).status,
    303,
  );
  // The page with the QR code of an authenticator app.
  assert.match((await browser.open('/console/security/authenticator')).html, /<svg/);
}
