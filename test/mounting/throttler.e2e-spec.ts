import type { INestApplication } from '@nestjs/common';
import { ClientProxyFactory, type MicroserviceOptions, Transport } from '@nestjs/microservices';
import { SkipThrottle, Throttle } from '@nestjs/throttler';
import { setTimeout as delay } from 'node:timers/promises';
import request from 'supertest';
import { byHost } from '../../src/request/requester.js';
import { AccountsModule } from '../../src/accounts.module.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import { messagingFeature } from '../../src/messaging/index.js';
import { answer } from '../support/clients/messages.js';
import { adapters, leastOptions, startHost, type AdapterName } from '../support/hosts/guest.js';
import { newEmail, password } from '../support/hosts/service.js';
import { freePort } from '../support/processes/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

const limit = 3;

describe.each(Object.keys(adapters) as AdapterName[])(
  'the API limits with @nestjs/throttler decorators (%s)',
  (name) => {
    let databases: TestDatabase[];
    let host: INestApplication;
    let tokens: string[];
    let messages: { readonly host: string; readonly port: number };
    /** A new token of the account of each mount. */
    let newToken: (index: number) => Promise<string>;
    beforeAll(async () => {
      const decorators = [
        [],
        [SkipThrottle()],
        [Throttle({ default: { limit: 1, ttl: 30_000 } })],
        [SkipThrottle({ host: true }), Throttle({ host: { limit: 1, ttl: 30_000 } })],
        [Throttle({ default: { limit: 1, ttl: 200, blockDuration: 30_000 } })],
      ];
      messages = { host: '127.0.0.1', port: await freePort() };
      databases = await Promise.all(decorators.map(() => createTestDatabase()));
      host = await startHost(
        decorators.map((own, index) =>
          AccountsModule.forRoot({
            ...leastOptions({ url: databases[index]!.url }),
            rateLimits: { 'accounts.read': { limit, windowMs: 60_000 } },
            name: `mount${index}`,
            mountPath: `mount${index}`,
            decorators: own,
            features: index === 2 ? [messagingFeature] : [],
          }),
        ),
        [],
        name,
        (app) =>
          app.connectMicroservice<MicroserviceOptions>({
            transport: Transport.TCP,
            options: messages,
          }),
      );
      await host.startAllMicroservices();
      const applications = host.get(ApplicationsService, { strict: false, each: true });
      const accounts = host.get(AccountsService, { strict: false, each: true });
      const owners = await Promise.all(
        accounts.map((each) =>
          each.create({ name: 'Guest', email: newEmail(), password, language_code: 'en' }, byHost),
        ),
      );
      newToken = async (index) =>
        (await applications[index]!.create(owners[index]!.id, { name: 'Client' }, byHost))
          .accessToken;
      tokens = await Promise.all(owners.map((_, index) => newToken(index)));
    });
    afterAll(async () => {
      await host.close();
      await Promise.all(databases.map((database) => database.drop()));
    });
    const read = (index: number) =>
      request(host.getHttpServer() as never)
        .get(`/mount${index}/api/accounts/me`)
        .set('Authorization', `Bearer ${tokens[index]}`);

    it('are unchanged without a decorator', async () => {
      for (let i = 0; i < limit; i++) {
        const { status, headers } = await read(0);
        expect([status, headers['x-rate-limit-reset'], headers['retry-after']]).toEqual([
          200,
          undefined,
          undefined,
        ]);
        expect(headers.ratelimit).toMatch(`"accounts.read";r=${limit - 1 - i};`);
      }
      const { status, headers, body } = await read(0);
      expect([status, body.error]).toEqual([429, 'rate_limited']);
      expect(Number(headers['x-rate-limit-reset']) * 1_000).toBeGreaterThanOrEqual(Date.now());
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(headers['x-ratelimit-limit']).toBeUndefined();
    });

    it('do not apply with @SkipThrottle()', async () => {
      for (let i = 0; i <= limit; i++) {
        const { status, headers } = await read(1);
        expect([status, headers.ratelimit]).toEqual([200, undefined]);
      }
    });

    it('are replaced by those of @Throttle()', async () => {
      const first = await read(2);
      expect([first.status, first.headers['ratelimit-policy']]).toEqual([
        200,
        '"accounts.read";q=1;w=30',
      ]);
      const second = await read(2);
      expect(second.status).toBe(429);
      const inSeconds = Number(second.headers['x-rate-limit-reset']) - Date.now() / 1_000;
      expect(inSeconds).toBeLessThanOrEqual(31);
    });

    it('refuse requests for the block duration of @Throttle()', async () => {
      expect((await read(4)).status).toBe(200);
      for (let i = 0; i < 2; i++) {
        const { status, headers } = await read(4);
        expect(status).toBe(429);
        expect(Number(headers['retry-after'])).toBeGreaterThan(20);
        await delay(300);
      }
    });

    it('are unchanged for messages, which count together with requests', async () => {
      const token = await newToken(2);
      const proxy = ClientProxyFactory.create({ transport: Transport.TCP, options: messages });
      try {
        for (let i = 0; i < limit; i++) {
          const { status, headers } = await answer(proxy, 'accounts.get', { access_token: token });
          expect([status, headers['ratelimit-policy']]).toEqual([200, '"accounts.read";q=3;w=60']);
        }
        const refused = await answer(proxy, 'accounts.get', { access_token: token });
        expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited']);
      } finally {
        await proxy.close();
      }
      const { status } = await request(host.getHttpServer() as never)
        .get('/mount2/api/accounts/me')
        .set('Authorization', `Bearer ${token}`);
      expect(status).toBe(429);
    });

    it('are unchanged if the decorators name a throttler of the host', async () => {
      for (let i = 0; i < limit; i++) expect((await read(3)).status).toBe(200);
      expect((await read(3)).status).toBe(429);
    });
  },
);
