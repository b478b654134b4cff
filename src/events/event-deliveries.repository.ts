import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { PrismaService } from '../database/prisma.service.js';
import type { SealedColumnOptions } from '../database/sealed-column.js';
import type { EventSubscriber } from './account-event.subscriber.js';
import type { AccountEvent } from './account-event.js';
import {
  claimed,
  giveUp,
  inFuture,
  isoTime,
  nextEvent,
  running,
  valuesOf,
} from './event-tables.js';

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

/** How much a worker claims. */
export interface ClaimLimits {
  readonly accounts: number;
  readonly eventsOfEach: number;
  /** How long the accounts are claimed for. */
  readonly leaseMs: number;
  /** Whether accounts without a failed attempt are claimed first, rather than those that have been due longest. */
  readonly isProbe: boolean;
}

/** What events without an account seal, for the key of their queue. */
export const sealedDeliveries: SealedColumnOptions = {
  table: 'event_deliveries',
  key: ['sequence'],
  owner: 'account_id',
  column: 'data',
  isJson: true,
};

/** The events that wait for their subscribers, which triggers write. */
@Injectable()
export class EventDeliveriesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Writes an event without an account, for each subscription to its type. */
  async write(type: string, queue: string, data: object): Promise<void> {
    await this.prisma.queryJson(
      `SELECT '1' AS json FROM ${await this.prisma.table('write_account_event')}($1, $2, 0, $3::jsonb)`,
      [type, queue, JSON.stringify(data)],
    );
  }

  /**
   * Claims accounts that are due, with their first events, except accounts whose first event is of a type that
   * another node alone has. When the lease has ended they are due again, unless they were released before.
   */
  async claim(
    subscriber: Pick<EventSubscriber, 'name' | 'types'>,
    limits: ClaimLimits,
  ): Promise<ClaimedQueue[]> {
    const { name: subscription } = subscriber;
    const claim = randomUUID();
    let due = await this.claimDue(subscriber, limits, claim, limits.isProbe);
    if (due.length === 0 && limits.isProbe) {
      due = await this.claimDue(subscriber, limits, claim, false);
    }
    if (due.length === 0) return [];
    // Another statement, because the first one does not see the events that were committed meanwhile.
    const accountIds = due.map(({ accountId }) => accountId);
    const events = await this.firstEvents(subscription, accountIds, limits.eventsOfEach);
    const queues = due.map(({ waiting, ...queue }) => ({
      ...{ subscription, claim, waiting, ...queue },
      events: events.filter(({ event }) => event.account_id === queue.accountId),
    }));
    for (const queue of queues) {
      if (queue.events.length === 0) await this.correct(queue, queue.waiting);
    }
    return queues.filter(({ events }) => events.length > 0);
  }

  /** @param isFresh whether only accounts without a failed attempt are claimed */
  private async claimDue(
    { name, types }: Pick<EventSubscriber, 'name' | 'types'>,
    { accounts, leaseMs }: ClaimLimits,
    claim: string,
    isFresh: boolean,
  ): Promise<DueQueue[]> {
    const table = await this.prisma.table('event_queues');
    // PostgreSQL rounds `due_at` to the nearest millisecond, so that what is due now may lie a little in the future.
    return this.prisma.queryJson<DueQueue>(
      `WITH due AS (
        SELECT account_id FROM ${table} AS queue
        WHERE subscription = $1 AND due_at < now() + INTERVAL '1 millisecond' ${isFresh ? 'AND attempts = 0' : ''} AND COALESCE((
          SELECT type FROM ${await this.prisma.table('event_deliveries')} AS first
          WHERE first.subscription = $1 AND first.account_id = queue.account_id ORDER BY sequence LIMIT 1
        ) <> ALL (ARRAY(
          SELECT type FROM ${await this.prisma.table('event_subscriptions')}
          WHERE name = $1 AND type <> ALL ($5::text[]) AND seen_at > now() - ${running}
        )), TRUE)
        ORDER BY due_at LIMIT $2::int FOR UPDATE SKIP LOCKED
      )
      UPDATE ${table} AS queue SET due_at = ${inFuture('$3')}, claim = $4
      FROM due WHERE queue.subscription = $1 AND queue.account_id = due.account_id
      RETURNING json_build_object('accountId', queue.account_id, 'attempts', queue.attempts,
        'waiting', queue.waiting)::text AS json`,
      [name, accounts, leaseMs, claim, types],
    );
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

  /** Makes the account due again after this time. */
  async release(queue: QueueClaim, dueInMs = 0): Promise<void> {
    await this.prisma.queryJson(
      `UPDATE ${await this.prisma.table('event_queues')} SET due_at = ${inFuture('$4')}, claim = NULL
       WHERE ${claimed} RETURNING '1' AS json`,
      [...valuesOf(queue), dueInMs],
    );
    await this.deleteIfEmpty(queue);
  }

  /** Deletes the queue of an account without events. */
  async deleteIfEmpty({ subscription, accountId }: QueueClaim): Promise<void> {
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
}

/** An account that was claimed. */
interface DueQueue {
  readonly accountId: string;
  readonly attempts: number;
  readonly waiting: number;
}
