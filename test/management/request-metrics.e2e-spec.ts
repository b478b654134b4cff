import { type ClientProxy, ClientProxyFactory, Transport } from '@nestjs/microservices';
import { once } from 'node:events';
import { connect } from 'node:net';
import { AccountsClient } from '../../src/messaging/client/index.js';
import { OperatorService } from '../../src/operator/operator.service.js';
import { byHost } from '../../src/request/requester.js';
import { ManagementServer } from '../../src/service/management/management.server.js';
import { parseMessageAddresses } from '../../src/service/settings/server-addresses.js';
import { readSamples } from '../support/clients/metrics.js';
import { newClient, refresh, tokensFor } from '../support/clients/oauth.js';
import { PageClient } from '../support/clients/page-client.js';
import { newPerson } from '../support/clients/person.js';
import { newEmail, password, startService, type TestService } from '../support/hosts/service.js';
import { freePort } from '../support/processes/service-process.js';
import { until } from '../support/until.js';

const metric = 'accounts_http_request_duration_seconds';
const token = 'a-token-of-32-characters-or-more-x';

describe.each(['express', 'fastify'] as const)(
  'The request metrics of a service (%s)',
  (httpAdapter) => {
    let service: TestService;
    let metricsUrl: string;
    let proxy: ClientProxy;
    beforeEach(async () => {
      const tokens = [{ token, opens: 'metrics' }] as const;
      const management = { host: '127.0.0.1', port: await freePort(), tokens };
      const rateLimits = { 'accounts.read': { limit: 2, windowMs: 60_000 } };
      const port = await freePort();
      const messages = parseMessageAddresses(`tcp://127.0.0.1:${port}`);
      service = await startService({ management, httpAdapter, rateLimits, messages });
      const options = { host: '127.0.0.1', port };
      proxy = ClientProxyFactory.create({ transport: Transport.TCP, options });
      await service.app.get(ManagementServer).listen();
      metricsUrl = `http://127.0.0.1:${management.port}/metrics`;
    });
    afterEach(async () => {
      await proxy.close();
      await service.close();
    });

    const scrape = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(metricsUrl, { headers })).text();
    };
    /** The number of messages by pattern and status. */
    const messages = async () =>
      Object.fromEntries(
        [...readSamples(await scrape())].flatMap(([sample, count]) => {
          const [, pattern, status] =
            /^accounts_message_duration_seconds_count{pattern="(.*)",status="(.*)"}$/.exec(
              sample,
            ) ?? [];
          return pattern ? [[`${pattern} ${status}`, count]] : [];
        }),
      );
    /** The number of requests by method, route and status. */
    const counts = async () => {
      const samples = [...readSamples(await scrape())];
      return Object.fromEntries(
        samples.flatMap(([sample, count]) => {
          const [, method, route, status] =
            new RegExp(`^${metric}_count{method="(.*)",route="(.*)",status="(.*)"}$`).exec(
              sample,
            ) ?? [];
          return method ? [[`${method} ${route} ${status}`, count]] : [];
        }),
      );
    };

    it('count requests by method, route pattern and status', async () => {
      const caller = await service.newCaller();
      for (let i = 0; i < 3; i++) await service.as(caller, 'get', '/accounts/me');
      await service.as(caller, 'get', `/accounts/${caller.account.id}?a=b`);
      await service.as(undefined, 'get', '/accounts/me');
      await service.as(caller, 'put', '/accounts/me').send('{');
      await service.as(caller, 'delete', '/accounts');
      await fetch(`${service.url}/console/sign-in`);
      const text = await scrape();
      expect(await counts()).toEqual({
        'GET /api/accounts/:account_id 200': 2,
        'GET /api/accounts/:account_id 429': 2,
        'GET /api/accounts/:account_id 401': 1,
        'PUT /api/accounts/:account_id 415': 1,
        'DELETE other 405': 1,
        'GET /console/sign-in 200': 1,
      });
      const buckets = [...readSamples(text)].filter(([name]) =>
        name.startsWith(`${metric}_bucket`),
      );
      const all = buckets.filter(([name]) => name.includes('le="+Inf"'));
      expect(all.reduce((sum, [, count]) => sum + count, 0)).toBe(8);
    });

    it('count messages by pattern and reply status', async () => {
      const { token: accessToken } = await service.newCaller();
      const client = new AccountsClient(proxy);
      await client.get({ accessToken });
      await client.get({ accessToken: 'wrong' }).catch(() => undefined);
      await client.get({ accessToken });
      await client.get({ accessToken }).catch(() => undefined);
      await client.update({ name: ' ' }, { accessToken }).catch(() => undefined);
      expect(await messages()).toEqual({
        'accounts.get 200': 2,
        'accounts.get 401': 1,
        'accounts.get 429': 1,
        'accounts.update 400': 1,
      });
    });

    it('count sign-ins, sign-ups and issued tokens by result and kind', async () => {
      const person = await newPerson(service);
      await new PageClient(service.url).signIn(person.account.email, 'wrong');
      const client = await newClient(service, person);
      const tokens = await tokensFor(service, person, client);
      await refresh(service, client, tokens.refresh_token).expect(200);
      for (const chosen of [password, 'x']) {
        const visitor = new PageClient(service.url);
        await visitor.open('/console/sign-up');
        const fields = { name: 'Ada', email: newEmail(), password: chosen, language_code: 'en' };
        await visitor.submit('/console/sign-up', fields);
      }
      const operators = service.app.get(OperatorService, { strict: false });
      const operator = { ...byHost, operator: 'grace' };
      await operators.suspend(person.account.id, { reason: 'sends spam' }, operator);
      await new PageClient(service.url).signIn(person.account.email, password);
      const samples = [...readSamples(await scrape())];
      const used = samples.filter(([name]) => /_(?:sign_ins|sign_ups|tokens_issued)_/.test(name));
      expect(Object.fromEntries(used)).toEqual({
        'accounts_sign_ins_total{result="succeeded"}': 1,
        'accounts_sign_ins_total{result="wrong"}': 1,
        'accounts_sign_ins_total{result="suspended"}': 1,
        'accounts_sign_ups_total{result="requested"}': 0,
        'accounts_sign_ups_total{result="completed"}': 1,
        'accounts_sign_ups_total{result="failed"}': 1,
        'accounts_tokens_issued_total{kind="application"}': 2,
        'accounts_tokens_issued_total{kind="authorization_code"}': 1,
        'accounts_tokens_issued_total{kind="refresh_token"}': 1,
        'accounts_tokens_issued_total{kind="client_credentials"}': 0,
      });
    });

    it('use only a few labels for URLs without a route', async () => {
      for (let i = 0; i < 20; i++) {
        for (const path of [`/${i}`, `/api/${i}/a`, `/docs/${i}`, `/console/${i}`, `/%zz${i}`]) {
          await (await fetch(service.url + path)).text();
        }
      }
      const seen = await counts();
      expect(Object.values(seen).reduce((sum, count) => sum + count, 0)).toBe(100);
      expect(Object.keys(seen).length).toBeLessThanOrEqual(3);
    });

    it('count a request as aborted if the client disconnects before the response', async () => {
      const { pool } = service.prisma;
      const { account, token: callerToken } = await service.newCaller();
      const connections = await Promise.all(
        Array.from({ length: pool!.options.max }, () => pool!.connect()),
      );
      const client = connect(Number(new URL(service.url).port), '127.0.0.1');
      await once(client, 'connect');
      client.write(
        `GET /api/accounts/${account.id} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${callerToken}\r\n\r\n`,
      );
      await until(() => pool!.waitingCount > 0);
      client.destroy();
      await until(async () => (await counts())['GET /api/accounts/:account_id aborted'] === 1);
      for (const each of connections) each.release();
    });

    it('contain no ids, emails or tokens in any label', async () => {
      const caller = await service.newCaller({ email: 'ada.lovelace@example.com' });
      await service.as(caller, 'get', `/accounts/${caller.account.id}`);
      await service.as(caller, 'get', `/applications/${caller.applicationId}`);
      await service.as(caller, 'get', `/${caller.account.id}/ada.lovelace@example.com`);
      await fetch(`${service.url}/api/accounts/me?access_token=${caller.token}`);
      const text = await scrape();
      for (const secret of [caller.account.id, caller.applicationId, caller.token, 'lovelace']) {
        expect(text).not.toContain(secret);
      }
      expect(text).toContain(`${metric}_count`);
    });
  },
);
