import {
  type CallHandler,
  ConflictException,
  Controller,
  type INestApplication,
  Module,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  type ClientProxy,
  ClientProxyFactory,
  MessagePattern,
  type MicroserviceOptions,
  RpcException,
  Transport,
} from '@nestjs/microservices';
import { connect } from '@nats-io/transport-node';
import { lastValueFrom } from 'rxjs';
import { byHost } from '../../src/request/requester.js';
import { InAccountTransaction } from '../../src/events/in-account-transaction.decorator.js';
import { AccountsModule } from '../../src/accounts.module.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import type { ApiVersion } from '../../src/http/versions/api-versions.js';
import { AccountsClient } from '../../src/messaging/client/index.js';
import { AccountsNatsServer, messagingFeature } from '../../src/messaging/index.js';
import { answer } from '../support/clients/messages.js';
import { natsAvailable, NatsServer } from '../support/servers/nats.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { password } from '../support/hosts/service.js';
import { freePort } from '../support/processes/service-process.js';

/** Invented API versions. Version 2.1 renames an account’s `name` to `title`. */
const invented: readonly ApiVersion[] = [
  { version: '2.0' },
  {
    version: '2.1',
    difference: {
      request: (operation, body) => {
        const { title, ...rest } = body as { title?: string };
        return operation === 'accounts.update' && title ? { ...rest, name: title } : body;
      },
      response: (operation, body) => {
        if (operation !== 'accounts.update' && operation !== 'accounts.read') return body;
        const { account, ...rest } = body as { account: { name: string } };
        const { name: title, ...members } = account;
        return { account: { title, ...members }, ...rest };
      },
    },
  },
];

@Controller()
class HostController {
  @MessagePattern('host.ping')
  ping() {
    return 'pong';
  }

  @MessagePattern('host.fail')
  fail() {
    throw new RpcException('the host’s own');
  }
}

describe('messages mounted in a host, over Nest’s own transport', () => {
  let database: TestDatabase;
  let host: INestApplication;
  let proxy: ClientProxy;
  let token: string;
  let refusal: (() => boolean) | undefined;
  let isFull = false;
  beforeAll(async () => {
    database = await createTestDatabase();
    class Room {
      @InAccountTransaction('updated', { tables: ['accounts'] })
      check(): void {
        if (isFull) throw new ConflictException('No room');
      }
    }
    @Module({
      imports: [
        AccountsModule.forRoot({
          database: { url: database.url },
          secretKeys: ['a secret of thirty-two characters or more'],
          apiVersions: invented,
          mountPath: 'people',
          features: [messagingFeature],
        }),
      ],
      controllers: [HostController],
      providers: [Room],
    })
    class HostModule {}
    host = await NestFactory.create(HostModule, { logger: false });
    host.setGlobalPrefix('v1');
    host.useGlobalGuards({
      canActivate: () => refusal?.() ?? true,
    });
    const port = await freePort();
    const options = { host: '127.0.0.1', port };
    host.connectMicroservice<MicroserviceOptions>(
      { transport: Transport.TCP, options },
      { inheritAppConfig: true },
    );
    await host.init();
    await host.startAllMicroservices();
    proxy = ClientProxyFactory.create({ transport: Transport.TCP, options });
    const account = await host
      .get(AccountsService, { strict: false })
      .create({ name: 'Ada', email: 'ada@example.com', password, language_code: 'en' }, byHost);
    const applications = host.get(ApplicationsService, { strict: false });
    token = (await applications.create(account.id, { name: 'Client' }, byHost)).accessToken;
  });
  afterAll(async () => {
    await proxy.close();
    await host.close();
    await database.drop();
  });

  it('support the host’s API versions', async () => {
    const ask = (pattern: string, accept_version: string, body?: object) =>
      answer(proxy, pattern, { access_token: token, accept_version, body });
    const old = await ask('accounts.get', '2.0');
    expect([old.body.account.name, old.headers['content-version']]).toEqual(['Ada', '2.0']);
    const changed = await ask('accounts.update', '2.1', { title: 'Countess' });
    expect([changed.status, Object.keys(changed.body.account)[0]]).toEqual([200, 'title']);
    expect((await ask('accounts.get', '2.0')).body.account.name).toBe('Countess');
    expect((await ask('accounts.get', '1.13')).status).toBe(400);
  });

  it('return the exception of a hook as their error', async () => {
    isFull = true;
    const client = new AccountsClient(proxy);
    await expect(
      client.update({ title: 'Ada' } as never, { accessToken: token }),
    ).rejects.toMatchObject({
      status: 409,
      body: { statusCode: 409, error: 'Conflict', message: 'No room' },
    });
    isFull = false;
  });

  it('link to the path where the host mounts the accounts', async () => {
    const { _links } = await new AccountsClient(proxy).get({ accessToken: token });
    expect(_links.self.href).toMatch(/^\/v1\/people\/api\/accounts\/\w{24}$/);
  });

  it('leave the host’s own messages unchanged', async () => {
    expect(await lastValueFrom(proxy.send('host.ping', {}))).toBe('pong');
    await expect(lastValueFrom(proxy.send('host.fail', {}))).rejects.toEqual({
      status: 'error',
      message: 'the host’s own',
    });
  });

  it.each<[string, () => boolean, string]>([
    [
      'throws',
      () => {
        throw new RpcException('Not in your tenant');
      },
      'Not in your tenant',
    ],
    ['returns false', () => false, 'Forbidden resource'],
  ])('return the host’s error when its guard %s', async (_, refuse, message) => {
    refusal = refuse;
    const sent = lastValueFrom(proxy.send('accounts.get', { access_token: token }));
    await expect(sent).rejects.toEqual({ status: 'error', message });
    await expect(new AccountsClient(proxy).get({ accessToken: token })).rejects.toMatchObject({
      status: 503,
      message: `The message was refused before it reached the accounts: ${message}`,
    });
    refusal = undefined;
  });
});

if (natsAvailable()) {
  describe('messages mounted in a host, over NATS', () => {
    let database: TestDatabase;
    let nats: NatsServer;
    const hosts: INestApplication[] = [];
    beforeAll(async () => {
      database = await createTestDatabase();
      nats = await NatsServer.start();
    });
    afterAll(async () => {
      await Promise.all(hosts.map((host) => host.close()));
      await nats.stop();
      await database.drop();
    });
    const createHost = async (): Promise<INestApplication> => {
      const accounts = AccountsModule.forRoot({
        database: { url: database.url },
        secretKeys: ['a secret of thirty-two characters or more'],
        features: [messagingFeature],
      });
      const host = await NestFactory.create({ module: class {}, imports: [accounts] } as never, {
        logger: false,
        abortOnError: false,
      });
      hosts.push(host);
      return host;
    };

    it('are each handled by one of several nodes, over Nest’s own transport', async () => {
      const servers = [nats.url];
      const taken = [0, 0];
      for (const index of [0, 1]) {
        const host = await createHost();
        host.useGlobalInterceptors({
          intercept(_context: unknown, next: CallHandler) {
            taken[index]!++;
            return next.handle();
          },
        });
        host.connectMicroservice<MicroserviceOptions>(
          { transport: Transport.NATS, options: { servers } },
          { inheritAppConfig: true },
        );
        await host.startAllMicroservices();
      }
      const account = await hosts[0]!
        .get(AccountsService, { strict: false })
        .create({ name: 'Ada', email: 'ada@example.com', password, language_code: 'en' }, byHost);
      const applications = hosts[0]!.get(ApplicationsService, { strict: false });
      const { accessToken } = await applications.create(account.id, { name: 'Client' }, byHost);
      const proxy = ClientProxyFactory.create({ transport: Transport.NATS, options: { servers } });
      const client = new AccountsClient(proxy);
      await Promise.all(Array.from({ length: 30 }, () => client.get({ accessToken })));
      await proxy.close();
      expect(taken[0]! + taken[1]!).toBe(30);
      expect(Math.min(...taken)).toBeGreaterThan(0);
    });

    it('are not handled if the server is closed while it connects to NATS', async () => {
      const host = await createHost();
      const server = new AccountsNatsServer({ servers: nats.url });
      host.connectMicroservice({ strategy: server });
      const starting = host.startAllMicroservices().catch(() => undefined);
      await Promise.resolve();
      await server.close();
      await starting;
      await Promise.all(hosts.filter((each) => each !== host).map((each) => each.close()));
      const connection = await connect({ servers: nats.url });
      await expect(connection.request('accounts.get', '{}', { timeout: 500 })).rejects.toThrow();
      await connection.close();
    });
  });
} else {
  describe('messages mounted in a host, over NATS', () => {
    it.skip('need nats-server on the PATH', () => undefined);
  });
}
