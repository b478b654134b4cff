import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { PrismaService } from '../database/prisma.service.js';
import type { Transaction } from '../database/records.js';
import type { SealedColumnOptions } from '../database/sealed-column.js';
import type { EventSubscriber } from './account-event.subscriber.js';
import type { AccountEvent } from './account-event.js';
import {
  batchSize,
  claimed,
  exactEvent,
  giveUp,
  inFuture,
  isoTime,
  nextEvent,
  running,
  toValues,
  type QueueClaim,
} from './event-sql.js';
import { mountToken, type Mount } from './mount.js';

export interface WaitingEvent {
  readonly sequence: number;
  readonly event: AccountEvent;
}

/** A claimed account with its first events, in order. */
export interface ClaimedQueue extends QueueClaim {
  /** The number of failed attempts at the first event. */
  readonly attempts: number;
  readonly events: readonly WaitingEvent[];
}

export interface ClaimLimits {
  readonly accounts: number;
  readonly eventsPerAccount: number;
  readonly leaseMs: number;
  /** Whether one event tests if the subscriber still fails. */
  readonly isProbe: boolean;
  /** The accounts that a probe claims first. Default: those without a failed attempt. */
  readonly retried?: readonly string[];
}

interface RetryPauses {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** The sealed data of events without an account, bound to the key of their queue. */
export const sealedDeliveries: SealedColumnOptions = {
  table: 'event_deliveries',
  key: ['sequence'],
  owner: 'account_id',
  column: 'data',
  isJson: true,
};

export const mailRequested = 'mail.requested';

/** Stores the events that wait for subscribers. Triggers write most of them. */
@Injectable()
export class EventDeliveriesRepository {
  constructor(
    private readonly prisma: PrismaService,
    @Inject(mountToken) private readonly mount: Mount,
  ) {}

  /** Writes an event without an account, for each subscription to its type. */
  async write(type: string, queue: string, data: object, transaction?: Transaction): Promise<void> {
    await this.prisma.queryJson(
      `SELECT '1' AS json FROM ${await this.prisma.table('write_account_event')}($1, $2, 0, $3::text::jsonb)`,
      [type, queue, JSON.stringify(data)],
      transaction,
    );
  }

  /**
   * Claims due accounts with their first events, except accounts whose first event has a type that only another node
   * handles. `claim` identifies a claim whose response was lost.
   */
  async claim(
    subscriber: Pick<EventSubscriber, 'name' | 'types'>,
    limits: ClaimLimits,
    claim: string = randomUUID(),
  ): Promise<ClaimedQueue[]> {
    const { name: subscription } = subscriber;
    const { isProbe, retried = [] } = limits;
    const first = retried.length > 0 ? { accountIds: retried } : { isFresh: true };
    let due = await this.claimDue(subscriber, limits, claim, isProbe ? first : {});
    if (due.length === 0 && isProbe) due = await this.claimDue(subscriber, limits, claim, {});
    if (due.length === 0) return [];
    // A separate statement, because the first one does not see events committed while it runs.
    const accountIds = due.map(({ accountId }) => accountId);
    const events = await this.firstEvents(subscription, accountIds, limits.eventsPerAccount);
    const queues = due.map((queue) => ({
      ...{ subscription, claim, ...queue },
      events: events.filter(({ event }) => event.account_id === queue.accountId),
    }));
    for (const queue of queues) {
      if (queue.events.length === 0) await this.release(queue);
    }
    return queues.filter(({ events }) => events.length > 0);
  }

  private async claimDue(
    { name, types }: Pick<EventSubscriber, 'name' | 'types'>,
    { accounts, leaseMs }: ClaimLimits,
    claim: string,
    { isFresh = false, accountIds }: { isFresh?: boolean; accountIds?: readonly string[] },
  ): Promise<DueQueue[]> {
    const table = await this.prisma.table('event_queues');
    const only = accountIds
      ? 'AND account_id = ANY ($6::text[])'
      : isFresh
        ? 'AND attempts = 0'
        : '';
    // PostgreSQL rounds `due_at` to the nearest millisecond, which may be slightly in the future.
    return this.prisma.queryJson<DueQueue>(
      `WITH due AS (
        SELECT account_id FROM ${table} AS queue
        WHERE subscription = $1 AND due_at < now() + INTERVAL '1 millisecond' ${only} AND COALESCE((
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
      RETURNING json_build_object('accountId', queue.account_id, 'attempts', queue.attempts)::text AS json`,
      [name, accounts, leaseMs, claim, types, ...(accountIds ? [accountIds] : [])],
    );
  }

  private async firstEvents(subscription: string, accountIds: readonly string[], limit: number) {
    return this.prisma.queryJson<WaitingEvent>(
      `SELECT json_build_object(
        'sequence', sequence, 'event', json_build_object(
          'id', event_id, 'type', type, 'timestamp', ${isoTime('occurred_at')},
          'account_id', account_id, 'mount', $4::text, 'revision', revision, 'data', data
        )
      )::text AS json
      FROM unnest($2::text[]) AS claimed (id), LATERAL (
        SELECT * FROM ${await this.prisma.table('event_deliveries')}
        WHERE subscription = $1 AND account_id = claimed.id
        ORDER BY sequence LIMIT $3::int
      ) AS delivery
      ORDER BY sequence`,
      [subscription, accountIds, limit, this.mount.name],
    );
  }

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

  /** Releases the accounts of claims whose response was lost. Returns those claims; those in progress come later. */
  async releaseLost(subscription: string, claims: readonly string[], leaseMs: number) {
    const queues = await this.prisma.table('event_queues');
    return this.prisma.queryJson<string>(
      `WITH lost AS (
        SELECT subscription, account_id, claim FROM ${queues}
        WHERE subscription = $1 AND claim = ANY ($2::text[]) AND due_at > now() AND due_at <= ${inFuture('$3')}
        FOR UPDATE
      )
      UPDATE ${queues} AS queue SET due_at = now(), claim = NULL FROM lost
      WHERE queue.subscription = lost.subscription AND queue.account_id = lost.account_id
      RETURNING to_json(lost.claim)::text AS json`,
      [subscription, claims, leaseMs],
    );
  }

  /**
   * Shortens leases and pauses that are longer than possible, because the database clock was set back. A pause ends
   * now, a lease after a running worker has had the time to extend it.
   */
  async shorten(subscription: string, leaseMs: number, extendMs: number, pauses: RetryPauses) {
    const queues = await this.prisma.table('event_queues');
    const longestPause = `least($4::int * 2 ^ least(attempts - 1, 30), $5::int) * INTERVAL '1 millisecond'`;
    const sql = `WITH late AS (
        SELECT subscription, account_id FROM ${queues}
        WHERE subscription = $1 AND due_at > ${inFuture('$2')} + INTERVAL '1 second'
          AND (claim IS NOT NULL OR due_at > now() + ${longestPause} + INTERVAL '1 second')
        ORDER BY due_at DESC LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
      )
      UPDATE ${queues} AS queue
      SET due_at = CASE WHEN claim IS NULL THEN now() ELSE ${inFuture('$3')} END FROM late
      WHERE queue.subscription = late.subscription AND queue.account_id = late.account_id
      RETURNING '1' AS json`;
    const values = [subscription, leaseMs, 2 * extendMs, pauses.firstMs, pauses.longestMs];
    while ((await this.prisma.queryJson(sql, values)).length === batchSize);
  }

  /** Ends a batch of pauses, the longest first. Returns whether there may be more. */
  async endPauses(subscription: string): Promise<boolean> {
    const queues = await this.prisma.table('event_queues');
    const ended = await this.prisma.queryJson(
      `WITH paused AS (
        SELECT subscription, account_id FROM ${queues}
        WHERE subscription = $1 AND due_at > now() AND claim IS NULL
        ORDER BY due_at DESC LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
      )
      UPDATE ${queues} AS queue SET due_at = now(), ${nextEvent} FROM paused
      WHERE queue.subscription = paused.subscription AND queue.account_id = paused.account_id
      RETURNING '1' AS json`,
      [subscription],
    );
    return ended.length === batchSize;
  }

  /**
   * Deletes the handled first event. Returns whether the claim still holds. Idempotent, so that it can be repeated when
   * its outcome is unknown.
   */
  async settle(queue: QueueClaim, sequence: number): Promise<boolean> {
    const settled = await this.prisma.queryJson(
      `WITH queue AS (
        UPDATE ${await this.prisma.table('event_queues')} SET ${nextEvent} WHERE ${claimed} RETURNING subscription
      ), settled AS (
        DELETE FROM ${await this.prisma.table('event_deliveries')}
        WHERE ${exactEvent} AND EXISTS (SELECT FROM queue)
      )
      SELECT '1' AS json FROM queue`,
      [...toValues(queue), sequence],
    );
    return settled.length > 0;
  }

  /**
   * Records a failed attempt at the first event. Returns whether three days have passed since the first failure; the
   * claim still holds then. Idempotent. `attempts` includes this one.
   */
  async fail(
    queue: QueueClaim,
    { attempts, error }: { readonly attempts: number; readonly error: string },
    retryInMs: number,
  ): Promise<boolean> {
    // If the clock was set back, the three days start again.
    const [isOver = false] = await this.prisma.queryJson<boolean>(
      `UPDATE ${await this.prisma.table('event_queues')}
       SET attempts = $4::int, last_error = $5, give_up_at = least(give_up_at, now() + ${giveUp}),
         due_at = CASE WHEN give_up_at < now() THEN due_at ELSE ${inFuture('$6')} END,
         claim = CASE WHEN give_up_at < now() THEN claim END
       WHERE ${claimed} RETURNING to_json(give_up_at < now())::text AS json`,
      [...toValues(queue), attempts, error, retryInMs],
    );
    return isOver;
  }

  /** Makes the account due again after `dueInMs`, or deletes its queue if no event waits. Idempotent. */
  async release(queue: QueueClaim, dueInMs = 0): Promise<void> {
    const queues = await this.prisma.table('event_queues');
    // The check for waiting events reads a snapshot. An event committed later changes the version (xmin) of the queue's
    // row, so that the queue is released instead of deleted.
    await this.prisma.queryJson(
      `WITH empty AS MATERIALIZED (
        SELECT xmin AS version FROM ${queues} WHERE ${claimed} AND NOT EXISTS (
          SELECT FROM ${await this.prisma.table('event_deliveries')} WHERE subscription = $1 AND account_id = $2
        )
      ), deleted AS (
        DELETE FROM ${queues} AS queue USING empty WHERE ${claimed} AND queue.xmin = empty.version
        RETURNING queue.subscription
      )
      UPDATE ${queues} SET due_at = ${inFuture('$4')}, claim = NULL
      WHERE ${claimed} AND NOT EXISTS (SELECT FROM deleted) RETURNING '1' AS json`,
      [...toValues(queue), dueInMs],
    );
  }
}

interface DueQueue {
  readonly accountId: string;
  readonly attempts: number;
}
