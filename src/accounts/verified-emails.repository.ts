import { Injectable } from '@nestjs/common';
import type { Change } from '../access/changes/change.js';
import { PrismaService } from '../database/prisma.service.js';
import { before, deleteRows } from '../database/purge/delete-rows.js';
import type { ExpiringRows } from '../database/purge/expiring-rows.js';
import type { Account, SqlTransaction, Transaction, VerifiedEmail } from '../database/records.js';

@Injectable()
export class VerifiedEmailsRepository implements ExpiringRows {
  readonly expiring = 'verified_emails';

  constructor(private readonly prisma: PrismaService) {}

  /** When the owner's address was verified; null if it was not. */
  async verifiedAt({ id, email }: Pick<Account, 'id' | 'email'>): Promise<Date | null> {
    const verified = await this.prisma.verifiedEmail.findUnique({
      where: { accountId_email: { accountId: id, email } },
    });
    return verified?.verifiedAt ?? null;
  }

  /** The addresses that may stop the removal of a factor: the verified one, and those that are not forgotten. */
  async withRight(accountId: string): Promise<string[]> {
    const found = await this.prisma.verifiedEmail.findMany({
      where: { accountId, OR: [{ replacedAt: null }, remembered()] },
      orderBy: { email: 'asc' },
    });
    return found.map(({ email }) => email);
  }

  /** Whether the account has, or has had, an address that was verified and is not forgotten. */
  async hasAny(accountId: string, transaction?: Transaction): Promise<boolean> {
    const found = await this.prisma.queryJson(
      `SELECT '1' AS json FROM ${await this.prisma.table('verified_emails')} WHERE account_id = $1 LIMIT 1`,
      [accountId],
      transaction,
    );
    return found.length > 0;
  }

  /** The verified address that a change has replaced, if it is not forgotten. */
  findReplaced(accountId: string, replacedBy: number): Promise<VerifiedEmail | null> {
    return this.prisma.verifiedEmail.findFirst({
      where: { accountId, replacedBy, ...remembered() },
    });
  }

  /** Of the addresses that the account has left, the one that was verified first: it alone can be restored. */
  findRestorable(accountId: string): Promise<VerifiedEmail | null> {
    return this.prisma.verifiedEmail.findFirst({
      where: { accountId, ...remembered() },
      orderBy: [{ verifiedAt: 'asc' }, { email: 'asc' }],
    });
  }

  /** The address that can be restored, of an account that has left it, by the key of the address. */
  async findRestorableByKey(emailKey: string): Promise<VerifiedEmail | null> {
    const left = await this.prisma.verifiedEmail.findFirst({
      where: { emailKey, ...remembered() },
    });
    const restorable = left && (await this.findRestorable(left.accountId));
    return restorable?.email === left?.email ? restorable : null;
  }

  /**
   * Records that the account has verified its address, if that is still this one. Returns whether it is. An address
   * that was verified before keeps its date. A trigger sets when the account forgets the addresses that it has left.
   */
  async verify(change: Change, accountId: string, email: string): Promise<boolean> {
    const verified = await change.query(
      `INSERT INTO ${await this.prisma.table('verified_emails')} (account_id, email, email_key, verified_at)
       SELECT id, email, email_key, now() FROM ${await this.prisma.table('accounts')}
       WHERE id = $1 AND email = $2
       ON CONFLICT (account_id, email) DO UPDATE SET email_key = excluded.email_key
       RETURNING '1' AS json`,
      [accountId, email],
    );
    return verified.length > 0;
  }

  deleteExpired(transaction: SqlTransaction, now: Date, limit: number): Promise<boolean> {
    const expired = before('forget_at', now, limit);
    return deleteRows(this.prisma, transaction, 'verified_emails', expired);
  }
}

/** The condition of an address that was left and is not forgotten. */
function remembered() {
  return {
    replacedAt: { not: null },
    OR: [{ forgetAt: null }, { forgetAt: { gt: new Date() } }],
  };
}
