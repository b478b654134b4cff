import { Injectable } from '@nestjs/common';
import type { Change } from '../access/changes/change.js';
import { accountJson, accountOf, type AccountJson } from '../database/account-json.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Account } from '../database/records.js';

@Injectable()
export class SuspensionsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Suspends an account. Returns it, undefined where it is suspended already. */
  suspend(change: Change, id: string, reason: string): Promise<Account | undefined> {
    return this.update(
      change,
      'suspended_at = now(), suspension_reason = $2 WHERE id = $1 AND suspended_at IS NULL',
      [id, reason],
    );
  }

  /** Ends a suspension. Returns the account, undefined where it is not suspended. */
  async restore(change: Change, id: string): Promise<Account | undefined> {
    const [accounts, suspensions] = await Promise.all(
      ['accounts', 'suspensions'].map((name) => this.prisma.table(name)),
    );
    // Refresh tokens of the account's applications do not expire in the meantime.
    await change.query(
      `INSERT INTO ${suspensions} (account_id, started_at, ended_at)
       SELECT id, suspended_at, greatest(now(), suspended_at) FROM ${accounts}
       WHERE id = $1 AND suspended_at IS NOT NULL
       ON CONFLICT DO NOTHING RETURNING '1' AS json`,
      [id],
    );
    return this.update(
      change,
      'suspended_at = NULL, suspension_reason = NULL WHERE id = $1 AND suspended_at IS NOT NULL',
      [id],
    );
  }

  private async update(
    change: Change,
    set: string,
    values: readonly string[],
  ): Promise<Account | undefined> {
    const [changed] = await change.query<AccountJson>(
      `UPDATE ${await this.prisma.table('accounts')} AS account SET ${set}
       RETURNING ${accountJson('account')}::text AS json`,
      values,
    );
    return changed && accountOf(changed);
  }
}
