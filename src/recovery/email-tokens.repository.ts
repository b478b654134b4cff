import { Injectable } from '@nestjs/common';
import type { Change } from '../access/changes/change.js';
import { PrismaService } from '../database/prisma.service.js';
import { before, deleteRows } from '../database/purge/delete-rows.js';
import type { ExpiringRows } from '../database/purge/expiring-rows.js';
import type { Account, Bytes, EmailToken, SqlTransaction } from '../database/records.js';
import type { SealedColumnOptions } from '../database/sealed-column.js';
import type { EmailTokenPurpose } from './email-token.js';

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

  /** @param change the change that the token belongs to, in a transaction of SQL. Default: none */
  async create(token: EmailToken & { purpose: EmailTokenPurpose }, change?: Change): Promise<void> {
    const hex = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('hex');
    await this.prisma.queryJson(
      `INSERT INTO ${await this.prisma.table('email_tokens')}
         (hash, purpose, account_id, email_digest, credentials_generation, sealed, created_at, expires_at)
       VALUES (decode($1, 'hex'), $2, $3, $4, $5::int, decode($6, 'hex'), $7::timestamptz, $8::timestamptz)
       RETURNING '1' AS json`,
      [
        ...[hex(token.hash), token.purpose, token.accountId, token.emailDigest],
        ...[token.credentialsGeneration, hex(token.sealed)],
        ...[token.createdAt.toISOString(), token.expiresAt.toISOString()],
      ],
      change?.models,
    );
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

  /** Deletes a token. Returns whether it existed: of several uses one finds it. */
  async delete(change: Change, hash: Bytes): Promise<boolean> {
    const deleted = await change.query(
      `DELETE FROM ${await this.prisma.table('email_tokens')}
       WHERE hash = decode($1, 'hex') RETURNING '1' AS json`,
      [Buffer.from(hash).toString('hex')],
    );
    return deleted.length > 0;
  }

  /** Deletes the tokens of an account for some purposes. */
  async deleteOf(
    change: Change,
    accountId: string,
    purposes: readonly EmailTokenPurpose[],
  ): Promise<void> {
    await change.query(
      `DELETE FROM ${await this.prisma.table('email_tokens')}
       WHERE account_id = $1 AND purpose = ANY ($2::text[]) RETURNING '1' AS json`,
      [accountId, purposes],
    );
  }

  deleteExpired(transaction: SqlTransaction, now: Date, limit: number): Promise<boolean> {
    const expired = before('expires_at', now, limit);
    return deleteRows(this.prisma, transaction, 'email_tokens', expired);
  }
}
