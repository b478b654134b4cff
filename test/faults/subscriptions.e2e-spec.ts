import type { INestApplication } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { AccountsModule } from '../../src/accounts.module.js';
import { PurgeService } from '../../src/database/purge/purge.service.js';
import {
  EventRejectedError,
  type AccountEventSubscriber,
} from '../../src/events/account-event.subscriber.js';
import type { AccountEvent, AccountEventType } from '../../src/events/account-event.js';
import { EventDeliveriesRepository } from '../../src/events/event-deliveries.repository.js';
import { ParkedEventsRepository } from '../../src/events/parked-events.repository.js';
import { EventSubscriptionsRepository } from '../../src/events/event-subscriptions.repository.js';
import { EventsService } from '../../src/events/events.service.js';
import { operatorFeature } from '../../src/operator/operator.feature.js';
import { MaintenanceService } from '../../src/operator/maintenance.service.js';
import { leastOptions, startHost } from '../support/hosts/guest.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { TcpProxy } from '../support/servers/tcp-proxy.js';
import { until } from '../support/until.js';

const billing = { name: 'billing', types: ['account.created', 'account.updated'] as const };
const limits = { accounts: 5, eventsPerAccount: 5, leaseMs: 30_000, isProbe: false };

describe('Event subscriptions', () => {
  let database: TestDatabase;
  let pool: Pool;
  const apps: INestApplication[] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
    pool = new Pool({ connectionString: database.url, max: 10 });
  });
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
    await pool.end();
    await database.drop();
  });

  async function start(
    take: (event: AccountEvent) => unknown,
    types: AccountEventType[] = ['account.created', 'account.updated', 'account.deleted'],
    url = database.url,
  ): Promise<EventSubscriptionsRepository> {
    const subscriber: AccountEventSubscriber = {
      name: 'billing',
      types,
      handle: async (event) => take(event),
    };
    const options = {
      ...leastOptions({ url }),
      eventSubscribers: [subscriber],
      features: [operatorFeature()],
    };
    const app = await startHost([AccountsModule.forRoot(options)]);
    apps.push(app);
    return app.get(EventSubscriptionsRepository, { strict: false });
  }

  /** Has events written for a subscription that no node handles. */
  const subscribe = (...types: AccountEventType[]) =>
    pool.query(
      `INSERT INTO event_subscriptions (name, type) SELECT 'billing', unnest($1::text[])`,
      [types],
    );

  const insert = (id: string, client: Pool | Client = pool) =>
    client.query(
      `INSERT INTO accounts (id, name, email, email_key, language_code, created_at, updated_at, password_hash)
       VALUES ($1, 'Ada', $1, $1, 'en', now(), now(), 'hash')`,
      [id],
    );
  const rename = (id: string, name = 'Ada King') =>
    pool.query('UPDATE accounts SET name = $2, revision = revision + 1 WHERE id = $1', [id, name]);
  const count = async (table: string): Promise<number> => {
    const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::int FROM ${table}`);
    return rows[0]!.count;
  };
  const deliveriesRepository = () => apps[0]!.get(EventDeliveriesRepository, { strict: false });
  const purge = () => apps[0]!.get(PurgeService, { strict: false }).purge();
  const maintenance = () => apps[0]!.get(MaintenanceService, { strict: false });
  const operator = { channel: 'code', operator: 'grace' } as const;
  const parkedRepository = () => apps[0]!.get(ParkedEventsRepository, { strict: false });

  it('are dropped under load without failing account changes, and leave no rows', async () => {
    await subscribe('account.created', 'account.updated');
    const ids = Array.from({ length: 8 }, (_, i) => `account ${i}`);
    for (const id of ids) await insert(id);
    await pool.query(`
      INSERT INTO event_deliveries (subscription, event_id, type, account_id, revision, data, occurred_at)
      SELECT 'billing', i, 'account.updated', 'account ' || i % 500, 1, '{}', now() FROM generate_series(1, 20000) i`);
    const events = await start(() => undefined, ['account.deleted']);
    let isOver = false;
    const writing = Promise.all(
      ids.map(async (id) => {
        for (let i = 0; !isOver; i++) await rename(id, `Ada ${i}`);
      }),
    );
    await delay(300);
    expect(await maintenance().dropSubscription('billing', operator)).toBe(true);
    expect(await events.list()).toEqual([]);
    await delay(300);
    isOver = true;
    await writing;
    await purge();
    for (const table of ['event_deliveries', 'event_queues', 'parked_events']) {
      expect([table, await count(table)]).toEqual([table, 0]);
    }
  });

  it('are dropped, retried and discarded with a pool of one connection', async () => {
    await subscribe('account.created');
    await insert('ada');
    await insert('grace');
    const single = new Pool({
      connectionString: database.url,
      options: '-c TimeZone=UTC -c DateStyle=ISO',
      max: 1,
    });
    const options = { ...leastOptions({ pool: single }), features: [operatorFeature()] };
    apps.push(await startHost([AccountsModule.forRoot(options)]));
    const { rows } = await pool.query('SELECT sequence FROM event_deliveries ORDER BY sequence');
    const [first, second] = rows.map(({ sequence }) => Number(sequence));
    expect(await maintenance().retryEvent('billing', first!, operator)).toBe(true);
    expect(await maintenance().discardEvent('billing', second!, operator)).toBe(true);
    expect(await maintenance().retryEvents('billing', operator)).toBe(0);
    expect(await maintenance().dropSubscription('billing', operator)).toBe(true);
    await until(async () => (await count('event_deliveries')) === 0);
    await apps.pop()!.close();
    await single.end();
  });

  it('record every event of concurrent transactions on different accounts', async () => {
    await subscribe('account.created');
    const getAccounts = (name: string) => Array.from({ length: 100 }, (_, i) => `${name} ${i}`);
    await Promise.all(
      Array.from({ length: 4 }, async (_, c) => {
        const client = new Client({ connectionString: database.url });
        await client.connect();
        for (let t = 0; t < 10; t++) {
          await client.query('BEGIN');
          const ids = getAccounts(`account ${c} ${t}`).sort(() => Math.random() - 0.5);
          for (const id of ids) await insert(id, client);
          await client.query('COMMIT');
        }
        await client.end();
      }),
    );
    expect(await count('event_deliveries')).toBe(4_000);
  });

  it('deliver a type only to nodes that handle it, in the order of the account', async () => {
    const older: AccountEvent[] = [];
    const newer: AccountEvent[] = [];
    await start((event) => older.push(event), ['account.created']);
    await start((event) => newer.push(event), ['account.created', 'account.updated']);
    const ids = Array.from({ length: 40 }, (_, i) => `account ${i}`);
    await Promise.all(
      ids.map(async (id) => {
        await insert(id);
        await rename(id);
      }),
    );
    // A restart of the older node removes no type.
    await apps.shift()!.close();
    await start((event) => older.push(event), ['account.created']);
    for (const id of ids) await rename(id, 'Ada Lovelace');
    await until(async () => (await count('event_deliveries')) === 0);
    expect(older.filter(({ type }) => type !== 'account.created')).toEqual([]);
    const updates = newer.filter(({ type }) => type === 'account.updated');
    for (const id of ids) {
      const own = updates.filter(({ account_id }) => account_id === id);
      expect(own.map(({ revision }) => revision)).toEqual([2, 3]);
    }
    expect(await count('parked_events')).toBe(0);
  });

  it('park events of a type that no running subscriber handles, until one does', async () => {
    await subscribe('account.created', 'account.updated');
    await pool.query(`UPDATE event_subscriptions SET seen_at = now() - INTERVAL '2 minutes'`);
    await insert('ada');
    await rename('ada');
    await pool.query(`DELETE FROM accounts WHERE id = 'ada'`);
    const events = await start(() => undefined, ['account.created']);
    await until(async () => (await count('event_deliveries')) === 0);
    expect(await events.list()).toMatchObject([
      { waiting: 0, parked: 1, last_error: 'No running subscriber handles account.updated.' },
    ]);
    const taken: AccountEvent[] = [];
    await start((event) => taken.push(event), ['account.updated']);
    await until(() => taken.length === 1);
    expect(taken).toMatchObject([{ type: 'account.updated', account_id: 'ada' }]);
  });

  it('keep delivering while the events of other accounts always fail', async () => {
    const taken: AccountEvent[] = [];
    await start((event) => {
      if (event.account_id.startsWith('poisoned')) throw new Error('poisoned');
      taken.push(event);
    });
    for (let i = 0; i < 12; i++) await insert(`poisoned ${i}`);
    await delay(5_000);
    for (let i = 0; i < 5; i++) {
      const before = Date.now();
      await insert(`sound ${i}`);
      await until(() => taken.length === i + 1);
      // Retrying the twelve accounts first, each after its pause, would take longer.
      expect(Date.now() - before).toBeLessThan(20_000);
    }
  });

  it('continue after an event that times out or is rejected', async () => {
    const taken: AccountEvent[] = [];
    let isHanging = true;
    const events = await start((event) => {
      if (event.account_id === 'rejected') throw new EventRejectedError('no such customer');
      if (event.account_id === 'hanging' && isHanging) {
        isHanging = false;
        return new Promise(() => undefined);
      }
      return taken.push(event);
    });
    await insert('hanging');
    await insert('rejected');
    await insert('sound');
    await until(() => taken.length === 1);
    await until(async () => (await count('parked_events')) === 1);
    expect(await events.list()).toMatchObject([{ parked: 1, last_error: 'no such customer' }]);
    await delay(60_000);
    await until(() => taken.length === 2);
    expect(taken.map(({ account_id }) => account_id)).toEqual(['sound', 'hanging']);
  }, 120_000);

  it('ignore updates from a node whose claim another node has taken over', async () => {
    await start(() => undefined, ['account.deleted']);
    await subscribe('account.created', 'account.updated');
    await apps[0]!.get(EventsService, { strict: false }).beforeApplicationShutdown();
    await insert('ada');
    await rename('ada');
    const deliveries = deliveriesRepository();
    const [paused] = await deliveries.claim(billing, limits);
    expect(await deliveries.claim(billing, limits)).toEqual([]);
    await pool.query(`UPDATE event_queues SET due_at = now() + INTERVAL '0.5 milliseconds'`);
    const [current] = await deliveries.claim(billing, limits);
    const { sequence } = paused!.events[0]!;
    await deliveries.extend([paused!], 600_000);
    await deliveries.release(paused!);
    await parkedRepository().park(paused!, { sequence, attempts: 1, error: 'late' });
    expect(await deliveries.fail(paused!, { attempts: 1, error: 'late' }, 1)).toBe(false);
    expect(await deliveries.settle(paused!, sequence)).toBe(false);
    expect([await count('event_deliveries'), await count('parked_events')]).toEqual([2, 0]);
    for (const event of current!.events) {
      expect(await deliveries.settle(current!, event.sequence)).toBe(true);
    }
    await deliveries.release(current!);
    expect([await count('event_deliveries'), await count('event_queues')]).toEqual([0, 0]);
  });

  it('delete an empty queue, and deliver an event written while one exists', async () => {
    const taken: AccountEvent[] = [];
    await start((event) => taken.push(event));
    await pool.query(
      `INSERT INTO event_queues (subscription, account_id, due_at) VALUES ('billing', 'ada', now())`,
    );
    await until(async () => (await count('event_queues')) === 0);
    await pool.query(
      `INSERT INTO event_queues (subscription, account_id, due_at)
       VALUES ('billing', 'ada', now() + INTERVAL '3 seconds')`,
    );
    await insert('ada');
    await until(() => taken.length === 1);
    await until(async () => (await count('event_queues')) === 0);
  });

  it('keep parked events for thirty days', async () => {
    await subscribe('account.created');
    await pool.query(`
      INSERT INTO parked_events
      SELECT i, 'billing', i, 'account.created', 'ada', 1, '{}', now(), now() - i * INTERVAL '1 day', 3, 'down'
      FROM unnest(ARRAY[29, 31]) i`);
    await start(() => undefined, ['account.deleted']);
    await purge();
    const { rows } = await pool.query('SELECT sequence::int FROM parked_events ORDER BY 1');
    expect(rows).toEqual([{ sequence: 29 }]);
  });

  it('retry 100,000 parked events in the background', async () => {
    await subscribe('account.created');
    await pool.query(`
      INSERT INTO parked_events
      SELECT -i, 'billing', i, 'account.created', 'account ' || i % 300, 1, '{}', now(), now(), 3, 'down'
      FROM generate_series(1, 100000) i`);
    const events = await start(() => undefined, ['account.deleted']);
    await pool.query(
      `UPDATE event_subscriptions SET seen_at = now() WHERE type = 'account.created'`,
    );
    expect(await maintenance().retryEvents('billing', operator)).toBe(100_000);
    await until(async () => (await count('parked_events')) === 0);
    expect(await events.list()).toMatchObject([{ waiting: 20_000, more_waiting: true }]);
    expect(await count('event_queues')).toBe(300);
  });

  it('retry parked events after the database clock was set back', async () => {
    await subscribe('account.created');
    await pool.query(`
      INSERT INTO parked_events
      SELECT -i, 'billing', i, 'account.created', 'ada', 1, '{}', now(), now() + INTERVAL '1 hour', 3, 'down'
      FROM generate_series(1, 3) i`);
    await start(() => undefined, ['account.created']);
    expect(await maintenance().retryEvents('billing', operator)).toBe(3);
    await until(async () => (await count('parked_events')) === 0);
  });

  it('finish a retry on another node after the requesting process has ended', async () => {
    await subscribe('account.created');
    await pool.query(`
      INSERT INTO parked_events
      SELECT -i, 'billing', i, 'account.created', 'account ' || i % 300, 1, '{}', now(), now(), 3, 'down'
      FROM generate_series(1, 12000) i`);
    await pool.query(`UPDATE event_subscriptions SET retry_up_to = 20000`);
    await start(() => undefined, ['account.created']);
    const requested = 'SELECT FROM event_subscriptions WHERE retry_up_to IS NOT NULL';
    await until(async () => (await pool.query(requested)).rows.length === 0);
    expect(await count('parked_events')).toBe(0);
  });

  it('are registered once the database responds', async () => {
    const proxy = await TcpProxy.before('postgresql://127.0.0.1:1');
    const taken: AccountEvent[] = [];
    await start((event) => taken.push(event), ['account.created'], proxy.url(database.url));
    expect(await count('event_subscriptions')).toBe(0);
    proxy.retarget(database.url);
    await until(async () => (await count('event_subscriptions')) === 1);
    await insert('ada');
    await until(() => taken.length === 1);
    await apps.pop()!.close();
    await proxy.close();
  });
});
