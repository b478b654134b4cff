import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import type { Transaction } from '../database/records.js';
import { mailRequested } from './event-deliveries.repository.js';
import { isoTime, nextEvent } from './event-sql.js';
import { ParkedEventsRepository } from './parked-events.repository.js';

/** An undelivered event of a subscription. */
export interface QueuedEvent {
  /** Identifies the event within its subscription. */
  readonly sequence: number;
  /** The id of the event; of a mail, the first part of its Message-ID. */
  readonly event_id: string;
  /** The type of the event. */
  readonly type: string;
  /** The kind of a requested mail. */
  readonly mail: string | null;
  /** The account, or the queue of an address, which does not reveal the address. */
  readonly account_id: string;
  /** Whether the event waits for its delivery, or was given up. */
  readonly state: QueueState;
  /** The time of the change, in ISO 8601. */
  readonly occurred_at: string;
  /** When the delivery was given up; null for a waiting event. */
  readonly parked_at: string | null;
  /** The next attempt at the first waiting event of the account, which the others wait for. */
  readonly due_at: string | null;
  /** The attempts at this parked event, or at the first waiting event of the account. */
  readonly attempts: number;
  /** The error of the last attempt. */
  readonly last_error: string | null;
}

/** A waiting event is delivered in the order of its account; a parked one was given up. */
export const queueStates = ['waiting', 'parked'] as const;
/** The state of an undelivered event. */
export type QueueState = (typeof queueStates)[number];

export interface QueuedEventSearch {
  readonly subscription: string;
  /** The accounts or queues. Default: all */
  readonly queues?: readonly string[] | undefined;
  readonly state?: QueueState | undefined;
  /** The page contains the events after this position. */
  readonly after?: QueuePosition | undefined;
  readonly limit: number;
}

/** The position of an event in the list, which stays valid when the event is deleted. */
export type QueuePosition = Pick<QueuedEvent, 'sequence' | 'account_id'>;

/** Reads and changes the undelivered events of a subscription, for operators. */
@Injectable()
export class QueuedEventsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly parked: ParkedEventsRepository,
  ) {}

  /** Lists events by account and in the order of delivery, which the indexes of both tables have. */
  async list(search: QueuedEventSearch): Promise<QueuedEvent[]> {
    const { subscription, queues, state, after, limit } = search;
    const position = [after?.account_id ?? '', after?.sequence ?? 0];
    return this.select(
      `(account_id, sequence) > ($3, $4::bigint) ${queues ? 'AND account_id = ANY ($5::text[])' : ''}`,
      [subscription, limit, ...position, ...(queues ? [queues] : [])],
      state,
    );
  }

  async find(subscription: string, sequence: number): Promise<QueuedEvent | undefined> {
    const [event] = await this.select('sequence = $3::bigint', [subscription, 1, sequence]);
    return event;
  }

  /**
   * Delivers a parked event again, or makes a waiting one due together with the events of its account before it.
   * Returns whether the event is still queued.
   */
  async retry(subscription: string, sequence: number, transaction: Transaction): Promise<boolean> {
    return (
      (await this.parked.retryOne(subscription, sequence, transaction)) ||
      this.makeDue(subscription, sequence, transaction)
    );
  }

  /** Deletes an event. The next one of its account is due. Returns whether the event was still queued. */
  async discard(
    subscription: string,
    sequence: number,
    transaction: Transaction,
  ): Promise<boolean> {
    const isWaiting = await this.makeDue(subscription, sequence, transaction);
    const deleted = await this.prisma.queryJson(
      `DELETE FROM ${await this.prisma.table(isWaiting ? 'event_deliveries' : 'parked_events')}
       WHERE subscription = $1 AND sequence = $2::bigint RETURNING '1' AS json`,
      [subscription, sequence],
      transaction,
    );
    return deleted.length > 0;
  }

  /** Ends the pause of a waiting event's account, unless an attempt is in progress. Returns whether the event waits. */
  private async makeDue(subscription: string, sequence: number, transaction: Transaction) {
    const waiting = await this.prisma.queryJson(
      `WITH waiting AS (
        SELECT account_id FROM ${await this.prisma.table('event_deliveries')}
        WHERE subscription = $1 AND sequence = $2::bigint
      ), due AS (
        UPDATE ${await this.prisma.table('event_queues')} AS queue SET due_at = now(), ${nextEvent}
        FROM waiting WHERE queue.subscription = $1 AND queue.account_id = waiting.account_id AND claim IS NULL
      )
      SELECT '1' AS json FROM waiting`,
      [subscription, sequence],
      transaction,
    );
    return waiting.length > 0;
  }

  /** @param values the subscription, the limit, and those of the condition */
  private async select(
    condition: string,
    values: readonly unknown[],
    state?: QueueState,
  ): Promise<QueuedEvent[]> {
    const columns = 'sequence, account_id, event_id, type, data, occurred_at';
    const tables = {
      waiting: `SELECT 'waiting' AS state, ${columns}, NULL::timestamptz AS parked_at,
        NULL::int AS attempts, NULL::text AS last_error
        FROM ${await this.prisma.table('event_deliveries')}`,
      parked: `SELECT 'parked' AS state, ${columns}, parked_at, attempts, last_error
        FROM ${await this.prisma.table('parked_events')}`,
    };
    const page = 'ORDER BY account_id, sequence LIMIT $2::int';
    const events = (state ? [tables[state]] : Object.values(tables)).map(
      (table) => `(${table} WHERE subscription = $1 AND ${condition} ${page})`,
    );
    return this.prisma.queryJson<QueuedEvent>(
      `SELECT json_build_object(
        'sequence', sequence, 'event_id', event_id, 'type', type,
        'mail', CASE WHEN type = '${mailRequested}' THEN data ->> 'kind' END,
        'account_id', event.account_id, 'state', state, 'occurred_at', ${isoTime('occurred_at')},
        'parked_at', ${isoTime('parked_at')}, 'due_at', ${isoTime('queue.due_at')},
        'attempts', COALESCE(event.attempts, queue.attempts, 0),
        'last_error', COALESCE(event.last_error, queue.last_error)
      )::text AS json
      FROM (${events.join(' UNION ALL ')}) AS event
      LEFT JOIN ${await this.prisma.table('event_queues')} AS queue
        ON state = 'waiting' AND queue.subscription = $1 AND queue.account_id = event.account_id
      ORDER BY event.account_id, sequence LIMIT $2::int`,
      values,
    );
  }
}
