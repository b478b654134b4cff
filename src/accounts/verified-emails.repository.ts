import { Injectable } from '@nestjs/common';
import { AuditEventsRepository } from '../audit/audit-events.repository.js';
import { PrismaService } from '../database/prisma.service.js';
import type {
  Account,
  AuditEvent,
  SqlTransaction,
  Transaction,
  VerifiedEmail,
} from '../database/records.js';

@Injectable()
export class VerifiedEmailsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly auditEvents: AuditEventsRepository,
  ) {}

  /** The address that the account has verified, which may be an earlier one. */
  find(accountId: string): Promise<VerifiedEmail | null> {
    return this.prisma.verifiedEmail.findUnique({ where: { accountId } });
  }

  /** When the address that the account has now was verified; null if it was not. */
  async verifiedAt({ id, emailKey }: Pick<Account, 'id' | 'emailKey'>): Promise<Date | null> {
    const verified = await this.find(id);
    return verified?.emailKey === emailKey ? verified.verifiedAt : null;
  }

  /**
   * Records that the account has verified its address, if that is still of this key. Returns whether it is.
   *
   * @param events what is written of it, in the same transaction
   */
  async verify(
    accountId: string,
    emailKey: string,
    events: readonly AuditEvent[],
    transaction?: Transaction | SqlTransaction,
  ): Promise<boolean> {
    const verified = await this.auditEvents.changeInStatement(
      events,
      `INSERT INTO ${await this.prisma.table('verified_emails')} (account_id, email, email_key, verified_at)
       SELECT id, email, email_key, now() FROM ${await this.prisma.table('accounts')}
       WHERE id = $1 AND email_key = $2
       ON CONFLICT (account_id) DO UPDATE
         SET email = excluded.email, email_key = excluded.email_key, verified_at = excluded.verified_at
       RETURNING '1' AS json`,
      [accountId, emailKey],
      transaction,
    );
    return verified.length > 0;
  }
}
