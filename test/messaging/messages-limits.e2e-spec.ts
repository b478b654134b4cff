import { byHost } from '../../src/request/requester.js';
import { newAccessToken } from '../../src/principals/access-token.js';
import { accountKey } from '../../src/access/rate-limits/rate-limit-keys.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { CounterStorage } from '../../src/limits/storage/counter.storage.js';
import { AccountsClient, type AccountsClientError } from '../../src/messaging/client/index.js';
import { startNodes, transports, type MessageNodes } from '../support/clients/messages.js';
import { PageClient } from '../support/clients/page-client.js';
import { password, type Caller, type TestService } from '../support/hosts/service.js';

describe.each(transports)('limits on messages over %s', (_name, transport) => {
  let cluster: MessageNodes;
  let service: TestService;
  beforeAll(async () => {
    cluster = await startNodes(transport, 1, {
      rateLimits: {
        'accounts.create': { limit: 3, windowMs: 60_000 },
        'accounts.read': { limit: 2, windowMs: 60_000 },
        'accounts.authenticate': { limit: 2, windowMs: 60_000 },
        'passwords.change': { limit: 1, windowMs: 60_000 },
        'auth.failed': { limit: 2, windowMs: 60_000 },
      },
    });
    [service] = cluster.nodes as [TestService];
  });
  afterAll(() => cluster.close());

  it('are shared with HTTP requests', async () => {
    const { token } = await service.newCaller();
    const message = () => cluster.ask('accounts.get', { access_token: token });
    const request = () => service.as({ token } as Caller, 'get', '/accounts/me');
    expect((await message()).headers).toMatchObject({
      'ratelimit-policy': '"accounts.read";q=2;w=60',
      ratelimit: expect.stringMatching(/^"accounts.read";r=1;t=\d+$/),
    });
    expect((await request()).headers.ratelimit).toMatch(/^"accounts.read";r=0;t=\d+$/);
    const refused = await message();
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited']);
    const reset = Number(refused.headers['x-rate-limit-reset']);
    expect(reset).toBeGreaterThanOrEqual(Math.floor(Date.now() / 1_000));
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    const http = await request();
    expect([http.status, http.body.error]).toEqual([429, 'rate_limited']);
    expect(Number(http.headers['x-rate-limit-reset'])).toBe(reset);
  });

  it('count accounts.create per account', async () => {
    const { account, token } = await service.newCaller();
    const create = () => cluster.ask('accounts.create', { access_token: token, body: {} });
    expect([(await create()).status, (await create()).status]).toEqual([400, 400]);
    expect((await service.create({ token } as Caller)).status).toBe(200);
    expect((await create()).status).toBe(429);
    const counters = service.app.get(CounterStorage, { strict: false });
    expect((await counters.peek(`accounts.create:${accountKey(account.id)}`))!.hits).toBe(3);
  });

  it('apply to password changes', async () => {
    const { token } = await service.newCaller();
    const guess = (old_password: string) =>
      cluster.ask('accounts.update', {
        access_token: token,
        body: { old_password, new_password: 'bernoulli 7' },
      });
    expect((await guess('wrong 1')).status).toBe(400);
    expect((await guess(password)).status).toBe(429);
  });

  it('include one for checking tokens', async () => {
    const { token } = await service.newCaller();
    const check = () => cluster.ask('accounts.authenticate', { access_token: token });
    expect([(await check()).status, (await check()).status, (await check()).status]).toEqual([
      200, 200, 429,
    ]);
  });

  it('stop token guessing per source, but never a valid token', async () => {
    const { token } = await service.newCaller();
    const guess = (source?: string, access_token = newAccessToken()) =>
      cluster.ask('accounts.authenticate', { access_token, source });
    for (const status of [401, 401, 429]) {
      expect((await guess('203.0.113.7')).status).toBe(status);
    }
    expect((await guess('::ffff:203.0.113.7')).status).toBe(429);
    expect((await guess('203.0.113.8')).status).toBe(401);
    expect((await guess('203.0.113.7', token)).status).toBe(200);
    for (const status of [401, 401, 429]) expect((await guess()).status).toBe(status);
    expect((await guess(undefined, token)).status).toBe(200);
  });

  it('are reported in the client’s errors', async () => {
    const { token } = await service.newCaller();
    const client = new AccountsClient(cluster.proxies[0]!);
    await client.get({ accessToken: token });
    await client.get({ accessToken: token });
    const error = await client.get({ accessToken: token }).catch((error: unknown) => error);
    expect(error).toMatchObject({ status: 429, code: 'rate_limited' });
    expect((error as AccountsClientError).rateLimitReset).toBeGreaterThan(Date.now() / 1_000 - 1);
    expect((error as AccountsClientError).retryAfter).toBeGreaterThan(0);
  });
});

describe('a limit', () => {
  const once = { limit: 1, windowMs: 60_000 };
  let cluster: MessageNodes;
  let service: TestService;
  beforeAll(async () => {
    const [, tcp] = transports[0]!;
    cluster = await startNodes(tcp, 1, {
      rateLimits: {
        'accounts.create': once,
        'accounts.read': once,
        'passwords.change': once,
        'auth.failed': once,
        'sign-in': once,
      },
      trustProxy: ['loopback'],
    });
    [service] = cluster.nodes as [TestService];
  });
  afterAll(() => cluster.close());

  /** A counted call over HTTP or as a message, by a caller from a source. */
  type Way = (caller: Caller, source: string) => Promise<number>;
  const guess = { old_password: 'wrong horse 1', new_password: 'another horse 8' };
  const ask = async (pattern: string, message: object) =>
    (await cluster.ask(pattern, message)).status;
  const kinds: [kind: string, http: Way, message: Way][] = [
    [
      'token',
      async (caller) => (await service.as(caller, 'get', '/accounts/me')).status,
      ({ token }) => ask('accounts.get', { access_token: token }),
    ],
    [
      'account',
      async (caller) => (await service.as(caller, 'post', '/accounts').send({})).status,
      ({ token }) => ask('accounts.create', { access_token: token, body: {} }),
    ],
    [
      'account, for passwords',
      async (caller) => (await service.update(caller, guess)).status,
      ({ token }) => ask('accounts.update', { access_token: token, body: guess }),
    ],
    [
      'source',
      async (_, source) =>
        (
          await service
            .as({ token: newAccessToken() }, 'get', '/accounts/me')
            .set('X-Forwarded-For', source)
        ).status,
      (_, source) => ask('accounts.get', { access_token: newAccessToken(), source }),
    ],
  ];
  let sources = 0;

  it.each(kinds)(
    'per %s that is used up over HTTP is also used up for messages',
    async (...kind) => {
      const [, http, message] = kind;
      const caller = await service.newCaller();
      const source = `203.0.113.${++sources}`;
      expect(await http(caller, source)).not.toBe(429);
      expect(await message(caller, source)).toBe(429);
    },
  );

  it.each(kinds)(
    'per %s that is used up by messages is also used up over HTTP',
    async (...kind) => {
      const [, http, message] = kind;
      const caller = await service.newCaller();
      const source = `203.0.113.${++sources}`;
      expect(await message(caller, source)).not.toBe(429);
      expect(await http(caller, source)).toBe(429);
    },
  );

  it('that is used up on a page is also used up for direct calls with the same source', async () => {
    const { account } = await service.newCaller();
    const { status } = await new PageClient(service.url).signIn(account.email, password);
    expect(status).not.toBe(429);
    const accounts = service.app.get(AccountsService, { strict: false });
    const direct = accounts.authenticate(account.email, password, {
      ...byHost,
      source: '127.0.0.1',
    });
    await expect(direct).rejects.toMatchObject({ code: 'rate_limited' });
  });
});
