import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import request, { type Response, type Test } from 'supertest';
import { hashToken, newAccessToken } from '../../src/principals/access-token.js';
import { newIdentifier } from '../../src/database/identifier.js';
import { PurgeService } from '../../src/database/purge/purge.service.js';
import { timeUntilNew } from '../support/clients/lookups.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { redisAvailable, RedisServer } from '../support/servers/redis.js';
import { handedTo, RoundRobinProxy } from '../support/servers/round-robin.js';
import {
  errorsOn,
  newEmail,
  password,
  startService,
  type Method,
  type TestService,
} from '../support/hosts/service.js';
import { ServiceProcess } from '../support/processes/service-process.js';

const readLimit = 150;
const guessLimit = 60;

/** An application of the demo account, and its own token. */
interface OwnApplication {
  readonly id: string;
  readonly token: string;
}

(redisAvailable() ? describe : describe.skip)('Three nodes behind a proxy', () => {
  let database: TestDatabase;
  let redis: RedisServer;
  let nodes: ServiceProcess[];
  let urls: string[];
  let env: Record<string, string>;
  let proxy: RoundRobinProxy;
  let demoToken: string;
  const took: string[] = [];
  /** Stop whatever a failed test has left running. */
  const endings: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    database = await createTestDatabase({ migrated: false });
    redis = await RedisServer.start();
    env = {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      SECRET_KEY: 'a secret of thirty-two characters or more',
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: [
        `accounts.read=${readLimit}/1m`,
        `auth.failed=${guessLimit}/1m`,
        'applications.read=1000000/1m',
        'accounts.update=1000000/1m',
        'oauth.token=1000000/1m',
      ].join(),
    };
    nodes = await startTogether();
    const ended = nodes.filter(({ isRunning }) => !isRunning).map(({ output }) => output);
    if (ended.length > 0) throw new Error(`Nodes have not started: ${ended.join('\n')}`);
    urls = nodes.map(({ url }) => url);
    proxy = await RoundRobinProxy.before(urls);
    demoToken = nodes.map(({ output }) => /Bearer (\w+)/.exec(output)?.[1]).find((each) => each)!;
  });
  afterAll(async () => {
    await Promise.all(endings.map((end) => end()));
    await proxy?.close();
    await ServiceProcess.stopAll();
    await redis.stop();
    await database.drop();
    console.info(`Until another node saw it, in ms: ${took.join(', ')}`);
  });

  /** Starts three nodes, held by a lock until all of them wait to migrate. */
  async function startTogether(): Promise<ServiceProcess[]> {
    const rival = new Client({ connectionString: database.url });
    await rival.connect();
    await rival.query('BEGIN; CREATE TABLE _prisma_migrations ()');
    const starting = Promise.all([1, 2, 3].map(() => ServiceProcess.start(env)));
    const waiting = `SELECT FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    try {
      // A node that pauses between two attempts waits for no lock, and no node waits for long.
      let most = 0;
      for (let end = Date.now() + 20_000; Date.now() < end && most < 3; await delay(20)) {
        const now = (await query(waiting)).length;
        if (most === 0 && now > 0) end = Date.now() + 2_000;
        most = Math.max(most, now);
      }
      expect(most).toBeGreaterThan(0);
    } finally {
      await rival.end(); // Rolls back.
    }
    return starting;
  }

  function ask(url: string, token: string, method: Method, path: string): Test {
    return request(url)[method](`/api${path}`).set('Authorization', `Bearer ${token}`);
  }

  async function newApplication(): Promise<OwnApplication> {
    const { status, body } = await ask(proxy.url, demoToken, 'post', '/applications').send({
      name: 'Client',
    });
    expect(status).toBe(200);
    return { id: body.application.id, token: body.application.access_token };
  }

  async function query(sql: string, ...values: unknown[]): Promise<any[]> {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(sql, values).finally(() => client.end());
    return rows;
  }

  /** Reads with the token until every node has cached its principal. */
  async function warm(token: string): Promise<void> {
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(urls.map((url) => ask(url, token, 'get', '/accounts/me')));
      expect(answers.map(({ status }) => status)).toEqual(urls.map(() => 200));
      await delay(20);
    }
  }

  /** Records how long each other node takes to show a change. Pauses, since reads are limited. */
  async function seenElsewhere(
    from: number,
    token: string,
    isNew: (answer: { status: number; body: any }) => boolean,
  ): Promise<void> {
    const elsewhere = urls.filter((_, index) => index !== from);
    const times = elsewhere.map((url) =>
      timeUntilNew(async () => {
        const answer = await ask(url, token, 'get', '/accounts/me');
        await delay(5);
        return answer;
      }, isNew),
    );
    took.push(...(await Promise.all(times)).map((ms) => String(Math.round(ms))));
  }

  it('start simultaneously on an empty database, and apply each migration once', async () => {
    expect(nodes.map(({ exitCode }) => exitCode)).toEqual([null, null, null]);
    expect(await ready(urls)).toEqual([200, 200, 200]);
    const rows = await query(
      'SELECT migration_name, finished_at IS NULL AS unfinished FROM _prisma_migrations',
    );
    const names = rows.map((row) => row.migration_name);
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
    expect(rows.filter((row) => row.unfinished)).toEqual([]);
    expect(nodes.filter(({ output }) => output.includes('Demo '))).toHaveLength(1);
  });

  it('share one rate limit', async () => {
    const { token } = await newApplication();
    const answers = await Promise.all(
      Array.from({ length: readLimit + 40 }, () => ask(proxy.url, token, 'get', '/accounts/me')),
    );
    const accepted = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect([accepted.length, refused.length]).toEqual([readLimit, 40]);
    expect(whoAnswered(answers)).toEqual([...urls].sort());
    expect(remaining(accepted, 'accounts.read')).toEqual([...Array(readLimit).keys()]);
    const refusals = await Promise.all(urls.map((url) => ask(url, token, 'get', '/accounts/me')));
    expect(refusals.map(({ status }) => status)).toEqual(urls.map(() => 429));
    const resets = [...refused, ...refusals].map(({ headers }) =>
      Number(headers['x-rate-limit-reset']),
    );
    // Each node computes the remaining time when it receives the refusal.
    expect(Math.max(...resets) - Math.min(...resets)).toBeLessThanOrEqual(1);
  });

  it('share the limit on failed authentications of one source address, as the proxy saw it', async () => {
    const guess = (source: string) =>
      ask(proxy.url, 'guess', 'get', '/accounts/me').set('X-Forwarded-For', source);
    const answers = await Promise.all(
      Array.from({ length: guessLimit + 9 }, () => guess('192.0.2.1')),
    );
    const counted = answers.filter(({ status }) => status === 401);
    const refused = answers.filter(({ status }) => status === 429);
    expect([counted.length, refused.length]).toEqual([guessLimit, 9]);
    expect(whoAnswered(answers)).toEqual([...urls].sort());
    expect(remaining(counted, 'auth.failed')).toEqual([...Array(guessLimit).keys()]);
    expect((await guess('192.0.2.2')).status).toBe(401);
  });

  it.each([0, 1, 2])(
    'show a change made on node %d immediately there, and within the promised time on the others',
    async (i) => {
      const { token } = await newApplication();
      await warm(token);
      const name = `Renamed ${i}`;
      const isNew = ({ body }: { body: any }) => body.account?.name === name;
      const changed = await ask(urls[i]!, token, 'put', '/accounts/me').send({ name });
      expect(changed.status).toBe(200);
      const [here] = await Promise.all([
        ask(urls[i]!, token, 'get', '/accounts/me'),
        seenElsewhere(i, token, isNew),
      ]);
      expect(isNew(here)).toBe(true);
    },
  );

  it.each<[string, Method, number]>([
    ['was revoked', 'delete', 204],
    ['was replaced', 'post', 200],
  ])(
    'refuse a token that %s immediately on that node, and within the promised time on the others',
    async (_, method, status) => {
      for (const [i, url] of urls.entries()) {
        const { id, token } = await newApplication();
        await warm(token);
        const ended = await ask(url, token, method, `/applications/${id}/token`);
        expect(ended.status).toBe(status);
        const [here] = await Promise.all([
          ask(url, token, 'get', '/accounts/me'),
          seenElsewhere(i, token, (answer) => answer.status === 401),
        ]);
        expect(here.status).toBe(401);
      }
    },
  );

  it('rotate a client secret without a failed request', async () => {
    const { body } = await ask(proxy.url, demoToken, 'post', '/applications').send({
      name: 'Client',
      client_credentials: true,
    });
    const { id, client_secret } = body.application;
    const path = `/applications/${id}`;
    let current: string = client_secret;
    const obtain = (url: string) =>
      request(url)
        .post('/oauth/token')
        .type('form')
        .send({ grant_type: 'client_credentials', client_id: id, client_secret: current });
    const answers: Response[][] = urls.map(() => []);
    let isOn = true;
    // Each stream uses a token on another node than the one that issued it.
    const streams = urls.map(async (url, i) => {
      while (isOn) {
        const issued = await obtain(url);
        const next = urls[(i + 1) % urls.length]!;
        const used = await ask(next, issued.body.access_token, 'get', '/accounts/me');
        answers[i]!.push(issued, used);
      }
    });
    const end = async () => {
      isOn = false;
      await Promise.all(streams);
    };
    endings.push(end);
    /** Waits until each stream has used the secret at least twice from now on. */
    const reachAll = async () => {
      const from = answers.map(({ length }) => length);
      while (answers.some(({ length }, i) => length < from[i]! + 6)) await delay(5);
    };
    await reachAll();
    for (const url of urls) {
      const rotated = await ask(url, demoToken, 'post', `${path}/secret`).send({
        keep_previous_days: 1,
      });
      expect(rotated.status).toBe(200);
      await reachAll();
      current = rotated.body.application.client_secret;
      await reachAll();
    }
    const { body: listed } = await ask(urls[0]!, demoToken, 'get', `${path}/secrets`);
    const removed = `${path}/secrets/${listed.secrets[1].id}`;
    expect((await ask(urls[0]!, demoToken, 'delete', removed)).status).toBe(204);
    await reachAll();
    await end();
    const failed = answers.flat().filter(({ status }) => status !== 200);
    expect(failed.map(({ text }) => text)).toEqual([]);
  });

  it('create one account when concurrent requests have the same email', async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        ask(proxy.url, demoToken, 'post', '/accounts').send({
          name: 'Ada',
          email,
          password,
          language_code: 'en',
        }),
      ),
    );
    expect(whoAnswered(answers)).toEqual([...urls].sort());
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    for (const { body } of answers.filter((answer) => answer.status === 400)) {
      expect(errorsOn(body, 'email')).toHaveLength(1);
    }
    expect(await query('SELECT FROM accounts WHERE email = $1', email)).toHaveLength(1);
  });

  /** Sends requests in twelve streams, alternating reads and changes, until `end` is called. */
  function flow(url: string, token: string) {
    let isOn = true;
    let asked = 0;
    const answers: { status: number; headers: any; askedAt: number }[] = [];
    const next = () =>
      ++asked % 2 === 0
        ? ask(url, token, 'get', '/applications')
        : ask(url, token, 'put', '/accounts/me').send({ name: `Renamed ${asked}` });
    const streams = Array.from({ length: 12 }, async () => {
      while (isOn) {
        const askedAt = performance.now();
        const { status, headers } = await next();
        answers.push({ status, headers, askedAt });
      }
    });
    /** Waits until each of these nodes has responded again. */
    const reaches = async (nodes: string[]) => {
      const from = answers.length;
      for (const end = Date.now() + 10_000; ; await delay(5)) {
        const by = whoAnswered(answers.slice(from).filter(({ status }) => status === 200));
        if (nodes.every((node) => by.includes(node))) return;
        if (Date.now() > end) throw new Error('A node is not asked.');
      }
    };
    const end = async () => {
      isOn = false;
      await Promise.all(streams);
      return answers;
    };
    endings.push(end);
    return { reaches, end };
  }

  it('lose only the requests in flight on a node that is killed', async () => {
    const { token } = await newApplication();
    const counted = async () => {
      const answer = await ask(proxy.url, token, 'get', '/accounts/me');
      expect(answer.status).toBe(200);
      return remaining([answer], 'accounts.read')[0];
    };
    for (let i = 1; i <= 6; i++) expect(await counted()).toBe(readLimit - i);
    const [killed, ...others] = urls as [string, ...string[]];
    const requests = flow(proxy.url, demoToken);
    await requests.reaches(urls);
    await nodes[0]!.stop('SIGKILL');
    while (proxy.isIn(killed)) await delay(1);
    const outAt = performance.now();
    await requests.reaches(others);
    for (let i = 7; i <= 12; i++) expect(await counted()).toBe(readLimit - i);
    const answers = await requests.end();
    const failed = answers.filter(({ status }) => status !== 200);
    expect(whoAnswered(failed).filter((node) => node !== killed)).toEqual([]);
    expect(failed.filter(({ askedAt }) => askedAt > outAt)).toEqual([]);
    expect(whoAnswered(answers.filter(({ askedAt }) => askedAt > outAt))).toEqual(others.sort());
    expect(await ready(others)).toEqual([200, 200]);
  });

  it('share one signing key after the node that creates it is killed', async () => {
    const creating = await ServiceProcess.start(env);
    const rival = new Client({ connectionString: database.url });
    await rival.connect();
    await rival.query('BEGIN; LOCK signing_keys IN SHARE MODE');
    const lost = fetch(`${creating.url}/oauth/jwks`).catch(() => undefined);
    const waiting = `SELECT FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE '%signing_keys%'`;
    while ((await query(waiting)).length === 0) await delay(20);
    await creating.stop('SIGKILL');
    await rival.end(); // Rolls back.
    await lost;
    const answers = await Promise.all(
      urls.slice(1).map((url) => request(url).get('/oauth/jwks').expect(200)),
    );
    const ids = answers.map(({ body }) => body.keys.map(({ kid }: { kid: string }) => kid));
    expect(ids[0]).toHaveLength(1);
    expect(ids[1]).toEqual(ids[0]);
    expect(await query('SELECT FROM signing_keys')).toHaveLength(1);
  });

  it.each(['express', 'fastify'])(
    'lose no request when a node on %s receives SIGTERM',
    async (adapter) => {
      const ending = await ServiceProcess.start({ ...env, HTTP_ADAPTER: adapter });
      nodes.push(ending);
      const staying = urls[2]!;
      const between = await RoundRobinProxy.before([ending.url, staying]);
      const requests = flow(between.url, demoToken);
      await requests.reaches([ending.url, staying]);
      expect(await ending.stop('SIGTERM')).toBe(0);
      expect(between.isIn(ending.url)).toBe(false);
      await requests.reaches([staying]);
      const answers = await requests.end();
      await between.close();
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      // No connection was refused and handed to another node either.
      expect(whoAnswered(answers)).toEqual([ending.url, staying].sort());
    },
  );

  it('log no warning during these tests, except for Redis timeouts', () => {
    const lines = nodes.flatMap(({ output }) => output.split('\n'));
    const warnings = lines.filter((line) => /"level":"(?:warn|error|fatal)"/.test(line));
    // On a busy machine Redis may respond too late.
    expect(warnings.filter((line) => !line.includes('Socket timeout'))).toEqual([]);
  });
});

async function ready(urls: string[]): Promise<number[]> {
  const answers = await Promise.all(urls.map((url) => fetch(`${url}/health/ready`)));
  return answers.map(({ status }) => status);
}

/** The nodes that responded, each once. */
function whoAnswered(answers: { headers: any }[]): string[] {
  return [...new Set(answers.map(({ headers }) => headers[handedTo] as string))].sort();
}

/** The remaining counts that these responses report for a limit, in ascending order. */
function remaining(answers: { headers: any }[], policy: string): number[] {
  return answers
    .map(({ headers }) => Number(headers.ratelimit.match(`^"${policy}";r=(\\d+);`)?.[1]))
    .sort((one, other) => one - other);
}

describe('Three nodes that purge concurrently', () => {
  const rows = 1_800;
  let nodes: TestService[];
  beforeAll(async () => {
    const first = await startService();
    const others = [1, 2].map(() => startService({}, first.databaseUrl));
    nodes = [first, ...(await Promise.all(others))];
  });
  afterAll(async () => {
    for (const node of nodes.toReversed()) await node.close();
  });

  it('delete each expired row once, one batch at a time, and nothing else', async () => {
    const { prisma, newCaller } = nodes[0]!;
    const { account, applicationId } = await newCaller();
    const createdAt = new Date();
    const expiring = (index: number) => ({
      createdAt,
      expiresAt: new Date(Date.now() + (index < rows ? -1 : 1) * 3_600_000),
      accountId: account.id,
    });
    const indexes = [...Array(rows + 10).keys()];
    await prisma.accessToken.createMany({
      data: indexes.map((index) => ({
        ...expiring(index),
        hash: hashToken(newAccessToken()),
        kind: 'oauth' as const,
        applicationId,
        scope: ['account:read'],
      })),
    });
    await prisma.session.createMany({
      data: indexes.map((index) => ({
        ...expiring(index),
        id: newIdentifier(),
        hash: new Uint8Array(randomBytes(32)),
        userAgent: '',
        source: '',
        lastSeenAt: createdAt,
      })),
    });
    await logDeletions();

    await Promise.all(nodes.map(({ app }) => app.get(PurgeService, { strict: false }).purge()));

    expect(await prisma.accessToken.count({ where: { kind: 'oauth' } })).toBe(10);
    expect(await prisma.session.count()).toBe(10);
    const { rows: batches } = await prisma.pool!.query(
      `SELECT min(at) AS began, max(at) AS ended, sum(count)::int AS count
       FROM logged_deletions GROUP BY transaction ORDER BY began`,
    );
    expect(batches.reduce((sum, { count }) => sum + count, 0)).toBe(2 * rows);
    for (const [index, { began }] of batches.slice(1).entries()) {
      expect(began.getTime()).toBeGreaterThanOrEqual(batches[index].ended.getTime());
    }
  });

  /** Makes the database log when each statement deletes, and how many rows. */
  async function logDeletions(): Promise<void> {
    const triggers = ['access_tokens', 'sessions'].map(
      (table) => `
        CREATE TRIGGER begins BEFORE DELETE ON ${table} EXECUTE FUNCTION log_begin();
        CREATE TRIGGER ends AFTER DELETE ON ${table} REFERENCING OLD TABLE AS gone
          EXECUTE FUNCTION log_end();`,
    );
    await nodes[0]!.prisma.pool!.query(`
      CREATE TABLE logged_deletions (transaction xid8, at timestamptz, count bigint);
      CREATE FUNCTION log_begin() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO logged_deletions VALUES (pg_current_xact_id(), clock_timestamp(), 0);
        RETURN NULL;
      END $$;
      CREATE FUNCTION log_end() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO logged_deletions SELECT pg_current_xact_id(), clock_timestamp(), count(*) FROM gone;
        RETURN NULL;
      END $$;
      ${triggers.join('')}`);
  }
});
