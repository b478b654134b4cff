import type { PrismaService } from '../database/prisma.service.js';
import type { ExpiringRows } from '../database/purge/expiring-rows.js';
import type { SqlTransaction } from '../database/records.js';
import { setDays, timeBefore } from './audit-age.js';

/** How long an event keeps its source. */
interface AuditSourceDays {
  readonly afterEvent: number;
  /** Applies after the event's account, or the account that made the request, is deleted. */
  readonly afterDeletion: number;
}

interface Deletion {
  readonly at: string;
  readonly id: string;
}

/** Removes source addresses from the audit trail. They are personal data and expire before the events. */
export class AuditSourcesRepository implements ExpiringRows {
  readonly expiring = 'audit_sources';

  /** The last account deletion whose sources have been removed. */
  private done: Deletion | undefined;

  constructor(
    private readonly prisma: PrismaService,
    private readonly days: AuditSourceDays,
  ) {}

  async deleteExpired(transaction: SqlTransaction, now: Date, limit: number): Promise<boolean> {
    const old = await this.removeOld(transaction, now, limit);
    const deleted = await this.removeForDeleted(transaction, now, limit);
    return old || deleted;
  }

  private async removeOld(transaction: SqlTransaction, now: Date, limit: number): Promise<boolean> {
    const days = this.days.afterEvent;
    await setDays(this.prisma, transaction, 'audit_source_days', days);
    const events = await this.prisma.table('audit_events');
    const removed = await this.prisma.queryJson(
      `UPDATE ${events} SET source = NULL WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM ${events} WHERE source IS NOT NULL AND at < $1::timestamptz
        ORDER BY at LIMIT $2::int
      )) RETURNING '1' AS json`,
      [timeBefore(now, days).toISOString(), limit],
      transaction,
    );
    return removed.length === limit;
  }

  private async removeForDeleted(transaction: SqlTransaction, now: Date, limit: number) {
    const days = this.days.afterDeletion;
    await setDays(this.prisma, transaction, 'audit_source_days', days);
    const events = await this.prisma.table('audit_events');
    const after = this.done ?? { at: timeBefore(now, this.days.afterEvent).toISOString(), id: '' };
    const batch = await this.prisma.queryJsonRow<{ removed: number; last: Deletion | null }>(
      `WITH deletions AS (
        SELECT at, id, account_id FROM ${events}
        WHERE event = 'account.delete' AND result = 'succeeded'
          AND at < $1::timestamptz AND (at, id) > ($2::timestamptz, $3)
        ORDER BY at, id LIMIT $4::int
      ), removed AS (
        UPDATE ${events} SET source = NULL WHERE ctid = ANY (ARRAY(
          SELECT event.ctid FROM deletions, LATERAL (
            (SELECT ctid FROM ${events} AS own
            WHERE own.account_id = deletions.account_id AND source IS NOT NULL AND at < $1::timestamptz
            ORDER BY account_id, at LIMIT $4::int)
            UNION ALL
            (SELECT ctid FROM ${events} AS other
            WHERE other.actor_id = deletions.account_id AND source IS NOT NULL
              AND actor_id IS DISTINCT FROM account_id AND at < $1::timestamptz
            ORDER BY actor_id, at LIMIT $4::int)
          ) AS event
          LIMIT $4::int
        )) RETURNING 1
      )
      SELECT json_build_object(
        'removed', (SELECT count(*) FROM removed),
        'last', (SELECT json_build_object('at', at, 'id', id) FROM deletions ORDER BY at DESC, id DESC LIMIT 1)
      )::text AS json`,
      [timeBefore(now, days).toISOString(), after.at, after.id, limit],
      transaction,
    );
    const { removed, last } = batch;
    // The removal may be rolled back, so the next batch checks again.
    if (removed === 0 && last) this.done = last;
    return last !== null;
  }
}
