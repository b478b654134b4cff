import { setTimeout as delay } from 'node:timers/promises';
import { byHost } from '../../src/request/requester.js';
import { parseRateLimits } from '../../src/limits/rate-limit.policies.js';
import { newClient, tokensFor } from '../support/clients/oauth.js';
import { newPerson } from '../support/clients/person.js';
import { redisAvailable, RedisServer } from '../support/servers/redis.js';
import { hostOwned } from '../support/hosts/host-owned.js';
import {
  describeService,
  password,
  startService,
  type Caller,
  type Method,
  type TestService,
} from '../support/hosts/service.js';

const statuses = (answers: { status: number }[]) =>
  Object.fromEntries(
    [...new Set(answers.map(({ status }) => status))]
      .sort()
      .map((status) => [status, answers.filter((answer) => answer.status === status).length]),
  );

describeService(
  'rate limits',
  (service, standalone) => {
    let caller: Caller;
    beforeEach(async () => {
      caller = await service().newCaller();
    });
    const read = () => service().as(caller, 'get', '/accounts/me');

    it('report their state in every response of a limited route', async () => {
      const first = await read();
      expect(first.headers['ratelimit-policy']).toBe('"accounts.read";q=5;w=60');
      expect(first.headers.ratelimit).toMatch(/^"accounts\.read";r=4;t=(60|59)$/);
      expect(first.headers['x-rate-limit-reset']).toBeUndefined();
      const missing = await service().as(caller, 'get', '/accounts/none');
      expect(missing.headers.ratelimit).toMatch(/^"accounts\.read";r=3;/);
    });

    it.each<[number, string, Method, string, Record<string, string>, object | string]>([
      [400, 'wrong members', 'put', '/accounts/me', {}, { name: '' }],
      [400, 'wrong members', 'post', '/accounts', {}, {}],
      [400, 'a body that is not an object', 'post', '/accounts', {}, '[]'],
      [400, 'an unknown version', 'get', '/accounts/me', { 'Accept-Version': '9' }, ''],
      [400, 'a bad key', 'post', '/accounts', { 'Idempotency-Key': 'é' }, {}],
      [400, 'two tokens', 'get', '/accounts/me?access_token=x', {}, ''],
      [401, 'no valid token', 'get', '/accounts/me', { Authorization: 'Bearer x' }, ''],
      [412, 'a stale entity tag', 'put', '/accounts/me', { 'If-Match': '"x"' }, {}],
      [412, 'a stale entity tag', 'get', '/accounts/me', { 'If-Match': '"x"' }, ''],
      [412, 'a stale entity tag', 'get', '/app/data', { 'If-Match': '"x"' }, ''],
      [
        415,
        'an unsupported media type',
        'post',
        '/accounts',
        { 'Content-Type': 'text/plain' },
        'x',
      ],
    ])(
      'are reported in a %i response for %s at %s %s',
      async (expected, _, method, path, headers, body) => {
        const sent = service().as(caller, method, path).set('Content-Type', 'application/json');
        const { status, headers: answered } = await sent.set(headers).send(body);
        expect(status).toBe(expected);
        expect(answered['ratelimit-policy']).toMatch(/^"[\w.-]+";q=\d+;w=\d+$/);
        expect(answered.ratelimit).toMatch(/^"[\w.-]+";r=\d+;t=\d+$/);
      },
    );

    standalone.it(hostOwned.parser, 'are reported in a 400 response for invalid JSON', async () => {
      const put = service().as(caller, 'put', '/accounts/me');
      const { status, headers } = await put.set('Content-Type', 'application/json').send('{');
      expect(status).toBe(400);
      expect(headers.ratelimit).toMatch(/^"accounts\.update";r=\d+;/);
    });

    it('respond with 429 and a reset time that is not in the past once they are used up', async () => {
      const answers = await Promise.all(Array.from({ length: 40 }, read));
      expect(statuses(answers)).toEqual({ 200: 5, 429: 35 });
      const { headers, body } = answers.find(({ status }) => status === 429)!;
      const reset = headers['x-rate-limit-reset']!;
      expect(reset).toMatch(/^\d+$/);
      expect(Number(reset)).toBeGreaterThanOrEqual(Math.floor(Date.now() / 1_000));
      expect(Number(reset)).toBeLessThanOrEqual(Date.now() / 1_000 + 61);
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(headers.ratelimit).toMatch(/^"accounts\.read";r=0;/);
      expect(body.error).toBe('rate_limited');
      expect(body.error_description).toMatch(
        /^Too many requests\. Please try again in \d+ seconds?\.$/,
      );
      expect(headers['content-version']).toBe('1.21');
    });

    it.each<[Method, string, string]>([
      ['post', '/accounts', 'accounts.create'],
      ['get', '/accounts/me', 'accounts.read'],
      ['put', '/accounts/me', 'accounts.update'],
      ['delete', '/accounts/none', 'accounts.delete'],
      ['get', '/app/data', 'app.data'],
      ['get', '/applications', 'applications.read'],
      ['post', '/applications', 'applications.create'],
      ['get', '/applications/none', 'applications.read'],
      ['put', '/applications/none', 'applications.update'],
      ['delete', '/applications/none', 'applications.delete'],
      ['post', '/applications/none/token', 'applications.update'],
      ['delete', '/applications/none/token', 'applications.update'],
      ['post', '/applications/none/secret', 'applications.update'],
      ['get', '/applications/none/tokens', 'applications.read'],
      ['post', '/applications/none/tokens', 'applications.update'],
      ['delete', '/applications/none/tokens/none', 'applications.update'],
    ])('apply to %s %s', async (method, path, policy) => {
      const { headers } = await service().as(caller, method, path).send({});
      expect(headers['ratelimit-policy']).toMatch(new RegExp(`^"${policy.replace('.', '\\.')}";`));
    });

    it('refuse requests to GET /app/data and DELETE /accounts/:id beyond the limit', async () => {
      for (const [method, path, status] of [
        ['get', '/app/data', 200],
        ['delete', '/accounts/none', 404],
      ] as const) {
        const ask = () => service().as(caller, method, path);
        expect(statuses([await ask(), await ask(), await ask()])).toEqual({ [status]: 2, 429: 1 });
      }
    });

    it('count a request before the scope of its token is checked', async () => {
      const person = await newPerson(service());
      const client = await newClient(service(), person);
      const { access_token: token } = await tokensFor(service(), person, client, {
        scope: 'account:read',
      });
      const remove = () => service().as({ token }, 'delete', '/accounts/me');
      expect(statuses([await remove(), await remove(), await remove()])).toEqual({
        403: 2,
        429: 1,
      });
    });

    it('count each operation and each token separately', async () => {
      await Promise.all(Array.from({ length: 6 }, read));
      expect((await read()).status).toBe(429);
      expect((await service().update(caller, { name: 'Other operation' })).status).toBe(200);
      const other = await service().newCaller();
      expect((await service().as(other, 'get', '/accounts/me')).status).toBe(200);
    });

    it('count the creation of accounts per owning account, across its tokens', async () => {
      const { ApplicationsService } =
        await import('../../src/applications/applications.service.js');
      const applications = service().app.get(ApplicationsService, { strict: false });
      const { accessToken } = await applications.create(
        caller.account.id,
        { name: 'Second' },
        byHost,
      );
      const second = { ...caller, token: accessToken };
      const answers = await Promise.all(
        [caller, second, caller, second, caller].map((each) => service().create(each)),
      );
      expect(statuses(answers)).toEqual({ 200: 3, 429: 2 });
    });

    it('count changes per owning account, across its tokens and clients', async () => {
      const { ApplicationsService } =
        await import('../../src/applications/applications.service.js');
      const applications = service().app.get(ApplicationsService, { strict: false });
      const { accessToken } = await applications.create(
        caller.account.id,
        { name: 'Second' },
        byHost,
      );
      const first = await service().update(caller, { name: 'One' });
      const second = await service().update({ ...caller, token: accessToken }, { name: 'Two' });
      const remaining = ({ headers }: { headers: Record<string, string> }) =>
        Number(/r=(\d+)/.exec(headers.ratelimit!)![1]);
      expect(remaining(second)).toBe(remaining(first) - 1);
    });

    it('count password attempts per account, right or wrong', async () => {
      const attempt = (old: string) =>
        service().update(caller, { old_password: old, new_password: 'another horse 8' });
      const answers = await Promise.all(Array.from({ length: 6 }, () => attempt('wrong horse 1')));
      expect(statuses(answers)).toEqual({ 400: 2, 429: 4 });
      const { status, headers } = await attempt(password);
      expect(status).toBe(429);
      expect(headers['x-rate-limit-reset']).toMatch(/^\d+$/);
      expect(headers['ratelimit-policy']).toMatch(/^"passwords\.change"/);
    });

    it('do not count a password change without the old password', async () => {
      for (let i = 0; i < 4; i++) {
        expect((await service().update(caller, { new_password: 'another horse 8' })).status).toBe(
          400,
        );
      }
    });
  },
  {
    rateLimits: parseRateLimits(
      'accounts.read=5/1m,accounts.create=3/1m,accounts.delete=2/1m,app.data=2/1m,passwords.change=2/1h,auth.failed=60/1m',
    ),
  },
);

describeService(
  'failed authentications',
  (service) => {
    it('are limited by source address without blocking a valid token from the same address', async () => {
      const caller = await service().newCaller();
      const guess = () =>
        service().as(undefined, 'get', '/accounts/me').set('Authorization', 'Bearer guess');
      const answers = await Promise.all(Array.from({ length: 10 }, guess));
      expect(statuses(answers)).toEqual({ 401: 4, 429: 6 });
      expect(answers.find(({ status }) => status === 429)!.headers['x-rate-limit-reset']).toMatch(
        /^\d+$/,
      );
      expect((await service().as(caller, 'get', '/accounts/me')).status).toBe(200);
      const anonymous = await service().as(undefined, 'get', '/accounts/me');
      expect(anonymous.status).toBe(401);
      expect(anonymous.headers.ratelimit).toMatch(/^"auth\.failed";r=0;/);
    });

    it('cannot evade the limit with a forged X-Forwarded-For', async () => {
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          service()
            .as(undefined, 'get', '/accounts/me')
            .set('Authorization', 'Bearer guess')
            .set('X-Forwarded-For', `192.0.2.${index}`),
        ),
      );
      expect(statuses(answers)).toEqual({ 429: 6 });
    });
  },
  { rateLimits: parseRateLimits('auth.failed=4/1m') },
);

describeService(
  'behind a trusted proxy',
  (service, standalone) => {
    it('failed authentications are counted by the client address that the proxy reports', async () => {
      const guess = (address: string) =>
        service()
          .as(undefined, 'get', '/accounts/me')
          .set('Authorization', 'Bearer guess')
          .set('X-Forwarded-For', address);
      const answers = [
        await guess('192.0.2.1'),
        await guess('192.0.2.1'),
        await guess('192.0.2.2'),
      ];
      expect(answers.map(({ status }) => status)).toEqual([401, 429, 401]);
    });

    it.each([
      ['192.0.2.3:50001', '192.0.2.3:50002'],
      ['[2001:db8::3]:50001', '[2001:db8::3]:50002'],
      ['::ffff:192.0.2.6', '192.0.2.6'],
      ['unknown', '_hidden'],
    ])('failed authentications of %s and %s are counted together', async (...both) => {
      const guess = (address: string) =>
        service()
          .as(undefined, 'get', '/accounts/me')
          .set('Authorization', 'Bearer guess')
          .set('X-Forwarded-For', address);
      const answers = [await guess(both[0]!), await guess(both[1]!)];
      expect(answers.map(({ status }) => status)).toEqual([401, 429]);
    });

    standalone.it(
      hostOwned.service,
      'failed authentications are counted per client behind two proxies that add ports',
      async () => {
        const guess = async (forwarded: string) =>
          (
            await service()
              .as(undefined, 'get', '/accounts/me')
              .set('Authorization', 'Bearer guess')
              .set('X-Forwarded-For', forwarded)
          ).status;
        for (const client of ['192.0.2.7', '192.0.2.8', '[2001:db8:8::8]:50001']) {
          expect(await guess(`${client}, 127.0.0.1:41001`)).toBe(401);
          expect(await guess(`${client}, [::1]:41002`)).toBe(429);
        }
      },
    );
  },
  { rateLimits: parseRateLimits('auth.failed=1/1m'), trustProxy: ['loopback'] },
);

if (redisAvailable()) {
  describe('rate limits of two nodes with one Redis', () => {
    let redis: RedisServer;
    let nodes: [TestService, TestService];
    beforeAll(async () => {
      redis = await RedisServer.start();
      const settings = { redisUrl: redis.url, rateLimits: parseRateLimits('accounts.read=10/1m') };
      const first = await startService(settings);
      nodes = [
        first,
        await startService({ ...settings, httpAdapter: 'fastify' }, first.databaseUrl),
      ];
    });
    afterAll(async () => {
      await nodes[1].close();
      await nodes[0].close();
      await redis.stop();
    });
    const burst = (caller: Caller, size: number) =>
      Promise.all(
        Array.from({ length: size }, (_, index) =>
          nodes[index % 2]!.as(caller, 'get', '/accounts/me'),
        ),
      );

    it('allow no more than the limit in a burst across both nodes', async () => {
      const bursts = [];
      // A node that waits a quarter of a second for Redis on a busy machine counts by itself for a while.
      while (bursts.length < 5 && bursts.at(-1)?.[200] !== 10) {
        if (bursts.length > 0) await delay(1_500);
        bursts.push(statuses(await burst(await nodes[0].newCaller(), 60)));
      }
      expect(bursts.at(-1)).toEqual({ 200: 10, 429: 50 });
    });

    it('still apply to each node separately without Redis, and never fail', async () => {
      const caller = await nodes[0].newCaller();
      await redis.stop();
      const answers = statuses(await burst(caller, 60));
      expect(answers[429]).toBe(60 - answers[200]!);
      expect(answers[200]).toBeLessThanOrEqual(20);
    });
  });
} else {
  describe('rate limits of two nodes with one Redis', () => {
    it.skip('require redis-server on the PATH', () => undefined);
  });
}
