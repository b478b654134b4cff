import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import type { AccountEvent, AccountEventType } from './account-event.js';

/** An event that waits for a subscriber. */
export interface WaitingEvent {
  readonly sequence: number;
  /** The number of attempts that have failed. */
  readonly attempts: number;
  readonly event: AccountEvent;
}

/** The first events of an account, which a worker has claimed for a subscriber, in their order. */
export interface ClaimedQueue {
  readonly accountId: string;
  readonly events: readonly WaitingEvent[];
}

/** How much a worker claims. */
export interface ClaimLimits {
  readonly accounts: number;
  readonly eventsOfEach: number;
  /** How long the accounts are claimed for. */
  readonly leaseMs: number;
}

/** The result of a failed attempt. */
export interface FailedAttempt {
  readonly sequence: number;
  readonly error: string;
  readonly retryInMs: number;
}

/** The state of a subscription. */
export interface SubscriptionState {
  readonly name: string;
  readonly types: readonly string[];
  /** When a node with this subscriber last ran, in ISO 8601; recorded every ten minutes. */
  readonly seen_at: string;
  /** The number of waiting events, without the parked ones. */
  readonly waiting: number;
  /** When the oldest of them happened, in ISO 8601. */
  readonly oldest_at: string | null;
  /** The number of parked events, which were given up after three days. */
  readonly parked: number;
  /** The last error of a waiting or parked event. */
  readonly last_error: string | null;
}

/** The events that subscribers have not handled yet, which triggers write. */
@Injectable()
export class EventDeliveriesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Creates a subscription, or changes its types; from the commit, every event of these types is kept for it. */
  async subscribe(name: string, types: readonly AccountEventType[]): Promise<void> {
    await this.prisma.eventSubscription.upsert({
      where: { name },
      create: { name, types: [...types] },
      update: { types: [...types], seenAt: new Date() },
    });
  }

  /**
   * Claims accounts that are due, with their first events that are not parked. When the lease has ended they are
   * due again, unless they were settled before.
   */
  async claim(subscription: string, limits: ClaimLimits): Promise<ClaimedQueue[]> {
    const queues = await this.prisma.table('event_queues');
    const accountIds = await this.prisma.queryJson<string>(
      `WITH due AS (
        SELECT account_id FROM ${queues}
        WHERE subscription = $1 AND waiting > 0 AND due_at <= now()
        ORDER BY due_at LIMIT $2::int FOR UPDATE SKIP LOCKED
      )
      UPDATE ${queues} AS queue SET due_at = now() + $3::int * INTERVAL '1 millisecond'
      FROM due WHERE queue.subscription = $1 AND queue.account_id = due.account_id
      RETURNING to_json(queue.account_id)::text AS json`,
      [subscription, limits.accounts, limits.leaseMs],
    );
    if (accountIds.length === 0) return [];
    // Another statement, because the first one does not see what was committed while it waited.
    const events = await this.firstEvents(subscription, accountIds, limits.eventsOfEach);
    return accountIds.map((accountId) => ({
      accountId,
      events: events.filter(({ event }) => event.account_id === accountId),
    }));
  }

  private async firstEvents(
    subscription: string,
    accountIds: readonly string[],
    limit: number,
  ): Promise<WaitingEvent[]> {
    return this.prisma.queryJson<WaitingEvent>(
      `SELECT json_build_object(
        'sequence', sequence, 'attempts', attempts, 'event', json_build_object(
          'id', event_id, 'type', type, 'timestamp', ${isoTime('occurred_at')},
          'account_id', account_id, 'revision', revision, 'data', data
        )
      )::text AS json
      FROM unnest($2::text[]) AS claimed (id), LATERAL (
        SELECT * FROM ${await this.prisma.table('event_deliveries')}
        WHERE subscription = $1 AND account_id = claimed.id AND parked_at IS NULL
        ORDER BY sequence LIMIT $3::int
      ) AS delivery
      ORDER BY sequence`,
      [subscription, accountIds, limit],
    );
  }

  /**
   * Extends the lease of accounts whose events the subscriber is handling. One that has ended stays ended, since
   * another node may have claimed the account.
   */
  async extend(
    subscription: string,
    accountIds: readonly string[],
    leaseMs: number,
  ): Promise<void> {
    await this.prisma.queryJson(
      `UPDATE ${await this.prisma.table('event_queues')}
       SET due_at = now() + $3::int * INTERVAL '1 millisecond'
       WHERE subscription = $1 AND account_id = ANY($2::text[]) AND due_at > now() RETURNING '1' AS json`,
      [subscription, accountIds, leaseMs],
    );
  }

  /**
   * Deletes an event that its subscriber has handled.
   *
   * @param isLast whether the worker handles no more of the account's events, which are then due
   */
  async settle(sequence: number, isLast: boolean): Promise<void> {
    const queue = await this.changeQueue(
      `DELETE FROM ${await this.prisma.table('event_deliveries')} WHERE sequence = $1::bigint AND parked_at IS NULL
       RETURNING subscription, account_id`,
      'waiting = queue.waiting - 1, due_at = CASE WHEN $2::boolean THEN now() ELSE due_at END',
      [sequence, isLast],
    );
    if (isLast) await this.deleteIfEmpty(queue);
  }

  /** Schedules an event for a retry, or parks it when it was given up. The later ones of the account wait. */
  async postpone({ sequence, error, retryInMs }: FailedAttempt): Promise<void> {
    const queue = await this.changeQueue(
      `UPDATE ${await this.prisma.table('event_deliveries')}
       SET attempts = attempts + 1, last_error = $2,
         parked_at = CASE WHEN give_up_at < now() THEN now() END
       WHERE sequence = $1::bigint AND parked_at IS NULL RETURNING subscription, account_id, parked_at`,
      `waiting = queue.waiting - CASE WHEN parked_at IS NULL THEN 0 ELSE 1 END,
       due_at = now() + CASE WHEN parked_at IS NULL THEN $3::int ELSE 0 END * INTERVAL '1 millisecond'`,
      [sequence, error, retryInMs],
    );
    await this.deleteIfEmpty(queue);
  }

  /** Changes an event and the queue that it is in. */
  private async changeQueue(
    event: string,
    queue: string,
    values: readonly unknown[],
  ): Promise<ChangedQueue | undefined> {
    const [changed] = await this.prisma.queryJson<ChangedQueue>(
      `WITH changed AS (${event})
       UPDATE ${await this.prisma.table('event_queues')} AS queue SET ${queue} FROM changed
       WHERE queue.subscription = changed.subscription AND queue.account_id = changed.account_id
       RETURNING json_build_object('subscription', queue.subscription, 'accountId', queue.account_id,
         'waiting', queue.waiting)::text AS json`,
      values,
    );
    return changed;
  }

  private async deleteIfEmpty(queue: ChangedQueue | undefined): Promise<void> {
    if (queue?.waiting !== 0) return;
    const { subscription, accountId } = queue;
    // An event that was written meanwhile has raised the number.
    await this.prisma.eventQueue.deleteMany({ where: { subscription, accountId, waiting: 0 } });
  }

  /** Records that subscribers of these names are running. */
  async see(names: readonly string[]): Promise<void> {
    await this.prisma.eventSubscription.updateMany({
      where: { name: { in: [...names] } },
      data: { seenAt: new Date() },
    });
  }

  /** Every subscription, by name. */
  async list(): Promise<SubscriptionState[]> {
    const deliveries = await this.prisma.table('event_deliveries');
    const subscriptions = await this.prisma.table('event_subscriptions');
    return this.prisma.queryJson<SubscriptionState>(
      `SELECT json_build_object(
        'name', name, 'types', types, 'seen_at', ${isoTime('seen_at')},
        'waiting', count(sequence) FILTER (WHERE parked_at IS NULL),
        'oldest_at', ${isoTime('min(occurred_at) FILTER (WHERE parked_at IS NULL)')},
        'parked', count(parked_at),
        'last_error', (array_agg(last_error ORDER BY sequence DESC) FILTER (WHERE last_error IS NOT NULL))[1]
      )::text AS json
      FROM ${subscriptions} LEFT JOIN ${deliveries} ON subscription = name
      GROUP BY name ORDER BY name`,
      [],
    );
  }

  async hasSubscription(name: string): Promise<boolean> {
    return (await this.prisma.eventSubscription.count({ where: { name } })) > 0;
  }

  /** Schedules the parked events of a subscription again, for three days. Returns how many. */
  async retryParked(subscription: string): Promise<number> {
    const [count = 0] = await this.prisma.queryJson<number>(
      `WITH retried AS (
        UPDATE ${await this.prisma.table('event_deliveries')}
        SET parked_at = NULL, give_up_at = now() + INTERVAL '3 days'
        WHERE subscription = $1 AND parked_at IS NOT NULL RETURNING account_id
      ), queued AS (
        INSERT INTO ${await this.prisma.table('event_queues')} AS queue
          (subscription, account_id, waiting, due_at)
        SELECT $1, account_id, count(*), now() FROM retried GROUP BY account_id ORDER BY account_id
        ON CONFLICT (subscription, account_id)
          DO UPDATE SET waiting = queue.waiting + excluded.waiting
      )
      SELECT count(*)::text AS json FROM retried`,
      [subscription],
    );
    return count;
  }

  /** Deletes a subscription with its events. Returns whether it existed. */
  async drop(name: string): Promise<boolean> {
    const { count } = await this.prisma.eventSubscription.deleteMany({ where: { name } });
    return count > 0;
  }
}

/** A queue after a change. */
interface ChangedQueue {
  readonly subscription: string;
  readonly accountId: string;
  readonly waiting: number;
}

const isoTime = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
