import { Injectable } from '@nestjs/common';
import { PrincipalCache } from '../access/principals/principal-cache.js';
import { AuditEventsRepository } from '../audit/audit-events.repository.js';
import { accountJson, accountOf, type AccountJson } from '../database/account-json.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Account, AuditEvent, SqlTransaction } from '../database/records.js';

@Injectable()
export class SuspensionsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly principals: PrincipalCache,
    private readonly auditEvents: AuditEventsRepository,
  ) {}

  /** Suspends an account. Returns it, undefined where it is suspended already or there is none. */
  suspend(id: string, reason: string, events: readonly AuditEvent[]): Promise<Account | undefined> {
    return this.change(
      'suspended_at = now(), suspension_reason = $2 WHERE id = $1 AND suspended_at IS NULL',
      [id, reason],
      events,
    );
  }

  /** Ends a suspension. Returns the account, undefined where it is not suspended or there is none. */
  restore(id: string, events: readonly AuditEvent[]): Promise<Account | undefined> {
    const work = this.prisma.sqlTransaction(async (transaction) => {
      const [accounts, suspensions] = await Promise.all(
        ['accounts', 'suspensions'].map((name) => this.prisma.table(name)),
      );
      // Refresh tokens of the account's applications do not expire in the meantime.
      await this.prisma.queryJson(
        `INSERT INTO ${suspensions} (account_id, started_at, ended_at)
         SELECT id, suspended_at, greatest(now(), suspended_at) FROM ${accounts}
         WHERE id = $1 AND suspended_at IS NOT NULL FOR NO KEY UPDATE
         ON CONFLICT DO NOTHING RETURNING '1' AS json`,
        [id],
        transaction,
      );
      return this.change(
        'suspended_at = NULL, suspension_reason = NULL WHERE id = $1 AND suspended_at IS NOT NULL',
        [id],
        events,
        transaction,
      );
    });
    return work.finally(() => this.principals.forget(id));
  }

  private async change(
    change: string,
    values: readonly string[],
    events: readonly AuditEvent[],
    transaction?: SqlTransaction,
  ): Promise<Account | undefined> {
    const table = await this.prisma.table('accounts');
    const statement = `UPDATE ${table} AS account SET ${change}
      RETURNING ${accountJson('account')}::text AS json`;
    try {
      const [changed] = await this.auditEvents.changeInStatement<AccountJson>(
        events,
        statement,
        values,
        transaction,
      );
      return changed && accountOf(changed);
    } finally {
      this.principals.forget(values[0]!);
    }
  }
}
