import { exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { hostname, networkInterfaces, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Pool } from 'pg';
import { PageClient } from '../support/clients/page-client.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { runCli } from '../support/processes/command-line.js';
import {
  freePort,
  program,
  ServiceProcess,
  startCli,
} from '../support/processes/service-process.js';
import { until } from '../support/until.js';

const sh = promisify(exec);

/** The network address of this machine, if it has one. */
const lanAddress = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === 'IPv4' && !address.internal)?.address;

/** Polls readiness until connections are refused. Returns the responses. */
async function lastWords(url: string): Promise<{ status: number; connection: string | null }[]> {
  const words = [];
  for (;;) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (!answer) return words;
    words.push({ status: answer.status, connection: answer.headers.get('connection') });
    await answer.text();
    await setTimeout(20);
  }
}

describe('Running with production dependencies only', () => {
  let folder: string;
  let database: TestDatabase;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-production-'));
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await ServiceProcess.stopAll();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('starts, and serves the API, its description and the console', async () => {
    const root = (name: string) => new URL(name, import.meta.resolve('#package.json'));
    const here = (name: string) => join(folder, name);
    const { dependencies, optionalDependencies } = JSON.parse(
      await readFile(root('package.json'), 'utf8'),
    );
    const names = Object.keys({ ...dependencies, ...optionalDependencies }).map(
      (name) => `node_modules/${name}`,
    );
    for (const name of ['package.json', 'prisma', 'src', ...names]) {
      await mkdir(dirname(here(name)), { recursive: true });
      await symlink(root(name), here(name));
    }
    await cp(dirname(program('main')), here('bundle'), { recursive: true });
    const service = await ServiceProcess.start(
      { DATABASE_URL: database.url, SECRET_KEY: 'a'.repeat(48), DATA_DIR: here('data') },
      here('bundle/main.js'),
    );
    const statuses = [];
    for (const path of ['/api/app/data', '/docs', '/docs/swagger-ui.css', '/console/sign-in']) {
      statuses.push((await fetch(service.url + path)).status);
    }
    expect(`${statuses} ${service.exitCode === null ? '' : service.output}`).toBe(
      '401,200,200,200 ',
    );
    // The bundle contains what generates the description, which is not installed here.
    const described = await fetch(`${service.url}/docs-json`);
    expect(await described.json()).toEqual(
      JSON.parse(await readFile(root('openapi.json'), 'utf8')),
    );
    await service.stop();
    const observed = await ServiceProcess.start(
      {
        DATABASE_URL: database.url,
        SECRET_KEY: 'a'.repeat(48),
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
        MANAGEMENT_PORT: String(await freePort()),
        MANAGEMENT_TOKEN: 'a'.repeat(48),
      },
      here('bundle/main.js'),
    );
    expect(`${observed.exitCode === null ? '' : observed.output}`).toBe('');
    await observed.stop();
  });
});

describe('Running on a fresh machine', () => {
  let folder: string;
  let env: Record<string, string>;
  let first: ServiceProcess;
  let token: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-running-'));
    env = { DATA_DIR: folder };
    first = await ServiceProcess.start(env);
    token = /Bearer (\w+)/.exec(first.output)?.[1] ?? '';
  });
  afterAll(async () => {
    await ServiceProcess.stopAll();
    await rm(folder, { recursive: true, force: true });
  });
  const pidFile = () => join(folder, 'postgres', 'cluster', 'data', 'postmaster.pid');

  it('prints the URLs, the demo account, and a curl command that works as pasted', async () => {
    const { output, url } = first;
    expect(output).toContain(`${url}/api`);
    expect(output).toContain(`${url}/docs`);
    expect(output).toMatch(/demo@example\.com, password \S+/);
    expect(output).toMatch(/^Client    \w{24}, the client id of the demo application$/m);
    const [banner, ...lines] = output.split(/^Accounts /m).reverse();
    expect(banner).not.toMatch(/^\{/m);
    expect(lines.join()).toContain('"event":"account.create"');
    const line = output.split('\n').find((each) => each.startsWith('curl '))!;
    expect(line).toContain('Authorization: Bearer ');
    const { stdout } = await sh(`${line} -sS`);
    expect(JSON.parse(stdout).account).toMatchObject({
      email: 'demo@example.com',
      language_code: 'en',
    });
  });

  it('logs readable lines by default, one for each request', async () => {
    const database = await createTestDatabase();
    const service = await ServiceProcess.start({
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      LOG_FORMAT: '',
    });
    await fetch(`${service.url}/console/sign-in`);
    await service.printed(/GET .*\n/);
    expect(service.output).not.toMatch(/^\s*[{}"]/m);
    const lines = service.output.split('\n').filter((line) => line.startsWith('['));
    expect(lines.map((line) => line.replaceAll(/^\S+ |=\w{24}|\d+(?= ms)/g, ''))).toEqual([
      'INFO: NestApplication: Nest application successfully started',
      'INFO: AuditTrail: account.create succeeded accountId channel=code',
      'INFO: AuditTrail: application.create succeeded accountId applicationId channel=code',
      'INFO: GET /console/sign-in 200 in  ms',
    ]);
    await service.stop();
    await database.drop();
  });

  it('prints the link of a mail, which completes a sign-up in the console', async () => {
    const { url } = first;
    expect(first.output).toContain(`Mails     ${url}/console/mails\n`);
    expect(first.output).toContain(`Mails are files in ${join(folder, 'mail')}, and their links`);
    const [email, password] = ['grace@example.com', 'nanoseconds 11.8'];
    const browser = new PageClient(url);
    await browser.open('/console/sign-up');
    await browser.submit('/console/sign-up', {
      name: 'Grace',
      email,
      password,
      language_code: 'en',
    });
    await first.printed(/^Mail to .*\n.*\nor \d{8}\n.*\.eml$/m);
    const printed = /^Mail to grace@example\.com: .*\n(\S+)\nor \d{8}\n(\S+\.eml)$/m.exec(
      first.output,
    )!;
    const [, link, file] = printed;
    expect(await readFile(file!, 'utf8')).toContain(link);
    const page = await browser.open(link!.replace(url, ''));
    expect(page.html).toContain(email);
    const confirmed = await browser.submit('/console/confirm-sign-up', { password });
    expect(confirmed.location).toBe('/console/account');
  });

  it('serves the committed openapi.json', async () => {
    const committed = await readFile(new URL('openapi.json', import.meta.resolve('#package.json')));
    const answer = await fetch(`${first.url}/docs-json`);
    expect(await answer.json()).toEqual(JSON.parse(committed.toString()));
  });

  it('rejects common passwords under the strict policy', async () => {
    const strict = await ServiceProcess.start({ ...env, PASSWORD_POLICY: 'strict' });
    const answer = await fetch(`${strict.url}/api/accounts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        name: 'Ada',
        email: 'ada@example.com',
        password: '123456789987654321',
      }),
    });
    await strict.stop();
    expect(await answer.text()).toContain('This password is too common.');
  });

  it('makes its secret key and database password readable only to its user', async () => {
    expect(existsSync(pidFile())).toBe(true);
    for (const file of ['secret-key', 'postgres/cluster/password']) {
      expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
    }
  });

  it('keeps secrets out of the process list', async () => {
    const secrets = [token, /password (\S+)/.exec(first.output)![1]!];
    for (const file of ['secret-key', 'postgres/cluster/password']) {
      secrets.push((await readFile(join(folder, file), 'utf8')).trim());
    }
    const onLinux = `cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' ' || true`;
    const { stdout } = await sh(existsSync('/proc/self') ? onLinux : 'ps -eww -o args');
    expect(stdout).toContain(folder);
    for (const secret of secrets) {
      expect(secret).toMatch(/.{12}/);
      expect(stdout).not.toContain(secret);
    }
  });

  it('shares its database with the command line, and keeps running', async () => {
    const { code, stdout, stderr } = await startCli(env, ['application', 'list', '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout).applications).toHaveLength(1);
    expect((await fetch(`${first.url}/health/ready`)).status).toBe(200);
  });

  it('restarts after kill -9 with the same data, and prints no secrets', async () => {
    await first.stop('SIGKILL');
    const second = await ServiceProcess.start(env);
    const answer = await fetch(`${second.url}/api/accounts/me`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    expect(second.output).toContain(`${second.url}/docs`);
    expect(second.output).toContain('application create --owner <email> --name <name>');
    expect(second.output).not.toMatch(/Bearer|demo-/);
    expect(await second.stop()).toBe(0);
  });

  it('stops everything it started', async () => {
    expect(existsSync(pidFile())).toBe(false);
  });

  it('lets the command line work while no service runs', async () => {
    const { code, stdout } = await startCli(env, ['application', 'list', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).applications).toHaveLength(1);
    expect(existsSync(pidFile())).toBe(false);
  });
});

describe('A first start', () => {
  let database: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-running-'));
  });
  afterEach(async () => {
    await ServiceProcess.stopAll();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const start = (env: Record<string, string>) =>
    ServiceProcess.start({ DATABASE_URL: database.url, DATA_DIR: folder, ...env });

  it.each<[string, Record<string, string>, boolean]>([
    ['on every address', { HOST: '0.0.0.0' }, true],
    ['on every address of IPv6', { HOST: '::' }, true],
    ['on an address of its network', { HOST: lanAddress ?? '127.0.0.1' }, !lanAddress],
    ['behind a name without TLS', { PUBLIC_URL: 'http://accounts.local' }, false],
    ['behind TLS', { PUBLIC_URL: 'https://accounts.example' }, true],
  ])(
    '%s prints the demo account, and whether Swagger UI can use OAuth',
    async (_, env, canOAuth) => {
      const service = await start(env);
      const [, token] = /Bearer (\w+)/.exec(service.output) ?? [];
      const headers = { Authorization: `Bearer ${token}` };
      const host = env.HOST === lanAddress ? lanAddress : undefined;
      const url = service.url.replace('localhost', host ?? 'localhost');
      expect((await fetch(`${url}/api/accounts/me`, { headers })).status).toBe(200);
      expect(service.output.includes('not from Swagger UI')).toBe(!canOAuth);
      const response = await fetch(`${url}/api/applications`, { headers });
      const { applications } = (await response.json()) as {
        applications: { redirect_uris: string[] }[];
      };
      expect(applications[0]!.redirect_uris).toHaveLength(canOAuth ? 1 : 0);
    },
  );

  it.each(['192.0.2.1', 'accounts.invalid'])(
    'on %s fails and names the setting HOST',
    async (host) => {
      const { exitCode, output } = await start({ HOST: host });
      expect(exitCode).toBe(1);
      expect(output).toContain(`${host} is not an address of this machine: set HOST to one`);
      expect(output).not.toMatch(/^\s+at /m);
    },
  );

  it.each<[string, (url: URL) => void, string]>([
    ['another password', (url) => (url.password = 'wrong'), 'refuses this user or password.'],
    [
      'no such database',
      (url) => (url.pathname = 'none'),
      'does not exist: create it, or name another one.',
    ],
    [
      'TLS that the server does not support',
      (url) => url.searchParams.set('sslmode', 'require'),
      'does not support TLS',
    ],
    ['a port where nothing listens', (url) => (url.port = '9'), 'cannot be reached: ECONNREFUSED.'],
  ])('with %s fails with a one-sentence error', async (_, change, sentence) => {
    const url = new URL(database.url);
    change(url);
    const { exitCode, output } = await start({ DATABASE_URL: url.href });
    expect(exitCode).toBe(1);
    expect(output).toContain(`The database of DATABASE_URL ${sentence}`);
    expect(output).not.toMatch(/^\s+at |wrong/m);
  });

  it.each([
    ['REDIS_URL', 'redis://u:hidden@127.0.0.1:9'],
    ['EVENTS_URL', 'nats://u:hidden@127.0.0.1:9'],
  ])('without the server of %s warns, and serves requests', async (name, url) => {
    const service = await start({ [name]: url, SECRET_KEYS: 'hidden' });
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
    expect(service.output).toMatch(
      new RegExp(`"level":"warn".*${name} of the service.*refused`, 'i'),
    );
    expect(service.output).toMatch(
      /^\{"level":"warn",.*"SECRET_KEYS is not a setting. Did you mean SECRET_KEY\?"\}$/m,
    );
    expect(service.output).not.toContain('hidden');
  });

  it('that fails leaves no account behind', async () => {
    const taken = await start({});
    const pool = new Pool({ connectionString: database.url });
    await pool.query('DELETE FROM accounts');
    const { port } = new URL(taken.url);
    const failed = await start({ PORT: port });
    expect(failed.exitCode).toBe(1);
    expect(failed.output).toContain(`Port ${port} is taken: set PORT to another one.`);
    expect(failed.output).not.toMatch(/^\s+at /m);
    expect((await pool.query('SELECT id FROM accounts')).rows).toEqual([]);
    await pool.query(`ALTER TABLE applications ADD CONSTRAINT none CHECK (name = '')`);
    const half = await start({});
    expect(half.exitCode).toBe(1);
    expect((await pool.query('SELECT id FROM accounts')).rows).toEqual([]);
    await pool.end();
  });
});

describe('A start with another secret key', () => {
  let database: TestDatabase;
  let env: Record<string, string>;
  beforeAll(async () => {
    database = await createTestDatabase();
    env = { DATABASE_URL: database.url, SECRET_KEY: 'a'.repeat(32), LOG_LEVEL: 'warn' };
  });
  afterAll(async () => {
    await ServiceProcess.stopAll();
    await database.drop();
  });

  it('warns of tokens that cannot be shown, and lets their owner revoke or regenerate them', async () => {
    const first = await ServiceProcess.start(env);
    const [, token] = /Bearer (\w+)/.exec(first.output)!;
    const [, password] = /password (\S+)/.exec(first.output)!;
    await first.stop();
    expect(first.output).not.toContain('cannot be shown');

    const both = await ServiceProcess.start({
      ...env,
      SECRET_KEY: `${'b'.repeat(32)},${env.SECRET_KEY}`,
    });
    await both.stop();
    expect(both.output).not.toContain('cannot be shown');

    const second = await ServiceProcess.start({ ...env, SECRET_KEY: 'b'.repeat(32) });
    await second.printed(/"msg":"1 access token of applications cannot be shown, because/);
    const headers = { Authorization: `Bearer ${token}` };
    const list = await fetch(`${second.url}/api/applications`, { headers });
    const [{ id }] = ((await list.json()) as { applications: [{ id: string }] }).applications;
    const browser = new PageClient(second.url);
    await browser.signIn('demo@example.com', password!);
    const page = await browser.open(`/console/applications/${id}`);
    expect(page.html).toContain('The access token works but can no longer be shown.');
    expect(page.html).not.toContain('/token/reveal');
    const revoke = `/console/applications/${id}/token/revoke`;
    expect(page.html).toContain(`/console/applications/${id}/token/regenerate`);
    await browser.open(revoke);
    expect((await browser.submit(revoke)).status).toBe(303);
    expect((await fetch(`${second.url}/api/applications`, { headers })).status).toBe(401);
    const none = await browser.open(`/console/applications/${id}`);
    expect(none.html).toContain('This application has no access token.');
  });
});

describe('Two concurrent first starts', () => {
  it('both serve, and one of them prints the demo account', async () => {
    const database = await createTestDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'nest-accounts-running-'));
    const env = { DATABASE_URL: database.url, DATA_DIR: folder };
    const nodes = await Promise.all([ServiceProcess.start(env), ServiceProcess.start(env)]);
    expect(nodes.map(({ exitCode }) => exitCode)).toEqual([null, null]);
    await Promise.all(nodes.map((node) => node.printed(/Try it|application create/)));
    expect(nodes.filter(({ output }) => output.includes('Try it'))).toHaveLength(1);
    await ServiceProcess.stopAll();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
});

describe('Running on an external PostgreSQL', () => {
  let database: { url: string; drop(): Promise<void> };
  let folder: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-running-'));
    env = { DATABASE_URL: database.url, DATA_DIR: folder };
  });
  afterAll(async () => {
    await ServiceProcess.stopAll();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('starts no embedded one, and on SIGTERM serves until a second one, and finishes the request in flight', async () => {
    const service = await ServiceProcess.start({
      ...env,
      HTTP_ADAPTER: 'fastify',
      SHUTDOWN_DELAY_SECONDS: '3600',
    });
    expect(existsSync(join(folder, 'postgres'))).toBe(false);
    const token = /Bearer (\w+)/.exec(service.output)![1];
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const late = request(`${service.url}/api/accounts/me`, {
      method: 'PUT',
      headers: { ...headers, 'Content-Length': 15, Expect: '100-continue' },
    });
    late.flushHeaders();
    await once(late, 'continue');
    const stopped = service.stop('SIGTERM');
    await until(async () => (await fetch(`${service.url}/health/ready`)).status === 503);
    const served = await fetch(`${service.url}/api/accounts/me`, { headers });
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'keep-alive']);
    void service.stop('SIGTERM');
    expect(await lastWords(service.url)).toContainEqual({ status: 503, connection: 'close' });
    void service.stop('SIGTERM'); // A third signal changes nothing.
    late.end('{"name":"Late"}');
    const [answer] = (await once(late, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    answer.resume();
    expect(await stopped).toBe(0);
  });

  it('ends immediately on Ctrl-C, without the delay for load balancers', async () => {
    const service = await ServiceProcess.start(env);
    const stopped = service.stop('SIGINT');
    const words = await lastWords(service.url);
    expect(words.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await stopped).toBe(0);
  });

  it('ends when npm start receives SIGTERM', async () => {
    const { scripts } = JSON.parse(
      await readFile(new URL(import.meta.resolve('#package.json')), 'utf8'),
    );
    const start = scripts.start.replace('dist/bundle/main.js', program('main'));
    expect(start).not.toBe(scripts.start);
    await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }));
    const port = await freePort();
    const { PATH, HOME } = process.env;
    const npm = spawn('npm', ['start'], {
      cwd: folder,
      env: { ...env, PATH, HOME, PORT: String(port) },
      stdio: 'ignore',
    });
    const health = () => fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined);
    await until(async () => (await health())?.status === 200);
    npm.kill('SIGTERM');
    await until(async () => (await health()) === undefined);
  });

  it('loads neither Prisma’s query compiler nor fetch to serve reads and purge expired rows', async () => {
    // Both are WebAssembly, and take 35 MB together. Intervals of minutes are shortened here.
    const tells = `
      for (const name of ['Module', 'compile'])
        WebAssembly[name] = new Proxy(WebAssembly[name], {
          construct: (target, [bytes]) => (console.log('compiled'), new target(bytes)),
          apply: (target, _, [bytes]) => (console.log('compiled'), target(bytes)),
        });
      const { setInterval } = globalThis;
      globalThis.setInterval = (work, ms) => setInterval(work, Math.min(ms, 200));`;
    const database = await createTestDatabase();
    const DATABASE_URL = database.url;
    const input = { name: 'Ada', email: 'ada@example.com', language: 'en' };
    const args = Object.entries(input).flatMap(([name, value]) => [`--${name}`, value]);
    await runCli({ DATABASE_URL }, ['account', 'create', ...args], 'Sesame42\n');
    const created = ['application', 'create', '--owner', input.email, '--name', 'Engine', '--json'];
    const { access_token: valid } = JSON.parse((await runCli({ DATABASE_URL }, created)).stdout);
    const pool = new Pool({ connectionString: DATABASE_URL });
    await pool.query(
      `INSERT INTO sessions (id, hash, account_id, user_agent, source, created_at, last_seen_at, expires_at)
       SELECT id, '', id, '', '', now(), now(), now() - INTERVAL '1 hour' FROM accounts`,
    );
    const service = await ServiceProcess.start({
      DATABASE_URL,
      NODE_ENV: 'production',
      SECRET_KEY: 'a secret of thirty-two characters or more',
      PUBLIC_URL: 'https://accounts.example',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tells)}`,
    });
    const statuses = [(await fetch(`${service.url}/health/ready`)).status];
    for (const token of [valid, 'a'.repeat(64)]) {
      const headers = { Authorization: `Bearer ${token}` };
      statuses.push((await fetch(`${service.url}/api/accounts/me`, { headers })).status);
    }
    expect(statuses).toEqual([200, 200, 401]);
    await until(async () => (await pool.query('SELECT FROM sessions')).rowCount === 0);
    expect(service.output).not.toContain('compiled');
    await service.stop();
    await pool.end();
    await database.drop();
  });

  it('seeds nothing in production, and requires its secrets there', async () => {
    const empty = await createTestDatabase();
    const refused = await ServiceProcess.start({
      ...env,
      DATABASE_URL: '',
      NODE_ENV: 'production',
    });
    expect(refused.exitCode).toBe(1);
    for (const name of ['DATABASE_URL', 'SECRET_KEY', 'PUBLIC_URL']) {
      expect(refused.output).toContain(`${name} is required in production`);
    }
    const service = await ServiceProcess.start({
      NODE_ENV: 'production',
      DATABASE_URL: empty.url,
      SECRET_KEY: 'a secret of thirty-two characters or more',
      PUBLIC_URL: 'https://accounts.example',
    });
    expect(service.output).toContain('https://accounts.example/api');
    expect(service.output).not.toContain('Demo');
    expect(service.log.trim().split('\n')).not.toContainEqual(expect.not.stringMatching(/^\{/));
    const { headers } = await fetch(`${service.url}/health/live`);
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
    expect(
      (
        await runCli({ DATABASE_URL: empty.url, DATA_DIR: folder }, [
          'application',
          'list',
          '--json',
        ])
      ).stdout.trim(),
    ).toBe('{"applications":[],"next":null}');
    expect(await service.stop()).toBe(0);
    await empty.drop();
  });

  it('ends with an error when the database is unreachable, without showing its password', async () => {
    const service = await ServiceProcess.start({
      ...env,
      DATABASE_URL: 'postgresql://u:hidden@127.0.0.1:1/x',
    });
    expect(service.exitCode).toBe(1);
    expect(service.output).toMatch(/DATABASE_URL|connect/i);
    expect(service.output).not.toContain('hidden');
  });

  it('logs an uncaught error without secrets', async () => {
    const fault = `process.on('SIGUSR2', () => { throw new Error('odd, access_token=secret') })`;
    const service = await ServiceProcess.start({
      ...env,
      NODE_OPTIONS: `--import "data:text/javascript,${fault}"`,
    });
    expect(await service.stop('SIGUSR2')).not.toBe(0);
    const lines = service.output.split('\n').filter((line) => line.startsWith('{'));
    const last = JSON.parse(lines.findLast((line) => line.includes('Process'))!);
    expect(last).toMatchObject({
      level: 'fatal',
      context: 'Process',
      msg: 'odd, access_token=[redacted]',
    });
  });

  it.each(['express', 'fastify'])(
    'logs one JSON line per request on %s, without secrets',
    async (adapter) => {
      const { version } = JSON.parse(
        await readFile(new URL(import.meta.resolve('#package.json')), 'utf8'),
      );
      const fresh = await createTestDatabase();
      const service = await ServiceProcess.start({
        ...env,
        DATABASE_URL: fresh.url,
        TRUST_PROXY: 'loopback',
        HTTP_ADAPTER: adapter,
      });
      const token = /Bearer (\w+)/.exec(service.output)![1]!;
      const answer = await fetch(
        `${service.url}/api/accounts/me?access_token=${token}&x=secret.local%40example.com`,
        {
          headers: {
            Cookie: 'session=delicious',
            'X-Request-Id': 'my-own-id',
            'X-Forwarded-For': '198.51.100.1, 203.0.113.7',
          },
        },
      );
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-request-id')).toBe('my-own-id');
      await fetch(`${service.url}/api/accounts`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          name: 'x',
          email: 'new.local@example.com',
          password: 'tell nobody 9',
          language_code: 'en',
        }),
      });
      await fetch(`${service.url}/health/ready`);
      const client = /^Client {4}(\w+)/m.exec(service.output)![1]!;
      await fetch(`${service.url}/oauth/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: client, token: 'none' }),
      });
      await fetch(`${service.url}/nowhere`);
      await service.stop('SIGINT'); // Ends the service before it would write the lines by itself.
      const lines = service.output.split('\n').filter((line) => line.startsWith('{'));
      const log = lines.join('\n');
      expect(lines.map((line) => JSON.parse(line)).filter(({ req }) => req)).toMatchObject([
        {
          level: 'info',
          time: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          node: hostname(),
          version,
          req: { id: 'my-own-id', method: 'GET', remoteAddress: '203.0.113.7' },
          route: '/api/accounts/:account_id',
          accountId: expect.stringMatching(/^\w{24}$/),
          applicationId: client,
          res: { statusCode: 200 },
          responseTime: expect.any(Number),
        },
        { req: { method: 'POST' }, route: '/api/accounts', res: { statusCode: 200 } },
        { req: { method: 'POST' }, route: '/oauth/revoke', applicationId: client },
        { req: { url: '/nowhere' }, res: { statusCode: 404 } },
      ]);
      expect(log).not.toContain('/health');
      expect(lines.find((line) => line.includes('/nowhere'))).not.toMatch(/route|accountId/);
      expect(lines.map((line) => JSON.parse(line)).filter(({ event }) => event)).toMatchObject([
        { event: 'account.create', result: 'succeeded', channel: 'code' },
        { event: 'application.create', result: 'succeeded', channel: 'code' },
        {
          context: 'AuditTrail',
          event: 'account.create',
          result: 'succeeded',
          channel: 'http',
          source: '127.0.0.1',
          accountId: expect.stringMatching(/^\w{24}$/),
          actorId: expect.stringMatching(/^\w{24}$/),
        },
      ]);
      for (const hidden of [
        token,
        'delicious',
        'tell nobody',
        'new.local',
        'secret.local',
        'demo@',
      ]) {
        expect(log).not.toContain(hidden);
      }
      await fresh.drop();
    },
  );
});
