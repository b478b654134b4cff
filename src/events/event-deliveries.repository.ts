import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import type { AccountEvent, AccountEventType } from './account-event.js';

/** An event that a worker has taken for a subscriber. */
export interface ClaimedEvent {
  readonly sequence: number;
  /** How often it has been tried, this attempt included. */
  readonly attempts: number;
  readonly event: AccountEvent;
}

/** What came of an attempt that failed. */
export interface FailedAttempt {
  readonly sequence: number;
  readonly error: string;
  readonly retryInMs: number;
}

/** The events that subscribers have not had yet, which triggers write. */
@Injectable()
export class EventDeliveriesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Makes a subscription, or changes its types; from its commit on every event of them is kept for it. */
  async subscribe(name: string, types: readonly AccountEventType[]): Promise<void> {
    await this.prisma.eventSubscription.upsert({
      where: { name },
      create: { name, types: [...types] },
      update: { types: [...types], seenAt: new Date() },
    });
  }

  /**
   * Takes events that are due, of each account the earliest one that is not parked, for so long: then
   * they are due again, unless they are settled before.
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

  /** Keeps the lease of events whose subscriber is still at work. */
  async extend(sequences: readonly number[], leaseMs: number): Promise<void> {
    await this.execute(
      (table) => `UPDATE ${table} SET due_at = now() + $2::int * INTERVAL '1 millisecond'
        WHERE sequence = ANY($1::bigint[])`,
      [sequences, leaseMs],
    );
  }

  /** Deletes an event that its subscriber has taken. */
  async settle(sequence: number): Promise<void> {
    await this.execute((table) => `DELETE FROM ${table} WHERE sequence = $1::bigint`, [sequence]);
  }

  /** Makes an event due again later, or parks it when it was given up. */
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

  /** Says that the subscribers of these names are there. */
  async see(names: readonly string[]): Promise<void> {
    await this.prisma.eventSubscription.updateMany({
      where: { name: { in: [...names] } },
      data: { seenAt: new Date() },
    });
  }

  private async execute(sql: (table: string) => string, values: readonly unknown[]): Promise<void> {
    const table = await this.prisma.table('event_deliveries');
    await this.prisma.queryJson(`${sql(table)} RETURNING '1' AS json`, values);
  }
}
