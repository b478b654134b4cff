import { Injectable } from '@nestjs/common';
import type { Change } from '../../changes/change.js';
import { PrismaService } from '../../database/prisma.service.js';
import { before, deleteRows, type ExpiringRows } from '../../database/purge/expiring-rows.js';
import type {
  Account,
  SqlTransaction,
  Transaction,
  VerifiedEmail,
} from '../../database/records.js';
import { emailKey, mailboxKey } from './email-key.js';

@Injectable()
export class VerifiedEmailsRepository implements ExpiringRows {
  readonly expiring = 'verified_emails';

  constructor(private readonly prisma: PrismaService) {}

  /** An address that can no longer restore the account stays until another one can. */
  list(accountId: string, client: Transaction = this.prisma): Promise<VerifiedEmail[]> {
    return client.verifiedEmail.findMany({ where: { accountId } });
  }

  async verifiedAt({ id, email }: Pick<Account, 'id' | 'email'>): Promise<Date | null> {
    const verified = await this.prisma.verifiedEmail.findUnique({
      where: { accountId_email: { accountId: id, email }, replacedAt: null },
    });
    return verified?.verifiedAt ?? null;
  }

  async hasAny(accountId: string, client: Transaction = this.prisma): Promise<boolean> {
    return (await client.verifiedEmail.findFirst({ where: { accountId } })) !== null;
  }

  findLeft(email: string, client: Transaction = this.prisma): Promise<VerifiedEmail | null> {
    const byKey = { mailboxKey: mailboxKey(email) };
    const bySpelling = { mailboxKey: null, emailKey: emailKey(email) };
    const mayRestore = [{ forgetAt: null }, { forgetAt: { gt: new Date() } }];
    return client.verifiedEmail.findFirst({
      where: { replacedAt: { not: null }, AND: [{ OR: [byKey, bySpelling] }, { OR: mayRestore }] },
    });
  }

  /**
   * Records that the account has verified this address. Returns false if the account now has another address. A known
   * address keeps its date. A trigger sets when the account forgets its replaced addresses.
   */
  async verify(change: Change, accountId: string, email: string): Promise<boolean> {
    // The account has returned to an address that it had replaced.
    await change.models.verifiedEmail.deleteMany({
      where: { accountId, email, replacedAt: { not: null } },
    });
    const verified = await change.query(
      `INSERT INTO ${await this.prisma.table('verified_emails')} (account_id, email, mailbox_key, email_key, verified_at)
       SELECT id, email, $3, email_key, now() FROM ${await this.prisma.table('accounts')}
       WHERE id = $1 AND email = $2
       ON CONFLICT (account_id, email) DO UPDATE SET email_key = excluded.email_key
       RETURNING '1' AS json`,
      [accountId, email, mailboxKey(email)],
    );
    return verified.length > 0;
  }

  /** Ends the right of a replaced address to restore the account. Returns whether it had one. */
  async endRight(change: Change, accountId: string, email: string): Promise<boolean> {
    const ended = await change.query(
      `UPDATE ${await this.prisma.table('verified_emails')} SET forget_at = replaced_at
       WHERE account_id = $1 AND email = $2 AND replaced_at IS NOT NULL
         AND (forget_at IS NULL OR forget_at > now())
       RETURNING '1' AS json`,
      [accountId, email],
    );
    return ended.length > 0;
  }

  async deleteExpired(transaction: SqlTransaction, now: Date, limit: number): Promise<boolean> {
    const expired = before('forget_at', now, limit);
    const where = `${expired.where} AND ${await this.prisma.table('is_forgotten')}(deleted)`;
    return deleteRows(this.prisma, transaction, 'verified_emails', { ...expired, where });
  }
}
