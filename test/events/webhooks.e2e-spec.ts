import {
  Injectable,
  Logger,
  Module,
  Scope,
  UseGuards,
  UseInterceptors,
  type INestApplication,
  type Provider,
} from '@nestjs/common';
import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { Webhook } from 'standardwebhooks';
import { byHost } from '../../src/request/requester.js';
import { AccountsModule } from '../../src/accounts.module.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import type { AccountEvent } from '../../src/events/account-event.js';
import type { AccountEventSubscriber } from '../../src/events/account-event.subscriber.js';
import { EventSubscriptionsRepository } from '../../src/events/event-subscriptions.repository.js';
import { OnAccountEvent } from '../../src/events/on-account-event.decorator.js';
import { WebhookSubscriber } from '../../src/events/webhook.subscriber.js';
import { leastOptions, startHost } from '../support/hosts/guest.js';
import { newEmail, password, startForm } from '../support/hosts/service.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { until } from '../support/until.js';

const secrets = ['one', 'two'].map(
  (seed) => `whsec_${Buffer.from(seed.repeat(10)).toString('base64')}`,
) as [string, string];

interface Delivery {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver on its own port, with all its deliveries. */
class Receiver {
  readonly deliveries: Delivery[] = [];
  /** The response to the delivery of this number, counted from 1. */
  respond: (response: ServerResponse, count: number) => void = (response) => response.end();
  private readonly server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      this.deliveries.push({ path: request.url!, headers: request.headers, body });
      this.respond(response, this.deliveries.length);
    });
  });

  async listen(port = 0): Promise<string> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks/token-in-the-path`;
  }

  events(): AccountEvent[] {
    return this.deliveries.map(({ body }) => JSON.parse(body) as AccountEvent);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

const person = () => ({ name: 'Ada', email: newEmail(), password, language_code: 'en' });

describe('Webhooks', () => {
  let database: TestDatabase;
  let client: Client;
  let receiver: Receiver;
  let url: string;
  let app: INestApplication | undefined;
  beforeEach(async () => {
    receiver = new Receiver();
    url = await receiver.listen();
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
    receiver.close();
    await client.end();
    await database.drop();
  });

  async function start(...eventSubscribers: AccountEventSubscriber[]): Promise<AccountsService> {
    const options = { ...leastOptions({ url: database.url }), eventSubscribers };
    app = await startHost([AccountsModule.forRoot(options)]);
    return app.get(AccountsService, { strict: false });
  }

  const count = async (table: string): Promise<number> => {
    const { rows } = await client.query(`SELECT count(*)::int AS count FROM ${table}`);
    return (rows as [{ count: number }])[0].count;
  };

  it('are signed with every secret and verified by the Standard Webhooks library', async () => {
    const accounts = await start(new WebhookSubscriber({ url, secrets }));
    const { id } = await accounts.create(person(), byHost);
    await accounts.update(id, { name: 'Ada King' }, byHost);
    await accounts.delete(id, byHost);
    await until(() => receiver.deliveries.length === 3);
    expect(receiver.events().map(({ type, account_id }) => [type, account_id])).toEqual([
      ['account.created', id],
      ['account.updated', id],
      ['account.deleted', id],
    ]);
    for (const { headers, body, path } of receiver.deliveries) {
      expect(path).toBe('/hooks/token-in-the-path');
      const sent = headers as Record<string, string>;
      expect(sent['webhook-id']).toBe((JSON.parse(body) as AccountEvent).id);
      for (const secret of secrets) {
        expect(new Webhook(secret).verify(body, sent)).toEqual(JSON.parse(body));
      }
      expect(() => new Webhook(secrets[0]).verify(`${body} `, sent)).toThrow('No matching');
      const other = `whsec_${Buffer.alloc(24).toString('base64')}`;
      expect(() => new Webhook(other).verify(body, sent)).toThrow('No matching');
    }
    await until(async () => (await count('event_deliveries')) === 0);
  });

  it('are sent again after an error, redirect or timeout, with the same id and in order', async () => {
    receiver.respond = (response, number) => {
      if (number === 1) response.writeHead(500).end();
      else if (number === 2) response.writeHead(307, { Location: '/elsewhere' }).end();
      // The third delivery receives no response.
      else if (number > 3) response.end();
    };
    const accounts = await start(new WebhookSubscriber({ url, secrets, timeoutMs: 300 }));
    const { id } = await accounts.create(person(), byHost);
    await accounts.update(id, { name: 'Ada King' }, byHost);
    await until(() => receiver.deliveries.length === 5);
    const [first, ...events] = receiver.events();
    expect(events.slice(0, 3)).toEqual([first, first, first]);
    expect(events[3]).toMatchObject({ type: 'account.updated', account_id: id });
    expect(new Set(receiver.deliveries.map(({ path }) => path)).size).toBe(1);
  });

  it('report to the operator why a delivery failed, without the URL path', async () => {
    receiver.close();
    const accounts = await start(new WebhookSubscriber({ url, secrets }));
    await accounts.create(person(), byHost);
    const events = app!.get(EventSubscriptionsRepository, { strict: false });
    await until(async () => (await events.list())[0]!.last_error !== null);
    const [state] = await events.list();
    expect(state).toMatchObject({ waiting: 1, parked: 0 });
    expect(state!.name).toMatch(/^webhook\.127\.0\.0\.1\.[0-9a-f]{8}$/);
    expect(state!.last_error).toMatch(/^no response: connect ECONNREFUSED/);
    expect(JSON.stringify(state)).not.toContain('token-in-the-path');
  });

  it('end with a 410: the subscription is dropped and no more events are stored', async () => {
    receiver.respond = (response) => response.writeHead(410).end();
    const accounts = await start(new WebhookSubscriber({ url, secrets }));
    const { id } = await accounts.create(person(), byHost);
    await until(async () => (await count('event_subscriptions')) === 0);
    await accounts.update(id, { name: 'Ada King' }, byHost);
    expect(await count('event_deliveries')).toBe(0);
    expect(receiver.deliveries).toHaveLength(1);
  });

  it('that hang delay no other subscriber and no request', async () => {
    receiver.respond = () => undefined;
    const other = new Receiver();
    const accounts = await start(
      new WebhookSubscriber({ url, secrets }),
      new WebhookSubscriber({ url: await other.listen(), secrets }),
    );
    try {
      for (let i = 0; i < 30; i++) await accounts.create(person(), byHost);
      await until(() => other.deliveries.length === 30);
      expect(receiver.deliveries.length).toBeLessThanOrEqual(20);
    } finally {
      other.close();
      receiver.close();
    }
  });

  it('are sent even to ports that fetch blocks', async () => {
    const other = new Receiver();
    const listening = (port: number) =>
      other.listen(port).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') throw error;
      });
    let blocked: string | void = undefined;
    for (const port of [6000, 6566, 10080, 5060]) blocked ??= await listening(port);
    await expect(fetch(blocked!)).rejects.toMatchObject({ cause: { message: 'bad port' } });
    try {
      const accounts = await start(new WebhookSubscriber({ url: blocked!, secrets }));
      await accounts.create(person(), byHost);
      await until(() => other.deliveries.length === 1);
    } finally {
      other.close();
    }
  });

  it.each([
    [429, () => '3'],
    [503, () => new Date(Date.now() + 4_000).toUTCString()],
  ])('wait as long as Retry-After says after a %i', async (status, retryAfter) => {
    const times: number[] = [];
    receiver.respond = (response, number) => {
      times.push(performance.now());
      if (number === 1) response.writeHead(status, { 'Retry-After': retryAfter() });
      response.end();
    };
    const accounts = await start(new WebhookSubscriber({ url, secrets }));
    await accounts.create(person(), byHost);
    await until(() => times.length === 1);
    await accounts.create(person(), byHost);
    await until(() => times.length === 3);
    expect(times[1]! - times[0]!).toBeGreaterThan(2_500);
  });

  it('that hang at shutdown log no warning about the closed database', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    try {
      receiver.respond = () => undefined;
      const accounts = await start(new WebhookSubscriber({ url, secrets, timeoutMs: 11_000 }));
      await accounts.create(person(), byHost);
      await until(() => receiver.deliveries.length === 1);
      await app!.close();
      app = undefined;
      await setTimeout(2_000);
      expect(warn.mock.calls).toEqual([]);
    } finally {
      warn.mockRestore();
    }
  });

  it.each([
    ['http://[::1]:9000', /^webhook\.--1\.[0-9a-f]{8}$/],
    ['http://[2001:db8::7:1]', /^webhook\.2001-db8--7-1\.[0-9a-f]{8}$/],
    ['https://hooks.example.com/a', /^webhook\.hooks\.example\.com\.[0-9a-f]{8}$/],
  ])('have a name that shows their host: %s', (each, name) => {
    expect(new WebhookSubscriber({ url: each, secrets }).name).toMatch(name);
  });

  it('configured in the settings are sent by the service', async () => {
    const service = await startForm('express', { webhooks: [{ url, secrets }] });
    try {
      const { account } = await service.newCaller();
      await until(() => receiver.deliveries.some(({ body }) => body.includes(account.id)));
    } finally {
      await service.close();
    }
  });
});

describe('A subscriber that cannot receive events', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const start = (eventSubscribers: AccountEventSubscriber[], ...providers: Provider[]) => {
    @Module({
      imports: [
        AccountsModule.forRoot({ ...leastOptions({ url: database.url }), eventSubscribers }),
      ],
      providers,
    })
    class HostModule {}
    return startHost([HostModule]);
  };
  const subscriber = (name: string, types: unknown = ['account.created']) =>
    ({ name, types, handle: () => Promise.resolve() }) as AccountEventSubscriber;

  it('is refused if its name is used twice', async () => {
    @Injectable()
    class Billing {
      @OnAccountEvent('billing', 'account.deleted')
      take(): void {}
    }
    await expect(start([subscriber('billing')], Billing)).rejects.toThrow(
      'Two subscribers have the name billing',
    );
  });

  it('is refused if its name is invalid or it has no known event types', async () => {
    await expect(start([subscriber('a b')])).rejects.toThrow('needs a name of 1 to 64');
    await expect(start([subscriber('x', [])])).rejects.toThrow('must name types of events');
    await expect(start([subscriber('x', ['account.seen'])])).rejects.toThrow('must name types');
    await expect(start([{} as AccountEventSubscriber])).rejects.toThrow(
      'eventSubscribers must list',
    );
  });

  it.each([
    ['request', Scope.REQUEST],
    ['consumer', Scope.TRANSIENT],
  ] as const)('is refused in a provider that is created for each %s', async (owner, scope) => {
    @Injectable({ scope })
    class Billing {
      @OnAccountEvent('billing', 'account.deleted')
      take(): void {}
    }
    const byFactory = { provide: Billing, useFactory: () => new Billing(), scope };
    for (const provider of [Billing, byFactory]) {
      await expect(start([], provider)).rejects.toThrow(
        `Billing is created for each ${owner}, so its method take cannot have @OnAccountEvent().`,
      );
    }
  });

  it.each([
    ['@UseGuards()', UseGuards],
    ['@UseInterceptors()', UseInterceptors],
  ] as const)('is refused in a class that only %s names', async (_, bind) => {
    @Injectable()
    class Billing {
      @OnAccountEvent('billing', 'account.deleted')
      take(): void {}
    }
    @bind(Billing as never)
    @Injectable()
    class Bound {}
    await expect(start([], Bound)).rejects.toThrow(
      'Billing is not a provider, so its method take cannot have @OnAccountEvent().',
    );
    const host = await start([], Bound, Billing);
    await host.close();
  });

  it('is refused if its webhook URL or secret is invalid, without echoing it', () => {
    const url = 'https://user:hunter2@billing';
    expect(() => new WebhookSubscriber({ url, secrets })).toThrow(
      /^WebhookSubscriber: url must(?!.*hunter2)/,
    );
    const short = `whsec_${Buffer.from('hunter2').toString('base64')}`;
    expect(() => new WebhookSubscriber({ url: 'https://billing', secrets: [short] })).toThrow(
      /^WebhookSubscriber: secrets must list secrets of whsec_ and 24 to 64 bytes in base64\.$/,
    );
    const misspelt = { url: 'https://billing', secrets, timeout: 300 };
    expect(() => new WebhookSubscriber(misspelt)).toThrow(
      /^WebhookSubscriber has no option timeout\.$/,
    );
  });
});
