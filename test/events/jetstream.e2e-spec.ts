import { AckPolicy, jetstream, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { INestApplication } from '@nestjs/common';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byHost } from '../../src/request/requester.js';
import { AccountsModule } from '../../src/accounts.module.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import type { AccountEvent } from '../../src/events/account-event.js';
import { EventSubscriptionsRepository } from '../../src/events/event-subscriptions.repository.js';
import { JetStreamSubscriber } from '../../src/events/jetstream.subscriber.js';
import { parseNatsServers } from '../../src/service/settings/server-addresses.js';
import { leastOptions, startHost } from '../support/hosts/guest.js';
import { newEmail, password, startForm } from '../support/hosts/service.js';
import { natsAvailable, NatsServer } from '../support/servers/nats.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { until } from '../support/until.js';

const person = () => ({ name: 'Ada', email: newEmail(), password, language_code: 'en' });

(natsAvailable() ? describe : describe.skip)('JetStream', () => {
  let database: TestDatabase;
  let folder: string;
  let nats: NatsServer;
  let connection: NatsConnection;
  let manager: JetStreamManager;
  let app: INestApplication | undefined;
  beforeEach(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'jetstream-'));
    nats = await NatsServer.start('-js', '--store_dir', folder);
    connection = await connect({ servers: nats.url, maxReconnectAttempts: -1 });
    manager = await jetstreamManager(connection);
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
    await connection.close();
    await nats.stop();
    await rm(folder, { recursive: true });
    await database.drop();
  });

  const subscriber = () => new JetStreamSubscriber({ servers: `127.0.0.1:${nats.port}` });

  async function start(): Promise<AccountsService> {
    const options = { ...leastOptions({ url: database.url }), eventSubscribers: [subscriber()] };
    app = await startHost([AccountsModule.forRoot(options)]);
    return app.get(AccountsService, { strict: false });
  }

  /** The first messages of a stream: their subjects, their ids and the events. */
  async function messages(stream: string, count: number) {
    await until(async () => {
      const info = await manager.streams.info(stream).catch(() => undefined);
      return info !== undefined && info.state.messages >= count;
    });
    const { name } = await manager.consumers.add(stream, { ack_policy: AckPolicy.None });
    const consumer = await jetstream(connection).consumers.get(stream, name);
    const batch = await consumer.fetch({ max_messages: count, expires: 20_000 });
    const read = [];
    for await (const message of batch) {
      read.push({
        subject: message.subject,
        messageId: message.headers?.get('Nats-Msg-Id'),
        event: message.json<AccountEvent>(),
      });
    }
    return read;
  }

  it('stores every event, with the event id as the message id', async () => {
    const accounts = await start();
    const { id } = await accounts.create(person(), byHost);
    await accounts.update(id, { name: 'Ada King' }, byHost);
    await accounts.delete(id, byHost);
    const stored = await messages('ACCOUNT_EVENTS', 3);
    expect(stored.map(({ subject }) => subject)).toEqual([
      'account-events.account.created',
      'account-events.account.updated',
      'account-events.account.deleted',
    ]);
    for (const { event, messageId } of stored) {
      expect(messageId).toBe(event.id);
      expect(event.account_id).toBe(id);
    }
  });

  it('stores an event only once if it is published twice', async () => {
    const twice = subscriber();
    const event = {
      id: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
      type: 'account.created',
      timestamp: new Date().toISOString(),
      account_id: 'a',
      mount: 'accounts',
      revision: 1,
      data: {},
    } as const;
    await twice.handle(event);
    await twice.handle(event);
    await twice.close();
    const { state } = await manager.streams.info('ACCOUNT_EVENTS');
    expect(state.messages).toBe(1);
  });

  it('receives events that occurred while it was unavailable', async () => {
    const accounts = await start();
    const { id } = await accounts.create(person(), byHost);
    await messages('ACCOUNT_EVENTS', 1);
    await nats.stop();
    await accounts.update(id, { name: 'Ada King' }, byHost);
    const events = app!.get(EventSubscriptionsRepository, { strict: false });
    await until(async () => (await events.list())[0]!.last_error !== null);
    await nats.restart();
    const stored = await messages('ACCOUNT_EVENTS', 2);
    expect(stored.map(({ event }) => event.type)).toEqual(['account.created', 'account.updated']);
  });

  it('may be unavailable when the application starts', async () => {
    await nats.stop();
    const accounts = await start();
    const { id } = await accounts.create(person(), byHost);
    await nats.restart();
    const [stored] = await messages('ACCOUNT_EVENTS', 1);
    expect(stored!.event).toMatchObject({ type: 'account.created', account_id: id });
  });

  it('keeps the operator’s stream, and gets a new one if it is deleted', async () => {
    await manager.streams.add({ name: 'OWN', subjects: ['account-events.>'] });
    const accounts = await start();
    const { id } = await accounts.create(person(), byHost);
    expect(await messages('OWN', 1)).toHaveLength(1);
    expect(await manager.streams.names().next()).toEqual(['OWN']);
    await manager.streams.delete('OWN');
    await accounts.update(id, { name: 'Ada King' }, byHost);
    const [stored] = await messages('ACCOUNT_EVENTS', 1);
    expect(stored!.event.type).toBe('account.updated');
  });

  it('must have a stream for all events if it has one for some', async () => {
    await manager.streams.add({ name: 'OWN', subjects: ['account-events.account.>'] });
    await expect(start()).rejects.toThrow(
      'No NATS stream has the subjects account-events.email.changed, account-events.email.verified, account-events.password.changed',
    );
  });

  it('is set up by nodes that start concurrently, whichever of them adds the stream', async () => {
    for (let round = 0; round < 20; round++) {
      const nodes = Array.from({ length: 4 }, subscriber);
      try {
        await Promise.all(nodes.map((node) => node.open()));
        expect(await manager.streams.names().next()).toEqual(['ACCOUNT_EVENTS']);
        await manager.streams.delete('ACCOUNT_EVENTS');
      } finally {
        await Promise.all(nodes.map((node) => node.close()));
      }
    }
  });

  it('configured in the settings receives the service’s events', async () => {
    const eventsServers = parseNatsServers(nats.url);
    const service = await startForm('express', { eventsServers });
    try {
      const { account } = await service.newCaller();
      const [stored] = await messages('ACCOUNT_EVENTS', 1);
      expect(stored!.event.account_id).toBe(account.id);
    } finally {
      await service.close();
    }
  });

  it('must be enabled in NATS for the application to start', async () => {
    await nats.stop();
    nats = await NatsServer.start();
    await expect(start()).rejects.toThrow(
      'NATS has no JetStream, without which the events of jetstream would be lost',
    );
  });
});
