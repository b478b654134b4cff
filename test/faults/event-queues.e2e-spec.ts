import { Logger, type INestApplication } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { AccountsModule } from '../../src/accounts.module.js';
import { PurgeService } from '../../src/database/purge/purge.service.js';
import type { AccountEvent } from '../../src/events/account-event.js';
import {
  EventDeliveriesRepository,
  type WaitingEvent,
} from '../../src/events/event-deliveries.repository.js';
import { EventSubscriptionsRepository } from '../../src/events/event-subscriptions.repository.js';
import { EventsService } from '../../src/events/events.service.js';
import { ParkedEventsRepository } from '../../src/events/parked-events.repository.js';
import { leastOptions, startHost } from '../support/hosts/guest.js';
import { FaultyPostgres, faultyPostgresAvailable } from '../support/servers/faulty-postgres.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { until } from '../support/until.js';

/** Waits until the condition holds, or throws after `ms`. */
async function within(ms: number, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`It did not come to pass within ${ms} ms.`);
    await delay(20);
  }
}

const types = ['account.created', 'account.updated', 'account.deleted'] as const;
const billing = { name: 'billing', types: [...types] };
const limits = { accounts: 5, eventsPerAccount: 5, leaseMs: 30_000, isProbe: false };

/** One delivery of an event to a subscriber. */
interface Delivery {
  readonly event: AccountEvent;
  readonly from: number;
  readonly to: number;
}

/** Hosts with one subscriber, all on one database. */
class Nodes {
  readonly deliveries: Delivery[] = [];
  readonly apps: INestApplication[] = [];
  private readonly pool: Pool;

  constructor(private readonly url: string) {
    this.pool = new Pool({ connectionString: url, max: 10 });
    this.pool.on('error', () => undefined);
  }

  /** @param take handles an event; the delivery counts when it has succeeded */
  async start(take: (event: AccountEvent) => unknown = () => undefined): Promise<INestApplication> {
    const subscriber = {
      name: 'billing',
      types,
      handle: async (event: AccountEvent) => {
        const from = performance.now();
        await take(event);
        this.deliveries.push({ event, from, to: performance.now() });
      },
    };
    const options = { ...leastOptions({ url: this.url }), eventSubscribers: [subscriber] };
    const app = await startHost([AccountsModule.forRoot(options)]);
    this.apps.push(app);
    return app;
  }

  async stop(): Promise<void> {
    for (const app of this.apps.splice(0)) await app.close();
    await this.pool.end();
  }

  query(sql: string, values: unknown[] = []) {
    return this.pool.query(sql, values);
  }

  async insert(id: string): Promise<void> {
    await this.query(
      `INSERT INTO accounts (id, name, email, email_key, language_code, created_at, updated_at, password_hash)
       VALUES ($1, 'Ada', $1, $1, 'en', now(), now(), 'hash')`,
      [id],
    );
  }

  async rename(id: string, name: string): Promise<void> {
    await this.query('UPDATE accounts SET name = $2 WHERE id = $1', [id, name]);
  }

  async count(table: string): Promise<number> {
    const { rows } = await this.query(`SELECT count(*)::int AS count FROM ${table}`);
    return (rows as [{ count: number }])[0].count;
  }

  /** Waits until every event is delivered. */
  delivered(): Promise<void> {
    return until(async () => (await this.count('event_deliveries')) === 0);
  }

  /** Expects each event once, and the events of an account sequentially and in order. */
  expectOnce(count: number): void {
    expect(this.deliveries).toHaveLength(count);
    expect(new Set(this.deliveries.map(({ event }) => event.id)).size).toBe(count);
    const last = new Map<string, Delivery>();
    for (const delivery of this.deliveries) {
      const { account_id, revision } = delivery.event;
      const before = last.get(account_id);
      if (before) {
        expect(delivery.from).toBeGreaterThanOrEqual(before.to);
        expect(revision).toBeGreaterThan(before.event.revision);
      }
      last.set(account_id, delivery);
    }
  }
}

describe('Event queues', () => {
  let database: TestDatabase;
  let nodes: Nodes;
  beforeEach(async () => {
    database = await createTestDatabase();
    nodes = new Nodes(database.url);
  });
  afterEach(async () => {
    await nodes.stop();
    await database.drop();
  });

  const apps = () => nodes.apps[0]!;

  /** Starts a node that handles no events, for its repositories. */
  async function startIdle(): Promise<EventDeliveriesRepository> {
    const app = await nodes.start();
    await app.get(EventsService, { strict: false }).beforeApplicationShutdown();
    return app.get(EventDeliveriesRepository, { strict: false });
  }

  it('deliver each event once while accounts change several times a second', async () => {
    await nodes.start(() => delay(Math.random() * 4));
    await nodes.start(() => delay(Math.random() * 4));
    const ids = Array.from({ length: 6 }, (_, i) => `account ${i}`);
    const changes = 120;
    await Promise.all(
      ids.map(async (id) => {
        await nodes.insert(id);
        for (let i = 1; i < changes; i++) {
          await nodes.rename(id, `Ada ${i}`);
          await delay(Math.random() * 60);
        }
      }),
    );
    await nodes.delivered();
    nodes.expectOnce(ids.length * changes);
    await until(async () => (await nodes.count('event_queues')) === 0);
  }, 60_000);

  it('keep an event that is committed while its empty queue is released', async () => {
    const deliveries = await startIdle();
    await nodes.insert('ada');
    const [queue] = await deliveries.claim(billing, limits);
    await deliveries.settle(queue!, queue!.events[0]!.sequence);
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query('BEGIN');
    await client.query(`UPDATE accounts SET name = 'Ada King' WHERE id = 'ada'`);
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
    const released = deliveries.release(queue!);
    await until(async () => {
      const { rowCount } = await nodes.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      return rowCount === 1;
    });
    await client.query('COMMIT');
    await client.end();
    await released;
    const { rows } = await nodes.query('SELECT claim, due_at <= now() AS due FROM event_queues');
    expect(rows).toEqual([{ claim: null, due: true }]);
  });

  it('are deleted only by the worker that has claimed them', async () => {
    const deliveries = await startIdle();
    await nodes.insert('ada');
    const [first] = await deliveries.claim(billing, limits);
    await deliveries.settle(first!, first!.events[0]!.sequence);
    await nodes.query(`UPDATE event_queues SET claim = 'another'`);
    await deliveries.release(first!);
    expect(await nodes.count('event_queues')).toBe(1);
  });

  it('do not rely on their stored number of waiting events', async () => {
    await nodes.query(
      `INSERT INTO event_subscriptions (name, type) SELECT 'billing', unnest($1::text[])`,
      [types],
    );
    for (const [i, number] of [0, -5, 1, 2_147_483_647].entries()) {
      await nodes.insert(`account ${i}`);
      await nodes.query('UPDATE event_queues SET waiting = $2 WHERE account_id = $1', [
        `account ${i}`,
        number,
      ]);
      for (let change = 1; change < 4; change++) {
        await nodes.rename(`account ${i}`, `Ada ${change}`);
        await nodes.query('UPDATE event_queues SET waiting = $2 WHERE account_id = $1', [
          `account ${i}`,
          number,
        ]);
      }
    }
    const app = await nodes.start();
    await nodes.delivered();
    nodes.expectOnce(16);
    await until(async () => (await nodes.count('event_queues')) === 0);
    const events = app.get(EventSubscriptionsRepository, { strict: false });
    expect(await events.list()).toMatchObject([{ waiting: 0 }]);
  });

  it('reach the same state when a statement of unknown outcome is repeated', async () => {
    const deliveries = await startIdle();
    const parked = apps().get(ParkedEventsRepository, { strict: false });
    await nodes.insert('ada');
    for (let i = 1; i < 5; i++) await nodes.rename('ada', `Ada ${i}`);
    const claimOne = async () => {
      await nodes.query('UPDATE event_queues SET due_at = now()');
      return (await deliveries.claim(billing, limits))[0]!;
    };
    const state = async () => {
      const queues = await nodes.query(
        `SELECT claim, attempts, last_error, give_up_at, due_at > now() + INTERVAL '1 second' AS pauses FROM event_queues`,
      );
      const [waiting, given] = [
        await nodes.count('event_deliveries'),
        await nodes.count('parked_events'),
      ];
      return { queues: queues.rows, waiting, given };
    };
    const repeated = async (work: () => Promise<unknown>) => {
      await work();
      const once = await state();
      for (let i = 0; i < 3; i++) await work();
      expect(await state()).toEqual(once);
      return once;
    };
    let queue = await claimOne();
    const [first, second, third] = queue.events as [WaitingEvent, WaitingEvent, WaitingEvent];
    const settled = await repeated(() => deliveries.settle(queue, first.sequence));
    expect(settled).toMatchObject({ waiting: 4, queues: [{ claim: queue.claim, attempts: 0 }] });
    const failure = { sequence: second.sequence, attempts: 1, error: 'not now' };
    const failed = await repeated(() => deliveries.fail(queue, failure, 60_000));
    expect(failed).toMatchObject({
      waiting: 4,
      queues: [{ claim: null, attempts: 1, pauses: true }],
    });
    // Late statements do not affect the next claim.
    const late = queue;
    queue = await claimOne();
    await repeated(() => deliveries.settle(late, first.sequence));
    await repeated(() => deliveries.fail(late, failure, 60_000));
    await repeated(() => deliveries.release(late));
    expect(await state()).toMatchObject({
      waiting: 4,
      queues: [{ claim: queue.claim, attempts: 1 }],
    });
    expect(await repeated(() => parked.park(queue, failure))).toMatchObject({
      ...{ waiting: 3, given: 1 },
      queues: [{ claim: null, attempts: 0, pauses: false }],
    });
    queue = await claimOne();
    await deliveries.settle(queue, third.sequence);
    await repeated(() => deliveries.release(queue));
    queue = await claimOne();
    for (const { sequence } of queue.events) await deliveries.settle(queue, sequence);
    expect(await repeated(() => deliveries.release(queue))).toEqual({
      ...{ queues: [], waiting: 0, given: 1 },
    });
  });

  it('are created by the purge, with a warning, if they are missing', async () => {
    await startIdle();
    await nodes.query(`
      INSERT INTO event_deliveries (subscription, event_id, type, account_id, revision, data, occurred_at)
      SELECT name, i, 'account.updated', 'account ' || i % 12000, 1, '{}', now()
      FROM generate_series(1, 30000) i, unnest(ARRAY['billing', 'dropped']) AS name`);
    await nodes.query(
      `INSERT INTO event_queues (subscription, account_id, due_at)
       SELECT 'billing', 'account ' || i, now() FROM generate_series(0, 11999, 7) i`,
    );
    const warnings: string[] = [];
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation((text: string) => {
      warnings.push(text);
    });
    for (let i = 0; i < 2; i++) await apps().get(PurgeService, { strict: false }).purge();
    warn.mockRestore();
    const { rows } = await nodes.query(
      `SELECT subscription, count(*)::int, count(DISTINCT account_id)::int AS accounts FROM event_queues
       WHERE due_at <= now() GROUP BY subscription`,
    );
    expect(rows).toEqual([{ subscription: 'billing', count: 12_000, accounts: 12_000 }]);
    expect(warnings).toEqual(['Events of 10285 accounts had no queue; they are delivered now.']);
  });

  it('are released when the response to their claim was lost', async () => {
    const deliveries = await startIdle();
    for (let i = 0; i < 3; i++) await nodes.insert(`account ${i}`);
    await deliveries.claim(billing, { ...limits, accounts: 2 }, 'lost');
    await deliveries.claim(billing, { ...limits, accounts: 1 }, 'known');
    expect(new Set(await deliveries.releaseLost('billing', ['lost', 'none'], 30_000))).toEqual(
      new Set(['lost']),
    );
    const { rows } = await nodes.query('SELECT claim FROM event_queues ORDER BY claim NULLS FIRST');
    expect(rows).toEqual([{ claim: null }, { claim: null }, { claim: 'known' }]);
    expect(await deliveries.claim(billing, limits)).toHaveLength(2);
  });

  it('deliver all events when the subscriber fails each of them once', async () => {
    const failed = new Set<string>();
    for (const id of Array.from({ length: 40 }, (_, i) => `account ${i}`)) await nodes.insert(id);
    await nodes.query(
      `INSERT INTO event_subscriptions (name, type) SELECT 'billing', unnest($1::text[])`,
      [types],
    );
    for (let i = 0; i < 40; i++) await nodes.rename(`account ${i}`, 'Ada King');
    const from = performance.now();
    await nodes.start(({ id }) => {
      if (failed.has(id)) return;
      failed.add(id);
      throw new Error('the replica lags');
    });
    await nodes.delivered();
    nodes.expectOnce(40);
    console.info(`40 events whose first attempt fails: ${Math.round(performance.now() - from)} ms`);
  });
});

const describeFaults = faultyPostgresAvailable() ? describe : describe.skip;

describeFaults('Events during PostgreSQL faults', () => {
  let postgres: FaultyPostgres;
  let nodes: Nodes;
  beforeEach(async () => {
    postgres = await FaultyPostgres.start();
    nodes = new Nodes(postgres.url);
  }, 60_000);
  afterEach(async () => {
    await postgres.setClock(0);
    await postgres.resumeDisk();
    await nodes.stop();
    await postgres.stop();
  });

  it.each([700, 2_500, 3_900, 6_000])(
    'are each delivered once when the disk stalls for %d ms',
    async (ms) => {
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      let taking = 0;
      await nodes.start(async () => {
        if (taking++ < 20) await held;
      });
      const ids = Array.from({ length: 20 }, (_, i) => `account ${i}`);
      for (const id of ids) await nodes.insert(id);
      await until(() => taking === 20);
      for (const id of ids) await nodes.rename(id, 'Ada King');
      await postgres.stallDisk();
      release();
      await delay(ms);
      await postgres.resumeDisk();
      const from = performance.now();
      await nodes.delivered();
      const waited = performance.now() - from;
      nodes.expectOnce(40);
      console.info(`The disk stalled for ${ms} ms: delivered ${Math.round(waited)} ms later`);
      // Well before a lease ends.
      expect(waited).toBeLessThan(15_000);
      await until(async () => (await nodes.count('event_queues')) === 0);
    },
    60_000,
  );

  it.each([-600, -3_600, -7_200, 3_600, 300_000])(
    'are delivered when the clock of PostgreSQL jumps by %d seconds',
    async (seconds) => {
      await nodes.start();
      await nodes.insert('grace');
      await nodes.delivered();
      // Waiting events at the clock change: one failed, one new, one claimed by a dead node.
      let isDown = true;
      await nodes.stop();
      nodes = new Nodes(postgres.url);
      await nodes.start(() => {
        if (isDown) throw new Error('not now');
      });
      for (const id of ['failed', 'dead', 'new']) await nodes.insert(id);
      await until(async () => {
        const { rowCount } = await nodes.query('SELECT FROM event_queues WHERE attempts > 1');
        return rowCount! > 0;
      });
      await nodes.query(
        `UPDATE event_queues SET attempts = 0, claim = NULL, due_at = now() WHERE account_id = 'new'`,
      );
      await nodes.query(
        `UPDATE event_queues SET claim = 'dead', due_at = now() + INTERVAL '29 seconds' WHERE account_id = 'dead'`,
      );
      await postgres.setClock(seconds);
      isDown = false;
      const from = performance.now();
      await within(40_000, async () => (await nodes.count('event_deliveries')) === 0);
      console.info(
        `The clock was set ${seconds} s away: delivered after ${Math.round(performance.now() - from)} ms`,
      );
      const taken = nodes.deliveries.map(({ event }) => event.account_id);
      expect(taken.sort()).toEqual(['dead', 'failed', 'new']);
    },
    90_000,
  );
});
