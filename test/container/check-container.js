/**
 * Builds the Dockerfile in folders, and runs two nodes of the result with the settings of compose.yaml. Each node is
 * process 1 and runs as a user other than root, in a read-only file system. The nodes use PostgreSQL, Redis, NATS and a
 * mail server. An optional argument names the root folder of an image to run instead, as `buildah mount` prints it.
 */
import { connect } from '@nats-io/transport-node';
import { jetstreamManager } from '@nats-io/jetstream';
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { Agent, request as requestOverTls } from 'node:https';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { parse, parseAllDocuments } from 'yaml';
import { FeatureServers, useEveryFeature } from '../artefacts/every-feature.js';
import { ContainedProcess } from './contained.process.js';
import { build, readConfiguration, filesIn, readStages } from './dockerfile.js';

const context = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nest-accounts-container-'));
const stages = readStages(join(context, 'Dockerfile'));
const image = readConfiguration(stages.at(-1));
const read = (path) => readFileSync(join(context, path), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true });

const runs = (...command) => spawnSync(command[0], command.slice(1)).status === 0;
const missing = [
  runs('unshare', '--mount', '--pid', '--fork', 'true') ? [] : ['the rights to make namespaces'],
  ['redis-server', 'nats-server'].filter((program) => !runs(program, '--version')),
].flat();
const hasCaddy = runs('caddy', 'version');
if (!hasCaddy) console.log('container: without caddy on the PATH, the proxy is not tested');
if (missing.length > 0) console.log(`container: skipped, without ${missing.join(', ')}`);

async function until(isSo, ms = 60_000) {
  for (const end = performance.now() + ms; performance.now() < end; await delay(100)) {
    if (await isSo()) return;
  }
  throw new Error('It did not come to that in time.');
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

describe('The container', { skip: missing.length > 0 }, () => {
  const nodes = [];
  const mails = [];
  const ends = [];
  let tree;
  let settings;
  let authorized;

  before(() => {
    tree = process.argv[2];
    if (tree) return;
    const begun = performance.now();
    tree = build({ stages, context, root: join(folder, 'stages'), env: process.env });
    console.log(`container: built in ${Math.round((performance.now() - begun) / 1_000)} s`);
  });

  after(async () => {
    // The process itself: it outlives its parent, because it has changed its user.
    for (const node of nodes) if (node.child.exitCode === null) node.signal('SIGKILL');
    await Promise.all(nodes.map((node) => node.exit));
    for (const end of ends.reverse()) await end();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts the other services of compose.yaml, and returns their addresses. */
  async function startServices() {
    const subpath = new URL('../../dist/embedded-postgres/embedded-postgres.js', import.meta.url);
    const { EmbeddedPostgres } = await import(subpath.href);
    const postgres = await EmbeddedPostgres.start(join(folder, 'postgres'));
    ends.push(() => postgres.stop());
    const [redis, nats] = [await freePort(), await freePort()];
    const [, ...options] = compose.services.redis.command;
    startServer('redis-server', ...options, '--port', redis);
    const store = `--store_dir=${join(folder, 'nats')}`;
    const natsOptions = compose.services.nats.command.map((each) =>
      each.replace(/^--store_dir=.*/, store),
    );
    startServer('nats-server', ...natsOptions, '--addr', '127.0.0.1', '--port', nats);
    const smtp = new SMTPServer({ authOptional: true, logger: false, onData: receive });
    await once(smtp.listen(0, '127.0.0.1'), 'listening');
    ends.push(() => new Promise((resolve) => smtp.close(resolve)));
    return {
      postgres: postgres.url,
      'redis:6379': `127.0.0.1:${redis}`,
      'nats:4222': `127.0.0.1:${nats}`,
      'mail:1025': `127.0.0.1:${smtp.server.address().port}`,
    };
  }

  function startServer(program, ...options) {
    const child = spawn(program, options.map(String), {
      stdio: 'ignore',
      cwd: folder,
      env: { ...process.env, XDG_DATA_HOME: folder },
    });
    ends.push(() => {
      child.kill('SIGKILL');
      return once(child, 'close');
    });
  }

  function receive(stream, session, done) {
    stream.resume().on('end', () => {
      mails.push(session.envelope.rcptTo[0].address);
      done();
    });
  }

  /** Returns the environment of a node in compose.yaml, with local servers instead of its services. */
  function readEnvironment(service, { postgres, ...places }) {
    const entries = Object.entries(compose.services[service].environment).map(([name, text]) => {
      const value = text.replaceAll(
        /\$\{\w+:\?[^}]*\}/g,
        'a secret of thirty-two characters or more',
      );
      const [place] = Object.keys(places).filter((each) => value.includes(each));
      return [name, place ? value.replace(place, places[place]) : value];
    });
    return { ...Object.fromEntries(entries), DATABASE_URL: postgres };
  }

  /** Starts a node, and resolves when it is ready. */
  async function startNode(port) {
    const node = Object.assign(start({ env: { ...settings, PORT: port } }), { port });
    nodes.push(node);
    await until(async () => {
      assert.equal(node.child.exitCode, null, node.output);
      return (await get(node, '/health/ready').catch(() => undefined))?.ok;
    });
  }

  /** Runs a process in the container until it ends. */
  async function run({ command, env = settings, input }) {
    const contained = start({ command, env, input });
    const code = await contained.exit;
    return { code, output: contained.output, stdout: contained.stdout };
  }

  /** Returns the commands that docs/container.md runs in the container, without the entrypoint. */
  function documentedCommands() {
    const document = read('docs/container.md');
    const [entrypoint] = image.entrypoint;
    const command = new RegExp(`^docker compose exec (?:-T )?one ${entrypoint} (.+)$`, 'gm');
    return [...document.matchAll(command)].map(([, rest]) => rest);
  }

  let started = 0;
  function start(options) {
    const mountPoint = join(folder, `root-${started++}`);
    mkdirSync(mountPoint);
    return ContainedProcess.start({ image, tree, mountPoint, ...options });
  }

  const get = (node, path, headers = {}) =>
    fetch(`http://127.0.0.1:${node.port}${path}`, { headers });

  it('contains no build files, and is smaller than 20 MB', () => {
    const service = join(tree, image.folder);
    const files = filesIn(service);
    const bytes = files.reduce((sum, file) => sum + statSync(service + file).size, 0);
    console.log(`container: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB without Node.js`);
    const development = /embedded-postgres\/|\/prisma\/build|\.map$|\.env|(?<!\.d)\.c?tsx?$/;
    assert.deepEqual(
      files.filter((file) => development.test(file)),
      [],
    );
    assert.ok(bytes < 20e6, `${bytes} bytes`);
  });

  it('starts two nodes concurrently with the settings of compose.yaml', async () => {
    const places = await startServices();
    settings = readEnvironment('one', places);
    assert.deepEqual(readEnvironment('two', places), settings);
    await Promise.all([startNode(await freePort()), startNode(await freePort())]);
  });

  it('prints a command without npm that creates an application', () => {
    const command = `${image.entrypoint[0]} dist/bundle/cli.js application create`;
    for (const { output } of nodes) {
      assert.ok(output.includes(command), output);
      assert.ok(!/\bnp[mx] /.test(output), output);
    }
  });

  it('runs as process 1, as a user other than root, without capabilities', () => {
    for (const { status } of nodes) {
      const { Uid, Gid, Groups = '', CapEff, CapBnd, NoNewPrivs, NSpid } = status;
      assert.equal(NSpid.split('\t').at(-1), '1');
      assert.deepEqual(
        [Uid, Gid, Groups],
        [Array(4).fill(65532).join('\t'), Array(4).fill(65532).join('\t'), ''],
      );
      assert.deepEqual([CapEff, CapBnd, NoNewPrivs].map(Number), [0, 0, 1]);
    }
  });

  it('cannot write to its file system', async () => {
    const program = `
      for (const path of ['/x', '/service/x', '/service/dist/x', '/usr/x', '/etc/x']) {
        try { fs.writeFileSync(path, ''); console.log('written'); } catch ({ code }) { console.log(code); }
      }`;
    const { output } = await run({ command: ['-e', program] });
    assert.equal(output, 'EROFS\n'.repeat(5));
  });

  it('hashes passwords with argon2, without @node-rs/argon2', async () => {
    const program = `
      const load = require('module').createRequire('/service/dist/bundle/main.js');
      try { load.resolve('@node-rs/argon2'); } catch ({ code }) { console.log(code); }
      load('argon2').hash('known').then((it) => load('argon2').verify(it, 'known')).then(console.log)`;
    const { output } = await run({ command: ['-e', program] });
    assert.equal(output, 'MODULE_NOT_FOUND\ntrue\n');
  });

  it('verifies imported bcrypt hashes', async () => {
    const program = `
      const load = require('module').createRequire('/service/dist/bundle/main.js');
      const hash = '$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
      Promise.all(['U*U', 'U*U*'].map((each) => load('bcrypt').compare(each, hash))).then(console.log)`;
    const { output } = await run({ command: ['-e', program] });
    assert.equal(output, '[ true, false ]\n');
  });

  it('has a health check that needs no shell', async () => {
    const command = image.health.slice(1);
    const codes = [];
    for (const PORT of [nodes[0].port, nodes[1].port, await freePort()]) {
      codes.push((await run({ command, env: { PORT } })).code);
    }
    assert.deepEqual(codes, [0, 0, 1]);
  });

  it('serves the API, the console and the docs on both nodes, and sends events and mails', async () => {
    const outputs = [];
    for (const line of documentedCommands()) {
      const [arguments_, input] = line.split(' < ');
      const command = [...arguments_.split(' '), '--json'];
      const { code, output, stdout } = await run({ command, input: input && 'correct horse 7' });
      assert.equal(code, 0, output);
      outputs.push(JSON.parse(stdout));
    }
    const [{ account }, { access_token }, { subscriptions }] = outputs;
    authorized = { Authorization: `Bearer ${access_token}` };
    assert.deepEqual(
      subscriptions.map(({ name }) => name),
      ['jetstream', 'mail'],
    );
    for (const node of nodes) {
      const own = await get(node, '/api/accounts/me', authorized);
      assert.deepEqual([own.status, (await own.json()).account.email], [200, account.email]);
      for (const path of [
        '/console/sign-in',
        '/console/assets/console.css',
        '/docs',
        '/docs/swagger-ui-bundle.js',
        '/docs/swagger-ui.css',
        '/docs/swagger-ui-standalone-preset.js',
      ]) {
        assert.equal((await get(node, path)).status, 200, path);
      }
    }
    const address = `http://127.0.0.1:${nodes[0].port}/api/accounts/me/email-verification`;
    assert.equal((await fetch(address, { method: 'POST', headers: authorized })).status, 202);
    await until(() => mails.includes(account.email));
    const changed = await fetch(`http://127.0.0.1:${nodes[1].port}/api/accounts/me`, {
      method: 'PUT',
      headers: { ...authorized, 'Content-Type': 'application/json' },
      body: '{"name":"Ada Lovelace"}',
    });
    assert.equal(changed.status, 200);
    const connection = await connect({ servers: settings.EVENTS_URL });
    try {
      const { streams } = await jetstreamManager(connection);
      await until(async () => (await streams.info('ACCOUNT_EVENTS')).state.messages > 0);
    } finally {
      await connection.close();
    }
  });

  it(
    'loses no request behind the proxy while a node stops and starts',
    { skip: !hasCaddy },
    async () => {
      const port = await freePort();
      const global = `{\nadmin off\nskip_install_trust\nauto_https disable_redirects\n}\n`;
      const upstreams = nodes.map((node) => `127.0.0.1:${node.port}`).join(' ');
      const site = compose.configs.caddyfile.content
        .replace('localhost {', `localhost:${port} {`)
        .replace('one:3000 two:3000', upstreams);
      writeFileSync(join(folder, 'Caddyfile'), global + site);
      startServer('caddy', 'run', '--config', join(folder, 'Caddyfile'));
      const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
      const ask = () =>
        new Promise((resolve) => {
          const path = '/api/accounts/me';
          const sent = requestOverTls({
            host: 'localhost',
            port,
            path,
            agent,
            headers: authorized,
          });
          sent.on('response', (response) => resolve(response.resume().statusCode));
          sent.on('error', ({ code }) => resolve(code));
          sent.end();
        });
      await until(async () => (await ask()) === 200);
      const statuses = new Map();
      let isOver = false;
      const clients = Array.from({ length: 4 }, async () => {
        while (!isOver) {
          const status = await ask();
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          await delay(50);
        }
      });
      try {
        const [stopping] = nodes.splice(0, 1);
        stopping.signal('SIGTERM');
        assert.equal(await stopping.exit, 0);
        await startNode(stopping.port);
        await delay(1_000);
      } finally {
        // Otherwise the clients would keep running after a failure.
        isOver = true;
        await Promise.all(clients);
      }
      assert.deepEqual([...statuses.keys()], [200]);
      assert.ok(statuses.get(200) > 100);
      agent.destroy();
    },
  );

  it('finishes the request in flight after SIGTERM, and exits with 0', async () => {
    for (const node of nodes) {
      const body = '{"name":"Ada King"}';
      const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
      const sent = request({
        ...{ port: node.port, method: 'PUT', path: '/api/accounts/me' },
        headers: { ...authorized, ...headers },
      });
      const answered = once(sent, 'response');
      sent.write(body.slice(0, 5));
      await delay(200);
      node.signal('SIGTERM');
      await until(
        async () => (await get(node, '/health/ready').catch(() => undefined))?.status === 503,
      );
      sent.end(body.slice(5));
      const [response] = await answered;
      assert.equal(response.resume().statusCode, 200);
      assert.equal(await node.exit, 0, node.output);
    }
  });

  it('runs with every optional feature', async () => {
    const servers = await FeatureServers.start(join(folder, 'features'));
    try {
      await useEveryFeature({
        servers,
        start(env) {
          const node = start({ env });
          nodes.push(node);
          const stop = () => {
            if (node.child.exitCode === null) node.signal('SIGTERM');
            return node.exit;
          };
          return {
            stop,
            get output() {
              return node.output;
            },
            get exitCode() {
              return node.child.exitCode;
            },
          };
        },
        async cli(args, env, input) {
          const command = ['dist/bundle/cli.js', ...args];
          const { code, output, stdout } = await run({ command, env, input });
          assert.equal(code, 0, output);
          return stdout;
        },
      });
    } finally {
      await servers.stop();
    }
  });

  it('serves the management port only to this machine, or on MANAGEMENT_HOST', async () => {
    const port = await freePort();
    const MANAGEMENT_TOKEN = 'operator'.repeat(5);
    const { address } =
      Object.values(networkInterfaces())
        .flat()
        .find(({ family, internal }) => family === 'IPv4' && !internal) ?? {};
    for (const host of ['', '0.0.0.0']) {
      const env = { ...settings, PORT: String(await freePort()), MANAGEMENT_PORT: String(port) };
      const node = start({
        env: { ...env, MANAGEMENT_TOKEN, ...(host && { MANAGEMENT_HOST: host }) },
      });
      nodes.push(node);
      const isOpen = (name) =>
        fetch(`http://${name}:${port}/health/live`).then(
          ({ ok }) => ok,
          () => false,
        );
      await until(() => isOpen('127.0.0.1'));
      if (address) assert.equal(await isOpen(address), host !== '');
      node.signal('SIGTERM');
      assert.equal(await node.exit, 0, node.output);
    }
  });

  it('migrates and serves a database with one role each, in the pods of deploy/kubernetes', async () => {
    const connect = async (user, database) => {
      const url = new URL(settings.DATABASE_URL);
      if (user) Object.assign(url, { username: user, password: 'password' });
      if (database) url.pathname = database;
      const client = new pg.Client(url.href);
      await client.connect();
      ends.push(() => client.end());
      return { client, url: url.href };
    };
    const { client: admin } = await connect();
    for (const role of ['accounts_owner', 'accounts_service']) {
      await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'password'`);
    }
    await admin.query('CREATE DATABASE deployed OWNER accounts_owner');
    const owner = await connect('accounts_owner', 'deployed');
    const [, grants] = /```sql\n([^]*?)```/.exec(read('docs/kubernetes.md'));
    await owner.client.query(grants);
    const service = await connect('accounts_service', 'deployed');
    const METRICS_TOKEN = 'prometheus'.repeat(4);
    const { SECRET_KEY } = settings;
    const secrets = {
      accounts: { DATABASE_URL: service.url, SECRET_KEY, METRICS_TOKEN },
      'accounts-owner': { DATABASE_URL: owner.url },
    };

    const migration = start(readPod('migration.yaml', 'Job', secrets));
    assert.equal(await migration.exit, 0, migration.output);
    const { rows } = await owner.client.query(
      `SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'`,
    );
    assert.deepEqual(rows, [{ tableowner: 'accounts_owner' }]);

    const pod = readPod('server.yaml', 'Deployment', secrets);
    const [port, management] = [String(await freePort()), String(await freePort())];
    // The pods of this machine share its ports.
    const shared = { PORT: port, MANAGEMENT_PORT: management, SHUTDOWN_DELAY_SECONDS: '1' };
    const node = Object.assign(start({ ...pod, env: { ...pod.env, ...shared } }), { port });
    nodes.push(node);
    for (const { httpGet } of pod.probes) {
      await until(async () => {
        assert.equal(node.child.exitCode, null, node.output);
        return (await get(node, httpGet.path).catch(() => undefined))?.ok;
      });
    }
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
    await until(
      async () => (await get({ port: management }, '/metrics', headers).catch(() => undefined))?.ok,
    );
    node.signal('SIGTERM');
    assert.equal(await node.exit, 0, node.output);
  });

  /** Returns the container of a pod, as options for a process, with a folder of the secrets that it mounts. */
  function readPod(file, kind, secrets) {
    const { spec } = parseAllDocuments(read(`deploy/kubernetes/${file}`))
      .map((each) => each.toJS())
      .find((each) => each.kind === kind).spec.template;
    const [{ env, args: command, volumeMounts, ...container }] = spec.containers;
    const mounted = mkdtempSync(join(folder, 'secrets-'));
    chmodSync(mounted, 0o755);
    const [{ secret, projected }] = spec.volumes;
    const sources = secret
      ? [{ name: secret.secretName, items: secret.items }]
      : projected.sources.map((source) => source.secret);
    for (const { name, items } of sources) {
      for (const { key, path } of items) writeFileSync(join(mounted, path), secrets[name][key]);
    }
    const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'];
    return {
      probes: probes.map((name) => container[name]),
      command,
      env: Object.fromEntries(env.map(({ name, value }) => [name, value])),
      secrets: { folder: mounted, path: volumeMounts[0].mountPath },
    };
  }

  it('exits with 1 and names a missing production setting', async () => {
    const { code, output } = await run({ env: { ...settings, SECRET_KEY: '' } });
    assert.equal(code, 1);
    assert.match(output, /SECRET_KEY/);
  });
});
