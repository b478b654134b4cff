/**
 * Compares the CPU cost per request of this build and another one, from /proc, for the service and its PostgreSQL. Each
 * build has its own database. The builds alternate in each round. Each round starts new processes, because what V8
 * decides during a start can make one process a fifth slower than another of the same build.
 *
 * Usage: node cpu.js <folder of the other build> [--rounds 9] [--adapter express|fastify]
 *   [--only read,update,create,sign-in,introspect,userinfo,refresh]
 *
 * Both folders must be built (`npm ci`). The exit code is 1 if a median ratio is above 1.03.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { cpuSeconds, familyCpuSeconds, median } from './figures.js';
import { freePort } from './processes.js';

const run = promisify(execFile);
const password = 'correct horse 7';
const accepted = 1.03;
/** The number of concurrent clients. Each has its own account. */
const connections = 4;

/**
 * The requests per round (enough for one second of CPU, because /proc counts hundredths of a second), and the rate limits
 * that they meet. The limits of other rows are not set, because older builds reject names that they do not know.
 */
const rows = {
  read: {
    policies: ['accounts.read'],
    requests: 4_000,
    ask: (build, client) => build.send(client, 'GET', '/api/accounts/me'),
  },
  update: {
    policies: ['accounts.update'],
    requests: 800,
    ask: (build, client) =>
      build.send(client, 'PUT', '/api/accounts/me', { name: `Ada ${randomUUID()}` }),
  },
  create: {
    policies: ['accounts.create'],
    requests: 60,
    ask: (build, client) =>
      build.send(client, 'POST', '/api/accounts', {
        ...{ name: 'Ada', email: `${randomUUID()}@example.com`, password, language_code: 'en' },
      }),
  },
  'sign-in': { policies: ['sign-in'], requests: 40, ask: signIn },
  introspect: {
    policies: ['oauth.introspect'],
    requests: 4_000,
    ask: (build, { id, secret, token }) =>
      build.post('/oauth/introspect', { client_id: id, client_secret: secret, token }),
  },
  userinfo: {
    policies: ['sign-in', 'oauth.token', 'oauth.userinfo'],
    requests: 4_000,
    async ask(build, client) {
      client.granted ??= await grant(build, client);
      await build.send({ token: client.granted.access_token }, 'GET', '/oauth/userinfo');
    },
  },
  refresh: {
    policies: ['sign-in', 'oauth.token'],
    requests: 200,
    async ask(build, client) {
      client.granted ??= await grant(build, client);
      client.granted = await build.post('/oauth/token', {
        ...{ grant_type: 'refresh_token', refresh_token: client.granted.refresh_token },
        ...{ client_id: client.id, client_secret: client.secret },
      });
    },
  },
};

const callback = 'https://app.example/callback';

/** A build with a database, a running service and accounts. */
class Build {
  agent = new Agent({ keepAlive: true, maxSockets: connections });
  clients = [];

  constructor(folder) {
    this.folder = resolve(folder);
  }

  /** Creates the database and the accounts. The service runs afterwards. */
  async prepare() {
    this.data = await mkdtemp(join(tmpdir(), 'nest-accounts-cpu-'));
    // Both builds use this build's module, because it has another path in older builds.
    const { EmbeddedPostgres } = await import('../dist/embedded-postgres/embedded-postgres.js');
    this.postgres = await EmbeddedPostgres.start(this.data);
    const pidFile = join(this.data, 'cluster/data/postmaster.pid');
    this.postmaster = Number.parseInt(await readFile(pidFile, 'utf8'), 10);
    this.port = await freePort();
    const { PATH, HOME } = process.env;
    this.env = {
      ...{ PATH, HOME, NODE_ENV: 'production', PORT: String(this.port) },
      DATABASE_URL: this.postgres.url,
      SECRET_KEY: 'a secret of the benchmark that everybody knows',
      PUBLIC_URL: 'https://accounts.example',
      RATE_LIMITS: unlimited.map((policy) => `${policy}=1000000000/1m`).join(),
      ...(adapter && { HTTP_ADAPTER: adapter }),
    };
    await this.restart();
    while (this.clients.length < connections) this.clients.push(await this.#newClient());
  }

  /** Replaces the service by a new process. */
  async restart() {
    if (this.service) {
      const exited = once(this.service, 'exit');
      this.service.kill('SIGKILL');
      await exited;
    }
    const main = join(this.folder, 'dist/bundle/main.js');
    this.service = spawn(process.execPath, [main], {
      ...{ cwd: this.data, env: this.env, stdio: 'ignore' },
    });
    for (;;) {
      if (this.service.exitCode !== null) throw new Error(`${this.folder} did not start.`);
      const ready = await fetch(`http://127.0.0.1:${this.port}/health/ready`).catch(
        () => undefined,
      );
      if (ready?.ok) break;
      await delay(100);
    }
  }

  async #newClient() {
    const email = `${randomUUID()}@example.com`;
    const create = ['account', 'create', '--name', 'Ada', '--email', email, '--language', 'en'];
    await this.#cli([...create, '--json'], password);
    const named = ['application', 'create', '--owner', email, '--name', 'Engine', '--json'];
    const created = JSON.parse(await this.#cli([...named, '--redirect-uri', callback]));
    const { client_id: id, client_secret: secret, access_token: token } = created;
    return { email, id, secret, token };
  }

  async #cli(args, input = '') {
    const cli = join(this.folder, 'dist/bundle/cli.js');
    const running = run(process.execPath, [cli, ...args], { cwd: this.data, env: this.env });
    running.child.stdin.end(input);
    return (await running).stdout;
  }

  /** Sends an API request and reads the response. */
  async send({ token }, method, path, body) {
    const { status, text } = await this.request(method, path, {
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
  }

  /** Posts a form, and returns the members of the response. */
  async post(path, form) {
    const { status, text } = await this.request('POST', path, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: String(new URLSearchParams(form)),
    });
    if (status !== 200) throw new Error(`POST ${path}: ${status} ${text}`);
    return JSON.parse(text);
  }

  request(method, path, { headers, body }) {
    return new Promise((answered, failed) => {
      const sent = request({ agent: this.agent, port: this.port, method, path, headers });
      sent.on('error', failed).on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
        response.on('end', () =>
          answered({ status: response.statusCode, headers: response.headers, text }),
        );
      });
      sent.end(body);
    });
  }

  /** Sends `requests` requests. Returns the CPU milliseconds per request, of the service and of PostgreSQL. */
  async measure({ requests, ask }) {
    const used = () => [cpuSeconds(this.service.pid), familyCpuSeconds(this.postmaster)];
    const before = used();
    let left = requests;
    const each = async (client) => {
      while (left-- > 0) await ask(this, client);
    };
    await Promise.all(this.clients.map(each));
    // Includes the work that continues after the last response.
    await delay(300);
    const [service, postgres] = used().map((now, i) => ((now - before[i]) * 1_000) / requests);
    return { service, postgres, both: service + postgres };
  }

  async stop() {
    this.agent.destroy();
    this.service?.kill('SIGKILL');
    await this.postgres?.stop();
    if (this.data) await rm(this.data, { recursive: true, force: true });
  }
}

/** Opens the console's sign-in page and submits its form, like a browser. Returns the cookie of the session. */
async function signIn(build, { email }) {
  const path = '/console/sign-in';
  const headers = { 'X-Forwarded-Proto': 'https' };
  const page = await build.request('GET', path, { headers });
  const [, csrf] = /name="csrf_token" value="([^"]+)"/.exec(page.text) ?? [];
  const cookie = page.headers['set-cookie'].map((each) => each.split(';')[0]).join('; ');
  const { status, headers: answered } = await build.request('POST', path, {
    headers: { ...headers, Cookie: cookie, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ csrf_token: csrf, email, password })),
  });
  if (status !== 303) throw new Error(`A sign-in was answered with ${status}.`);
  return answered['set-cookie'].map((each) => each.split(';')[0]).join('; ');
}

/** Obtains tokens for a client, with the consent of its owner. */
async function grant(build, client) {
  const { id: client_id, secret: client_secret } = client;
  const headers = { 'X-Forwarded-Proto': 'https', Cookie: await signIn(build, client) };
  const verifier = randomUUID() + randomUUID();
  const asked = {
    ...{ response_type: 'code', client_id, redirect_uri: callback, scope: 'openid account:read' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  const page = await build.request('GET', `/oauth/authorize?${new URLSearchParams(asked)}`, {
    headers,
  });
  const [, csrf_token] = /name="csrf_token" value="([^"]+)"/.exec(page.text) ?? [];
  const { headers: answered } = await build.request('POST', '/oauth/authorize', {
    headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ ...asked, csrf_token, decision: 'allow' })),
  });
  const code = new URL(answered.location).searchParams.get('code');
  return build.post('/oauth/token', {
    ...{ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: callback },
    ...{ client_id, client_secret },
  });
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '9' },
    only: { type: 'string' },
    adapter: { type: 'string' },
  },
});
const [other] = positionals;
const { adapter } = values;
const rounds = Number(values.rounds);
const names = values.only?.split(',') ?? Object.keys(rows);
const unlimited = [...new Set(names.flatMap((name) => rows[name]?.policies ?? []))];
if (!other || !(rounds >= 1) || !names.every((name) => name in rows)) {
  console.error(
    'Usage: node cpu.js <folder of the other build> [--rounds 9] [--adapter fastify] [--only read,update]',
  );
  process.exit(2);
}

const builds = [new Build(fileURLToPath(new URL('..', import.meta.url))), new Build(other)];
try {
  for (const build of builds) await build.prepare();
  const figures = new Map(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const build of builds) {
      await build.restart();
      // Warms up.
      for (const name of names) await build.measure(rows[name]);
    }
    for (const name of names) {
      const measured = [];
      for (const turn of round % 2 ? [1, 0] : [0, 1]) {
        measured[turn] = await builds[turn].measure(rows[name]);
      }
      figures.get(name).push(measured);
    }
  }
  const table = names.map((name) => {
    const getMedian = (part, build) => median(figures.get(name).map((round) => round[build][part]));
    const ratio = median(figures.get(name).map(([own, others]) => own.both / others.both));
    const ms = (part) => `${getMedian(part, 0).toFixed(3)} / ${getMedian(part, 1).toFixed(3)}`;
    return { request: name, ratio, service: ms('service'), PostgreSQL: ms('postgres') };
  });
  console.log(`CPU milliseconds of a request, this build / ${builds[1].folder}, ${rounds} rounds`);
  console.table(table.map((row) => ({ ...row, ratio: row.ratio.toFixed(3) })));
  if (table.some(({ ratio }) => ratio > accepted)) process.exitCode = 1;
} finally {
  for (const build of builds) await build.stop();
}
