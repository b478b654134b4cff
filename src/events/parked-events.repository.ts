import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { deleteRows, type ExpiringRows } from '../database/purge/expiring-rows.js';
import type { SqlTransaction, Transaction } from '../database/records.js';
import type { SealedColumnOptions } from '../database/sealed-column.js';
import { EventDeliveriesRepository, sealedDeliveries } from './event-deliveries.repository.js';
import {
  batchSize,
  claimed,
  columns,
  exactEvent,
  nextEvent,
  toValues,
  type QueueClaim,
} from './event-sql.js';

/** An event that is no longer delivered. */
export interface GivenUpEvent {
  readonly sequence: number;
  readonly attempts: number;
  readonly error: string;
}

const parkedFor = `INTERVAL '30 days'`;

export const sealedParkedEvents: SealedColumnOptions = {
  ...sealedDeliveries,
  table: 'parked_events',
};

@Injectable()
export class ParkedEventsRepository implements ExpiringRows {
  readonly expiring = 'parked_events';

  constructor(
    private readonly prisma: PrismaService,
    private readonly deliveries: EventDeliveriesRepository,
  ) {}

  /** Parks the first event, and releases the account. Idempotent. */
  async park(queue: QueueClaim, { sequence, attempts, error }: GivenUpEvent): Promise<void> {
    await this.prisma.queryJson(
      `WITH queue AS (
        UPDATE ${await this.prisma.table('event_queues')} SET ${nextEvent} WHERE ${claimed} RETURNING subscription
      ), parked AS (
        DELETE FROM ${await this.prisma.table('event_deliveries')}
        WHERE ${exactEvent} AND EXISTS (SELECT FROM queue) RETURNING ${columns}
      )
      INSERT INTO ${await this.prisma.table('parked_events')} (${columns}, parked_at, attempts, last_error)
      SELECT ${columns}, now(), $5::int, $6 FROM parked RETURNING '1' AS json`,
      [...toValues(queue), sequence, attempts, error],
    );
    await this.deliveries.release(queue);
  }

  /**
   * Returns the number of parked events and of accounts whose first event pauses, each at most a million; undefined if
   * the subscription does not exist.
   */
  async requestRetry(subscription: string, transaction: Transaction): Promise<number | undefined> {
    const parked = await this.prisma.table('parked_events');
    const [count] = await this.prisma.queryJson<number>(
      `WITH requested AS (
        UPDATE ${await this.prisma.table('event_subscriptions')}
        SET retry_up_to = (SELECT max(parking) FROM ${parked} WHERE subscription = $1)
        WHERE name = $1 RETURNING name
      ), parked AS (
        SELECT FROM ${parked} WHERE subscription = $1 ORDER BY account_id, sequence LIMIT 1000000
      ), paused AS (
        SELECT FROM ${await this.prisma.table('event_queues')}
        WHERE subscription = $1 AND due_at > now() AND claim IS NULL ORDER BY due_at LIMIT 1000000
      )
      SELECT to_json((SELECT count(*) FROM parked) + (SELECT count(*) FROM paused))::text AS json
      WHERE EXISTS (SELECT FROM requested)`,
      [subscription],
      transaction,
    );
    return count;
  }

  async retryRequested(subscription: string): Promise<boolean> {
    const subscriptions = await this.prisma.table('event_subscriptions');
    const [upTo] = await this.prisma.queryJson<string | null>(
      `SELECT to_json(max(retry_up_to)::text)::text AS json FROM ${subscriptions} WHERE name = $1`,
      [subscription],
    );
    if (!upTo) return false;
    const retried = await this.retryBatch(subscription, 'AND parking <= $2::bigint', [upTo]);
    if (retried === batchSize) return true;
    // Another node may hold locks on the others, and an operator may have requested another retry.
    await this.prisma.queryJson(
      `UPDATE ${subscriptions} SET retry_up_to = NULL WHERE name = $1 AND retry_up_to <= $2::bigint AND NOT EXISTS (
        SELECT FROM ${await this.prisma.table('parked_events')} WHERE subscription = $1 AND parking <= $2::bigint
      ) RETURNING '1' AS json`,
      [subscription, upTo],
    );
    return false;
  }

  async retryUntried(subscription: string, types: readonly string[]): Promise<void> {
    const untried = 'AND attempts = 0 AND type = ANY($2::text[])';
    while ((await this.retryBatch(subscription, untried, [types])) === batchSize);
  }

  /** Returns whether the event was parked. */
  async retryOne(
    subscription: string,
    sequence: number,
    transaction: Transaction,
  ): Promise<boolean> {
    const one = 'AND sequence = $2::bigint';
    return (await this.retryBatch(subscription, one, [sequence], transaction)) > 0;
  }

  /** Returns the number of retried events, at most {@link batchSize}. */
  private async retryBatch(
    subscription: string,
    condition: string,
    values: readonly unknown[],
    transaction?: Transaction,
  ): Promise<number> {
    const parked = await this.prisma.table('parked_events');
    const sql = `WITH batch AS (
        SELECT sequence, account_id FROM ${parked} WHERE subscription = $1 ${condition}
        ORDER BY account_id, sequence LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
      ), queue AS (
        INSERT INTO ${await this.prisma.table('event_queues')} AS earlier
          (subscription, account_id, due_at)
        SELECT DISTINCT $1, account_id, now() FROM batch ORDER BY account_id
        ON CONFLICT (subscription, account_id)
          DO UPDATE SET waiting = earlier.waiting % 1000000 + 1000001, ${nextEvent}
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
    return (await this.prisma.queryJson(sql, [subscription, ...values], transaction)).length;
  }

  async deleteForAccount(subscription: string, accountId: string): Promise<void> {
    await this.prisma.parkedEvent.deleteMany({ where: { subscription, accountId } });
  }

  deleteExpired(transaction: SqlTransaction, _now: Date, limit: number): Promise<boolean> {
    const where = `parked_at < now() - ${parkedFor}`;
    return deleteRows(this.prisma, transaction, 'parked_events', {
      where,
      orderBy: 'parked_at',
      limit,
    });
  }
}
