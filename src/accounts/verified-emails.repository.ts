import { Injectable } from '@nestjs/common';
import { AuditEventsRepository } from '../audit/audit-events.repository.js';
import { PrismaService } from '../database/prisma.service.js';
import { before, deleteRows } from '../database/purge/delete-rows.js';
import type { ExpiringRows } from '../database/purge/expiring-rows.js';
import type {
  Account,
  AuditEvent,
  SqlTransaction,
  Transaction,
  VerifiedEmail,
} from '../database/records.js';

/** How long an address can be restored: for seven days, after a mail that may wait for three. As in the migrations. */
export const restorableMs = 10 * 24 * 60 * 60_000;

@Injectable()
export class VerifiedEmailsRepository implements ExpiringRows {
  readonly expiring = 'verified_emails';

  constructor(
    private readonly prisma: PrismaService,
    private readonly auditEvents: AuditEventsRepository,
  ) {}

  /** When the address that the account has now was verified; null if it was not. */
  async verifiedAt({ id, email }: Pick<Account, 'id' | 'email'>): Promise<Date | null> {
    const verified = await this.prisma.verifiedEmail.findUnique({
      where: { accountId_email: { accountId: id, email } },
    });
    return verified?.verifiedAt ?? null;
  }

  /** The verified address that was replaced, if it can be restored. */
  findReplaced(
    accountId: string,
    place: { readonly replacedBy: number } | { readonly email: string },
  ): Promise<VerifiedEmail | null> {
    const replacedAt = { gt: new Date(Date.now() - restorableMs) };
    return this.prisma.verifiedEmail.findFirst({ where: { accountId, ...place, replacedAt } });
  }

  /**
   * Verifies the address that the account has back, and forgets those that were verified after it: they may be of the
   * intruder who replaced it.
   */
  async restore(
    { accountId, email, replacedBy }: VerifiedEmail,
    transaction: SqlTransaction,
  ): Promise<void> {
    await this.prisma.queryJson(
      `WITH restored AS (
        UPDATE ${await this.prisma.table('verified_emails')} SET verified_at = now()
        WHERE account_id = $1 AND email = $2
      )
      DELETE FROM ${await this.prisma.table('verified_emails')}
      WHERE account_id = $1 AND email <> $2 AND (replaced_by IS NULL OR replaced_by > $3::int)
      RETURNING '1' AS json`,
      [accountId, email, replacedBy],
      transaction,
    );
  }

  /**
   * Records that the account has verified its address, if that is still this one. Returns whether it is.
   *
   * @param events what is written of it, in the same transaction
   */
  async verify(
    accountId: string,
    email: string,
    events: readonly AuditEvent[],
    transaction?: Transaction | SqlTransaction,
  ): Promise<boolean> {
    const verified = await this.auditEvents.changeInStatement(
      events,
      `INSERT INTO ${await this.prisma.table('verified_emails')} (account_id, email, email_key, verified_at)
       SELECT id, email, email_key, now() FROM ${await this.prisma.table('accounts')}
       WHERE id = $1 AND email = $2
       ON CONFLICT (account_id, email) DO UPDATE SET verified_at = excluded.verified_at
       RETURNING '1' AS json`,
      [accountId, email],
      transaction,
    );
    return verified.length > 0;
  }

  deleteExpired(transaction: SqlTransaction, now: Date, limit: number): Promise<boolean> {
    const expired = before('replaced_at', new Date(now.getTime() - restorableMs), limit);
    return deleteRows(this.prisma, transaction, 'verified_emails', expired);
  }
}
