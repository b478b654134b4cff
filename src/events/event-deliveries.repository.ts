import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import type { AccountEvent, AccountEventType } from './account-event.js';

const giveUpMs = 3 * 24 * 60 * 60_000;

/** An event that a worker has claimed for a subscriber. */
export interface ClaimedEvent {
  readonly sequence: number;
  /** The number of attempts, including this one. */
  readonly attempts: number;
  readonly event: AccountEvent;
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
   * Claims due events, of each account the earliest one that is not parked, for this lease: afterwards
   * they are due again, unless they were settled before.
   */
  async claim(subscription: string, limit: number, leaseMs: number): Promise<ClaimedEvent[]> {
    const table = await this.prisma.table('event_deliveries');
    return this.prisma.queryJson<ClaimedEvent>(
      `WITH due AS (
        SELECT sequence FROM ${table} AS delivery
        WHERE subscription = $1 AND parked_at IS NULL AND due_at <= now() AND NOT EXISTS (
          SELECT FROM ${table} AS earlier
          WHERE earlier.subscription = delivery.subscription AND earlier.account_id = delivery.account_id
            AND earlier.sequence < delivery.sequence AND earlier.parked_at IS NULL
        )
        ORDER BY sequence LIMIT $2::int FOR UPDATE SKIP LOCKED
      )
      UPDATE ${table} AS delivery
      SET due_at = now() + $3::int * INTERVAL '1 millisecond', attempts = attempts + 1
      FROM due WHERE delivery.sequence = due.sequence
      RETURNING json_build_object(
        'sequence', delivery.sequence, 'attempts', attempts, 'event', json_build_object(
          'id', event_id, 'type', type,
          'timestamp', to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'account_id', account_id, 'revision', revision, 'data', data
        )
      )::text AS json`,
      [subscription, limit, leaseMs],
    );
  }

  /** Extends the lease of events that the subscriber is handling. */
  async extend(sequences: readonly number[], leaseMs: number): Promise<void> {
    await this.execute(
      (table) => `UPDATE ${table} SET due_at = now() + $2::int * INTERVAL '1 millisecond'
        WHERE sequence = ANY($1::bigint[])`,
      [sequences, leaseMs],
    );
  }

  /** Deletes an event that its subscriber has handled. */
  async settle(sequence: number): Promise<void> {
    await this.execute((table) => `DELETE FROM ${table} WHERE sequence = $1::bigint`, [sequence]);
  }

  /** Schedules an event for a retry, or parks it when it was given up. */
  async postpone({ sequence, error, retryInMs }: FailedAttempt): Promise<void> {
    await this.execute(
      (
        table,
      ) => `UPDATE ${table} SET last_error = $2, due_at = now() + $3::int * INTERVAL '1 millisecond',
        parked_at = CASE WHEN give_up_at < now() THEN now() END
        WHERE sequence = $1::bigint`,
      [sequence, error, retryInMs],
    );
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
    const isoTime = (column: string) =>
      `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
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
    const { count } = await this.prisma.eventDelivery.updateMany({
      where: { subscription, parkedAt: { not: null } },
      data: { parkedAt: null, dueAt: new Date(), giveUpAt: new Date(Date.now() + giveUpMs) },
    });
    return count;
  }

  /** Deletes a subscription with its events. Returns whether it existed. */
  async drop(name: string): Promise<boolean> {
    const { count } = await this.prisma.eventSubscription.deleteMany({ where: { name } });
    return count > 0;
  }

  private async execute(sql: (table: string) => string, values: readonly unknown[]): Promise<void> {
    const table = await this.prisma.table('event_deliveries');
    await this.prisma.queryJson(`${sql(table)} RETURNING '1' AS json`, values);
  }
}
