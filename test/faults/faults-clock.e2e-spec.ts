import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { hashToken, newAccessToken } from '../../src/principals/access-token.js';
import { failures, FaultLoad, said } from '../support/clients/fault-load.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { redisAvailable, RedisServer } from '../support/servers/redis.js';
import { newEmail, requestsTo, type TestRequests } from '../support/hosts/service.js';
import { ServiceProcess } from '../support/processes/service-process.js';

const hour = 3_600_000;
const preload = new URL('../support/processes/clock.preload.js', import.meta.url).href;

const jumps = [
  { name: 'an hour forward', ms: hour },
  { name: 'an hour back', ms: -hour },
];

/** A service process whose clock can be set while it runs. */
class ClockedNode {
  private constructor(
    private readonly service: ServiceProcess,
    private readonly file: string,
    readonly requests: TestRequests,
  ) {}

  static async start(folder: string, env: Record<string, string>): Promise<ClockedNode> {
    const file = join(folder, randomUUID());
    const service = await ServiceProcess.start({
      ...env,
      ARGON2_LANES: '2',
      LOG_LEVEL: 'error',
      NODE_OPTIONS: `--import ${preload}`,
      CLOCK_FILE: file,
    });
    return new ClockedNode(service, file, requestsTo(service.url));
  }

  /** The token of the demo account, if this node created it. */
  get token(): string | undefined {
    return /Bearer (\w+)/.exec(this.service.output)?.[1];
  }

  async setClock(ms: number): Promise<void> {
    this.service.output = '';
    await writeFile(this.file, String(ms));
    this.service.signal('SIGUSR2');
    await this.service.printed(new RegExp(`The clock is set ${ms} ms away`));
  }
}

describe('When the clock of a service jumps under load', () => {
  let folder: string;
  let database: TestDatabase;
  let client: Client;
  let node: ClockedNode;
  let demo: { token: string };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-clock-'));
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    node = await ClockedNode.start(folder, {
      DATABASE_URL: database.url,
      RATE_LIMITS: [
        'accounts.read=1000000/1m,accounts.update=1000000/1m,accounts.create=1000000/1m',
        'passwords.change=1000000/1h,applications.read=3/5s,applications.create=1000000/1m',
      ].join(),
    });
    demo = { token: node.token! };
  });
  afterAll(async () => {
    await ServiceProcess.stopAll();
    await client.end();
    await database.drop();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => node.setClock(0));

  async function newApplication(): Promise<{ token: string }> {
    const created = node.requests.as(demo, 'post', '/applications').send({ name: 'Client' });
    return { token: (await created).body.application.access_token };
  }

  /** Creates a token of the demo account that expires after an hour. */
  async function tokenForAnHour(): Promise<{ token: string }> {
    const token = newAccessToken();
    await client.query(
      `INSERT INTO access_tokens
         (hash, kind, application_id, account_id, scope, created_at, expires_at)
       SELECT $1, 'oauth', application_id, account_id, '{account:read}', now(), now() + '1 hour'
       FROM access_tokens WHERE hash = $2`,
      [hashToken(token), hashToken(demo.token)],
    );
    return { token };
  }

  it.each(jumps)(
    '$name, no request fails or stalls, and no created account is lost',
    async ({ name, ms }) => {
      const load = new FaultLoad([node.requests], demo);
      await load.recovered();
      load.look();
      await node.setClock(ms);
      await delay(2_000);
      const afterwards = load.look();
      await load.stop();
      const emails = 'SELECT FROM accounts WHERE email = ANY ($1)';
      const { rowCount: kept } = await client.query(emails, [load.created]);
      console.info(
        `The clock jumps ${name}: ${said(afterwards)}. Of ${load.created.length} accounts answered ` +
          `as created, ${load.created.length - kept!} are lost.`,
      );
      expect(failures(Object.keys(afterwards.statuses), afterwards)).toEqual([]);
      expect(afterwards.slowestMs).toBeLessThan(3_000 + afterwards.delayMs);
      expect(kept).toBe(load.created.length);
    },
  );

  it.each(jumps)(
    '$name, a rate limit neither opens early nor outlasts its Retry-After',
    async ({ ms }) => {
      const application = await newApplication();
      const list = () => node.requests.as(application, 'get', '/applications');
      for (let i = 0; i < 3; i++) expect((await list()).status).toBe(200);
      const refused = await list();
      expect(refused.status).toBe(429);
      await node.setClock(ms);
      const still = await list();
      expect(still.status).toBe(429);
      const left = Number(still.headers['retry-after']);
      expect(left).toBeLessThanOrEqual(Number(refused.headers['retry-after']));
      // By the clock of the service.
      const reset = Number(still.headers['x-rate-limit-reset']) * 1_000 - (Date.now() + ms);
      expect(reset).toBeGreaterThan(-1_000);
      expect(reset).toBeLessThan(7_000);
      await delay(left * 1_000 + 50);
      expect((await list()).status).toBe(200);
    },
  );

  it.each(jumps)(
    '$name, a delay after wrong passwords neither ends early nor lasts longer',
    async ({ ms }) => {
      const passwords = { old_password: 'wrong horse 7', new_password: 'another horse 8' };
      const guess = () => node.requests.update(demo, passwords);
      let refused = await guess();
      // Until the delay is long enough for a busy machine to observe.
      for (let i = 0; i < 50 && Number(refused.headers['retry-after'] ?? 0) < 3; i++) {
        await delay(refused.status === 429 ? 300 : 0);
        refused = await guess();
      }
      await node.setClock(ms);
      const still = await guess();
      expect(still.status).toBe(429);
      const left = Number(still.headers['retry-after']);
      expect(left).toBeLessThanOrEqual(Number(refused.headers['retry-after']));
      await delay(left * 1_000 + 50);
      expect((await guess()).status).toBe(400);
    },
  );

  it('a token expires by the clock of the service, cached or not', async () => {
    const [remembered, other] = [await tokenForAnHour(), await tokenForAnHour()];
    const read = async (caller: { token: string }) =>
      (await node.requests.as(caller, 'get', '/accounts/me')).status;
    for (let i = 0; i < 10; i++) expect(await read(remembered)).toBe(200);
    await node.setClock(hour + 1_000);
    expect([await read(remembered), await read(other)]).toEqual([401, 401]);
    await node.setClock(-hour);
    expect([await read(remembered), await read(other)]).toEqual([200, 200]);
  });
});

const described = redisAvailable() ? describe : describe.skip;

described('Two nodes whose clocks are an hour apart', () => {
  let folder: string;
  let database: TestDatabase;
  let redis: RedisServer;
  let right: ClockedNode;
  let ahead: ClockedNode;
  let demo: { token: string };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-clock-'));
    database = await createTestDatabase();
    redis = await RedisServer.start();
    const env = {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      SECRET_KEY: 'a secret of thirty-two characters or more',
      RATE_LIMITS: [
        'accounts.read=1000000/1m,accounts.update=1000000/1m,accounts.create=1000000/1m',
        'applications.read=4/1m',
      ].join(),
    };
    right = await ClockedNode.start(folder, env);
    ahead = await ClockedNode.start(folder, env);
    demo = { token: right.token! };
    await ahead.setClock(hour);
  });
  afterAll(async () => {
    await ServiceProcess.stopAll();
    await redis.stop();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  it('respond to all requests without errors or stalls', async () => {
    const load = new FaultLoad([right.requests, ahead.requests], demo);
    await load.recovered();
    load.look();
    await delay(2_000);
    const answered = load.look();
    await load.stop();
    console.info(`Two nodes an hour apart: ${said(answered)}.`);
    expect(failures(Object.keys(answered.statuses), answered)).toEqual([]);
    expect(answered.slowestMs).toBeLessThan(3_000 + answered.delayMs);
  });

  it('share a rate limit, and report its reset by the clock of each node', async () => {
    const list = ({ requests }: ClockedNode) => requests.as(demo, 'get', '/applications');
    for (const each of [right, ahead, right, ahead]) expect((await list(each)).status).toBe(200);
    for (const [each, ms] of [
      [right, 0],
      [ahead, hour],
    ] as const) {
      const { status, headers } = await list(each);
      expect(status).toBe(429);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
      const reset = Number(headers['x-rate-limit-reset']) * 1_000 - (Date.now() + ms);
      expect(reset).toBeGreaterThan(-1_000);
      expect(reset).toBeLessThanOrEqual(62_000);
    }
  });

  it('create an account once when retries reach both nodes', async () => {
    const email = newEmail();
    const key = randomUUID();
    const create = ({ requests }: ClockedNode) =>
      requests.create(demo, { email }).set('Idempotency-Key', key);
    const answers = [await create(right), await create(ahead), await create(right)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.account.id)).size).toBe(1);
  });
});
