import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { before, deleteRows } from '../database/purge/delete-rows.js';
import type { ExpiringRows } from '../database/purge/expiring-rows.js';
import type {
  Account,
  Bytes,
  EmailToken,
  SqlTransaction,
  Transaction,
} from '../database/records.js';
import type { SealedColumnOptions } from '../database/sealed-column.js';
import type { EmailTokenPurpose } from './email-token.js';

/** How long an expired token is kept: another request for a mail can make it valid again. */
const keptMs = 24 * 60 * 60_000;

/** What the use of a link needs to know, sealed for the digest of its address. */
export const sealedEmailTokens: SealedColumnOptions = {
  table: 'email_tokens',
  key: ['hash'],
  owner: 'email_digest',
  column: 'sealed',
};

@Injectable()
export class EmailTokensRepository implements ExpiringRows {
  readonly expiring = 'email_tokens';

  constructor(private readonly prisma: PrismaService) {}

  async create(token: EmailToken & { purpose: EmailTokenPurpose }): Promise<void> {
    await this.prisma.emailToken.create({ data: token });
  }

  /** The token, if it has not expired, with its account where it has one. */
  find(
    purpose: EmailTokenPurpose,
    hash: Bytes,
  ): Promise<(EmailToken & { account: Account | null }) | null> {
    return this.prisma.emailToken.findUnique({
      where: { hash, purpose, expiresAt: { gt: new Date() } },
      include: { account: { omit: { passwordHash: true } } },
    });
  }

  /** Gives the latest token of an account another expiry, unless it is older than a day. */
  async extend(purpose: EmailTokenPurpose, accountId: string, expiresAt: Date): Promise<void> {
    const latest = await this.prisma.emailToken.findFirst({
      where: { purpose, accountId, createdAt: { gt: new Date(Date.now() - keptMs) } },
      orderBy: { createdAt: 'desc' },
      select: { hash: true },
    });
    if (!latest) return;
    await this.prisma.emailToken.updateMany({ where: { hash: latest.hash }, data: { expiresAt } });
  }

  /** Deletes a token. Returns whether it existed: of several uses one finds it. */
  async delete(hash: Bytes, transaction: Transaction = this.prisma): Promise<boolean> {
    const { count } = await transaction.emailToken.deleteMany({ where: { hash } });
    return count > 0;
  }

  /** Deletes the tokens of an account for a purpose. */
  async deleteOf(accountId: string, purpose: EmailTokenPurpose): Promise<void> {
    await this.prisma.emailToken.deleteMany({ where: { accountId, purpose } });
  }

  deleteExpired(transaction: SqlTransaction, now: Date, limit: number): Promise<boolean> {
    const expired = before('expires_at', new Date(now.getTime() - keptMs), limit);
    return deleteRows(this.prisma, transaction, 'email_tokens', expired);
  }
}
