import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { PrismaService } from '../database/prisma.service.js';
import type { ExpiringRows } from '../database/purge/expiring-rows.js';
import type { Transaction } from '../database/records.js';
import type { EventSubscriber } from './account-event.subscriber.js';
import type { AccountEvent } from './account-event.js';

/** An event that waits for a subscriber. */
export interface WaitingEvent {
  readonly sequence: number;
  readonly event: AccountEvent;
}

/** An account whose events only the worker with this claim delivers. */
export interface QueueClaim {
  readonly subscription: string;
  readonly accountId: string;
  readonly claim: string;
}

/** A claimed account with its first events, in their order. */
export interface ClaimedQueue extends QueueClaim {
  /** How many attempts at the first event have failed. */
  readonly attempts: number;
  readonly events: readonly WaitingEvent[];
}

/** An event that is not delivered any more. */
export interface GivenUpEvent {
  readonly sequence: number;
  /** How many attempts have failed; 0 where none was made. */
  readonly attempts: number;
  readonly error: string;
}

/** How much a worker claims. */
export interface ClaimLimits {
  readonly accounts: number;
  readonly eventsOfEach: number;
  /** How long the accounts are claimed for. */
  readonly leaseMs: number;
  /** Whether accounts without a failed attempt are claimed first, rather than those that have been due longest. */
  readonly isProbe: boolean;
}

/** The state of a subscription. */
export interface SubscriptionState {
  readonly name: string;
  readonly types: readonly string[];
  /** When a node with this subscriber was last running, in ISO 8601; recorded every half minute. */
  readonly seen_at: string;
  /** The number of waiting events, without the parked ones. */
  readonly waiting: number;
  /** When the oldest of them happened, in ISO 8601. */
  readonly oldest_at: string | null;
  /** The number of parked events, which were given up. */
  readonly parked: number;
  /** The last error of a waiting or parked event. */
  readonly last_error: string | null;
}

/** How long a failing event is retried. */
const giveUp = `INTERVAL '3 days'`;

/** How long a parked event waits for an operator. */
const parkedFor = `INTERVAL '30 days'`;

/** How long after it was last seen a subscriber counts as running. */
const running = `INTERVAL '90 seconds'`;

/** The most rows that one statement moves or deletes, within the timeout of statements. */
const batchSize = 5_000;

const columns =
  'sequence, subscription, event_id, type, account_id, revision, data, occurred_at' as const;

/** The queue of a claim; no row when another worker has claimed it meanwhile. */
const claimed = 'subscription = $1 AND account_id = $2 AND claim = $3';

/** The state of a queue whose first event is another one. */
const nextEvent = 'attempts = 0, give_up_at = NULL, last_error = NULL';

/** The events that subscribers have not handled yet, which triggers write. */
@Injectable()
export class EventDeliveriesRepository implements ExpiringRows {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Creates a subscription, or adds types to it: from the commit, every event of these types is kept for it. Events
   * that were parked because no subscriber handled their type are delivered.
   */
  async subscribe(name: string, types: readonly string[]): Promise<void> {
    await this.prisma.queryJson(
      `INSERT INTO ${await this.prisma.table('event_subscriptions')} (name, type, seen_at)
       SELECT $1, type, now() FROM unnest($2::text[]) AS type ORDER BY type
       ON CONFLICT (name, type) DO UPDATE SET seen_at = excluded.seen_at RETURNING '1' AS json`,
      [name, types],
    );
    await this.retryParked(name, `AND attempts = 0 AND type = ANY($2::text[])`, [types]);
  }

  /** Writes an event without an account, for each subscription to its type. */
  async write(type: string, queue: string, data: object): Promise<void> {
    await this.prisma.queryJson(
      `SELECT '1' AS json FROM ${await this.prisma.table('write_account_event')}($1, $2, 0, $3::jsonb)`,
      [type, queue, JSON.stringify(data)],
    );
  }

  async deleteParked(subscription: string, accountId: string): Promise<void> {
    await this.prisma.parkedEvent.deleteMany({ where: { subscription, accountId } });
  }

  /** Records that a subscriber is running. Returns whether its subscription exists. */
  async see(name: string, types: readonly string[]): Promise<boolean> {
    const seen = await this.prisma.queryJson(
      `UPDATE ${await this.prisma.table('event_subscriptions')} SET seen_at = now()
       WHERE name = $1 AND type = ANY($2::text[]) RETURNING '1' AS json`,
      [name, types],
    );
    return seen.length > 0;
  }

  /**
   * Claims accounts that are due, with their first events, except accounts whose first event is of a type that
   * another node alone has. When the lease has ended they are due again, unless they were released before.
   */
  async claim(
    { name: subscription, types }: Pick<EventSubscriber, 'name' | 'types'>,
    { accounts, eventsOfEach, leaseMs, isProbe }: ClaimLimits,
  ): Promise<ClaimedQueue[]> {
    const table = await this.prisma.table('event_queues');
    const claim = randomUUID();
    const due = await this.prisma.queryJson<DueQueue>(
      `WITH due AS (
        SELECT account_id FROM ${table} AS queue WHERE subscription = $1 AND due_at <= now() AND COALESCE((
          SELECT type FROM ${await this.prisma.table('event_deliveries')} AS first
          WHERE first.subscription = $1 AND first.account_id = queue.account_id ORDER BY sequence LIMIT 1
        ) <> ALL (ARRAY(
          SELECT type FROM ${await this.prisma.table('event_subscriptions')}
          WHERE name = $1 AND type <> ALL ($5::text[]) AND seen_at > now() - ${running}
        )), TRUE)
        ORDER BY ${isProbe ? 'attempts > 0, ' : ''}due_at LIMIT $2::int FOR UPDATE SKIP LOCKED
      )
      UPDATE ${table} AS queue SET due_at = ${inFuture('$3')}, claim = $4
      FROM due WHERE queue.subscription = $1 AND queue.account_id = due.account_id
      RETURNING json_build_object('accountId', queue.account_id, 'attempts', queue.attempts,
        'waiting', queue.waiting)::text AS json`,
      [subscription, accounts, leaseMs, claim, types],
    );
    if (due.length === 0) return [];
    // Another statement, because the first one does not see the events that were committed meanwhile.
    const accountIds = due.map(({ accountId }) => accountId);
    const events = await this.firstEvents(subscription, accountIds, eventsOfEach);
    const queues = due.map(({ waiting, ...queue }) => ({
      ...{ subscription, claim, waiting, ...queue },
      events: events.filter(({ event }) => event.account_id === queue.accountId),
    }));
    for (const queue of queues) {
      if (queue.events.length === 0) await this.correct(queue, queue.waiting);
    }
    return queues.filter(({ events }) => events.length > 0);
  }

  private async firstEvents(
    subscription: string,
    accountIds: readonly string[],
    limit: number,
  ): Promise<WaitingEvent[]> {
    return this.prisma.queryJson<WaitingEvent>(
      `SELECT json_build_object(
        'sequence', sequence, 'event', json_build_object(
          'id', event_id, 'type', type, 'timestamp', ${isoTime('occurred_at')},
          'account_id', account_id, 'revision', revision, 'data', data
        )
      )::text AS json
      FROM unnest($2::text[]) AS claimed (id), LATERAL (
        SELECT * FROM ${await this.prisma.table('event_deliveries')}
        WHERE subscription = $1 AND account_id = claimed.id
        ORDER BY sequence LIMIT $3::int
      ) AS delivery
      ORDER BY sequence`,
      [subscription, accountIds, limit],
    );
  }

  /** Extends the leases of claims. */
  async extend(claims: readonly QueueClaim[], leaseMs: number): Promise<void> {
    const queues = await this.prisma.table('event_queues');
    await this.prisma.queryJson(
      `WITH held AS (
        SELECT queue.subscription, queue.account_id FROM ${queues} AS queue
        JOIN unnest($2::text[], $3::text[]) AS each (account_id, claim) USING (account_id, claim)
        WHERE queue.subscription = $1 ORDER BY account_id FOR UPDATE OF queue SKIP LOCKED
      )
      UPDATE ${queues} AS queue SET due_at = ${inFuture('$4')} FROM held
      WHERE queue.subscription = held.subscription AND queue.account_id = held.account_id RETURNING '1' AS json`,
      [
        claims[0]?.subscription,
        claims.map(({ accountId }) => accountId),
        claims.map(({ claim }) => claim),
        leaseMs,
      ],
    );
  }

  /**
   * Deletes the first event, which the subscriber has handled. Returns whether the claim still holds. It can be
   * repeated when it is not known whether the database has done it.
   */
  async settle(queue: QueueClaim, sequence: number): Promise<boolean> {
    const deliveries = await this.prisma.table('event_deliveries');
    const settled = await this.prisma.queryJson(
      `WITH queue AS (
        UPDATE ${await this.prisma.table('event_queues')}
        SET waiting = waiting - (SELECT count(*) FROM ${deliveries} WHERE sequence = $4::bigint), ${nextEvent}
        WHERE ${claimed} RETURNING subscription
      ), settled AS (
        DELETE FROM ${deliveries}
        WHERE sequence = $4::bigint AND EXISTS (SELECT FROM queue)
      )
      SELECT '1' AS json FROM queue`,
      [...valuesOf(queue), sequence],
    );
    return settled.length > 0;
  }

  /**
   * Records a failed attempt at the first event, after which the account is due again in this time. Returns whether
   * three days have passed since the first failure; the claim then still holds.
   */
  async fail(queue: QueueClaim, error: string, retryInMs: number): Promise<boolean> {
    const [isOver = false] = await this.prisma.queryJson<boolean>(
      `UPDATE ${await this.prisma.table('event_queues')}
       SET attempts = attempts + 1, last_error = $4, give_up_at = COALESCE(give_up_at, now() + ${giveUp}),
         due_at = CASE WHEN give_up_at < now() THEN due_at ELSE ${inFuture('$5')} END,
         claim = CASE WHEN give_up_at < now() THEN claim END
       WHERE ${claimed} RETURNING to_json(give_up_at < now())::text AS json`,
      [...valuesOf(queue), error, retryInMs],
    );
    return isOver;
  }

  /** Parks the first event, and releases the account. */
  async park(queue: QueueClaim, { sequence, attempts, error }: GivenUpEvent): Promise<void> {
    await this.prisma.queryJson(
      `WITH queue AS (
        UPDATE ${await this.prisma.table('event_queues')}
        SET waiting = waiting - 1, ${nextEvent}, due_at = now(), claim = NULL
        WHERE ${claimed} RETURNING subscription
      ), parked AS (
        DELETE FROM ${await this.prisma.table('event_deliveries')}
        WHERE sequence = $4::bigint AND EXISTS (SELECT FROM queue) RETURNING ${columns}
      )
      INSERT INTO ${await this.prisma.table('parked_events')} (${columns}, parked_at, attempts, last_error)
      SELECT ${columns}, now(), $5::int, $6 FROM parked RETURNING '1' AS json`,
      [...valuesOf(queue), sequence, attempts, error],
    );
    await this.deleteIfEmpty(queue);
  }

  /** Makes the account due again after this time. */
  async release(queue: QueueClaim, dueInMs = 0): Promise<void> {
    await this.prisma.queryJson(
      `UPDATE ${await this.prisma.table('event_queues')} SET due_at = ${inFuture('$4')}, claim = NULL
       WHERE ${claimed} RETURNING '1' AS json`,
      [...valuesOf(queue), dueInMs],
    );
    await this.deleteIfEmpty(queue);
  }

  private async deleteIfEmpty({ subscription, accountId }: QueueClaim): Promise<void> {
    // An event that was written meanwhile has raised the number.
    await this.prisma.eventQueue.deleteMany({ where: { subscription, accountId, waiting: 0 } });
  }

  /** Corrects the number of an account without events, unless one was written since it was claimed. */
  private async correct(queue: QueueClaim, waiting: number): Promise<void> {
    await this.prisma.queryJson(
      `UPDATE ${await this.prisma.table('event_queues')} SET waiting = 0
       WHERE ${claimed} AND waiting = $4::int RETURNING '1' AS json`,
      [...valuesOf(queue), waiting],
    );
    await this.release(queue);
  }

  /** Whether a node with a subscriber to this type is running. */
  async isHandled(subscription: string, type: string): Promise<boolean> {
    const [isHandled = false] = await this.prisma.queryJson<boolean>(
      `SELECT to_json(seen_at > now() - ${running})::text AS json
       FROM ${await this.prisma.table('event_subscriptions')} WHERE name = $1 AND type = $2`,
      [subscription, type],
    );
    return isHandled;
  }

  /** Every subscription, by name. */
  async list(): Promise<SubscriptionState[]> {
    const deliveries = await this.prisma.table('event_deliveries');
    const queues = await this.prisma.table('event_queues');
    const parked = await this.prisma.table('parked_events');
    return this.prisma.queryJson<SubscriptionState>(
      `SELECT json_build_object(
        'name', name, 'types', types, 'seen_at', ${isoTime('seen_at')},
        'waiting', waiting,
        'oldest_at', CASE WHEN waiting > 0 THEN (
          SELECT ${isoTime('occurred_at')} FROM ${deliveries} WHERE subscription = name ORDER BY sequence LIMIT 1
        ) END,
        'parked', (SELECT count(*) FROM ${parked} WHERE subscription = name),
        'last_error', COALESCE(
          (SELECT last_error FROM ${queues} WHERE subscription = name AND last_error IS NOT NULL
           ORDER BY due_at DESC LIMIT 1),
          (SELECT last_error FROM ${parked} WHERE subscription = name ORDER BY sequence DESC LIMIT 1)
        )
      )::text AS json
      FROM (
        SELECT name, array_agg(type ORDER BY type) AS types, max(seen_at) AS seen_at
        FROM ${await this.prisma.table('event_subscriptions')} GROUP BY name
      ) AS subscription,
      LATERAL (SELECT COALESCE(sum(waiting), 0) AS waiting FROM ${queues} WHERE subscription = name) AS queue
      ORDER BY name`,
      [],
    );
  }

  async hasSubscription(name: string): Promise<boolean> {
    return (await this.prisma.eventSubscription.count({ where: { name } })) > 0;
  }

  /**
   * Lets the parked events of a subscription wait again. Returns how many.
   *
   * @param condition which of them, in SQL with parameters from `$2` on. Default: all
   */
  async retryParked(
    subscription: string,
    condition = '',
    values: readonly unknown[] = [],
  ): Promise<number> {
    const parked = await this.prisma.table('parked_events');
    const sql = `WITH batch AS (
        SELECT sequence, account_id FROM ${parked} WHERE subscription = $1 ${condition}
        ORDER BY account_id, sequence LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
      ), queue AS (
        INSERT INTO ${await this.prisma.table('event_queues')} AS earlier
          (subscription, account_id, waiting, due_at)
        SELECT $1, account_id, count(*), now() FROM batch GROUP BY account_id ORDER BY account_id
        ON CONFLICT (subscription, account_id)
          DO UPDATE SET waiting = earlier.waiting + excluded.waiting, ${nextEvent}
        RETURNING account_id
      ), retried AS (
        DELETE FROM ${parked} AS each USING batch, queue
        WHERE each.sequence = batch.sequence AND queue.account_id = batch.account_id
        RETURNING ${columns
          .split(', ')
          .map((column) => `each.${column}`)
          .join(', ')}
      )
      INSERT INTO ${await this.prisma.table('event_deliveries')} (${columns}) OVERRIDING SYSTEM VALUE
      SELECT ${columns} FROM retried RETURNING '1' AS json`;
    for (let count = 0; ;) {
      const { length } = await this.prisma.queryJson(sql, [subscription, ...values]);
      count += length;
      if (length < batchSize) return count;
    }
  }

  /**
   * Deletes a subscription with its events. Returns whether it existed. What a transaction in progress still
   * writes for it is purged later.
   */
  async drop(name: string): Promise<boolean> {
    const { count } = await this.prisma.eventSubscription.deleteMany({ where: { name } });
    for (const table of ownedTables) {
      while ((await this.deleteOrphans(table, batchSize, { name })) === batchSize);
    }
    return count > 0;
  }

  /**
   * Deletes types whose subscriber has none of them any more, events without a subscription, and events that were
   * parked long ago.
   */
  async deleteExpired(transaction: Transaction, _now: Date, limit: number): Promise<boolean> {
    const subscriptions = await this.prisma.table('event_subscriptions');
    await this.prisma.queryJson(
      `DELETE FROM ${subscriptions} AS removed WHERE seen_at < now() - ${giveUp} AND EXISTS (
        SELECT FROM ${subscriptions} AS each WHERE each.name = removed.name AND each.seen_at > now() - ${running}
      ) RETURNING '1' AS json`,
      [],
      transaction,
    );
    const parked = await this.prisma.table('parked_events');
    const old = await this.prisma.queryJson(
      `DELETE FROM ${parked} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${parked} WHERE parked_at < now() - ${parkedFor} LIMIT $1::int FOR UPDATE SKIP LOCKED
      )) RETURNING '1' AS json`,
      [limit],
      transaction,
    );
    let isMore = old.length === limit;
    for (const table of ownedTables) {
      const count = await this.deleteOrphans(table, limit, { transaction });
      isMore ||= count === limit;
    }
    return isMore;
  }

  /** Deletes rows that have no subscription. Returns how many. */
  private async deleteOrphans(
    [table, andType]: (typeof ownedTables)[number],
    limit: number,
    { name = null, transaction }: { name?: string | null; transaction?: Transaction },
  ): Promise<number> {
    const rows = await this.prisma.table(table);
    const deleted = await this.prisma.queryJson(
      `DELETE FROM ${rows} WHERE ctid = ANY (ARRAY(
        SELECT orphan.ctid FROM ${rows} AS orphan
        WHERE ($1::text IS NULL OR subscription = $1) AND NOT EXISTS (
          SELECT FROM ${await this.prisma.table('event_subscriptions')} AS each
          WHERE each.name = orphan.subscription ${andType}
        ) LIMIT $2::int FOR UPDATE SKIP LOCKED
      )) RETURNING '1' AS json`,
      [name, limit],
      transaction,
    );
    return deleted.length;
  }
}

/** The tables whose rows end with their subscription, and what else they have in common with it. */
const ownedTables = [
  ['event_deliveries', ''],
  ['event_queues', ''],
  ['parked_events', 'AND each.type = orphan.type'],
] as const;

/** An account that was claimed. */
interface DueQueue {
  readonly accountId: string;
  readonly attempts: number;
  readonly waiting: number;
}

function valuesOf({ subscription, accountId, claim }: QueueClaim): string[] {
  return [subscription, accountId, claim];
}

const inFuture = (ms: string) => `now() + ${ms}::int * INTERVAL '1 millisecond'`;

const isoTime = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
