import { Injectable, Logger } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import type { ExpiringRows } from '../database/purge/expiring-rows.js';
import type { SqlTransaction } from '../database/records.js';

interface CheckedQueues {
  readonly count: number;
  readonly restored: number;
  readonly last: readonly [string, string] | null;
}

/** Finds accounts whose waiting events have no queue. */
@Injectable()
export class MissingQueuesRepository implements ExpiringRows {
  readonly expiring = 'event_queues';
  private readonly logger = new Logger(MissingQueuesRepository.name);
  private checkedUpTo: readonly [string, string] = ['', ''];
  private restored = 0;

  constructor(private readonly prisma: PrismaService) {}

  /**
   * Creates missing queues of accounts with waiting events, which no worker would find otherwise. Checks ten times as
   * many accounts as the limit, continuing after the last call. Returns whether there may be more.
   */
  async deleteExpired(transaction: SqlTransaction, _now: Date, limit: number): Promise<boolean> {
    const deliveries = await this.prisma.table('event_deliveries');
    const queues = await this.prisma.table('event_queues');
    const maxChecked = 10 * limit;
    // Skips from account to account in the index, however many events each has. The subquery for an existing queue
    // returns a value, because PostgreSQL might turn an EXISTS into a scan of the whole table.
    const next = (after: string) =>
      `SELECT subscription, account_id FROM ${deliveries} WHERE (subscription, account_id) > ${after}
       ORDER BY subscription, account_id LIMIT 1`;
    const { count, restored, last } = await this.prisma.queryJsonRow<CheckedQueues>(
      `WITH RECURSIVE queue AS (
        (${next('($1, $2)')})
        UNION ALL
        SELECT following.* FROM queue, LATERAL (${next('(queue.subscription, queue.account_id)')}) AS following
      ), checked AS MATERIALIZED (SELECT * FROM queue LIMIT $3::int), restored AS (
        INSERT INTO ${queues} AS existing (subscription, account_id, due_at)
        SELECT subscription, account_id, now() FROM checked
        WHERE (
          SELECT due_at FROM ${queues} AS each
          WHERE each.subscription = checked.subscription AND each.account_id = checked.account_id
        ) IS NULL AND subscription IN (SELECT name FROM ${await this.prisma.table('event_subscriptions')})
        ORDER BY subscription, account_id
        ON CONFLICT DO NOTHING RETURNING existing.subscription
      )
      SELECT json_build_object(
        'count', count(*), 'restored', (SELECT count(*) FROM restored),
        'last', (array_agg(json_build_array(subscription, account_id)))[count(*)]
      )::text AS json FROM checked`,
      [...this.checkedUpTo, maxChecked],
      transaction,
    );
    const isMore = count === maxChecked;
    this.checkedUpTo = (isMore && last) || ['', ''];
    this.restored += restored;
    if (!isMore && this.restored > 0) {
      this.logger.warn(`Events of ${this.restored} accounts had no queue; they are delivered now.`);
      this.restored = 0;
    }
    return isMore;
  }
}
