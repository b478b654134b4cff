import { Injectable } from '@nestjs/common';
import { AuditEventsRepository } from '../../audit/audit-events.repository.js';
import type { Prisma } from '../../database/generated/client.js';
import { PrismaService } from '../../database/prisma.service.js';
import { existing } from '../../database/purge/deletions.repository.js';
import { before, deleteRows } from '../../database/purge/delete-rows.js';
import type { ExpiringRows } from '../../database/purge/expiring-rows.js';
import type {
  AccessToken,
  Account,
  AuditEvent,
  Bytes,
  SqlTransaction,
  Transaction,
} from '../../database/records.js';
import type { SealedColumnOptions } from '../../database/sealed-column.js';
import { PrincipalCache } from '../principals/principal-cache.js';
import { tokenIdOfHash } from '../tokens/access-token.js';

/** Applications' own tokens, sealed for their application. */
export const sealedAccessTokens: SealedColumnOptions = {
  table: 'access_tokens',
  key: ['hash'],
  owner: 'application_id',
  column: 'sealed',
  keyColumn: 'sealed_by',
};

/** The table of access tokens: applications' own tokens and granted tokens. */
@Injectable()
export class AccessTokensRepository implements ExpiringRows {
  readonly expiring = 'access_tokens';

  constructor(
    private readonly prisma: PrismaService,
    private readonly principals: PrincipalCache,
    private readonly auditEvents: AuditEventsRepository,
  ) {}

  /** Inserts a token in the transaction of the caller. */
  async insert(
    transaction: Transaction,
    token: Prisma.AccessTokenUncheckedCreateInput,
  ): Promise<void> {
    await transaction.accessToken.create({ data: token, select: { hash: true } });
  }

  find(hash: Bytes): Promise<(AccessToken & { account: Pick<Account, 'suspendedAt'> }) | null> {
    return this.prisma.accessToken.findUnique({
      where: { hash, account: existing, application: existing },
      include: { account: { select: { suspendedAt: true } } },
    });
  }

  /** Deletes a token. Returns whether it existed. */
  delete(hash: Bytes, events: readonly AuditEvent[]): Promise<boolean> {
    const work = this.auditEvents.changeInTransaction(events, async (transaction) => {
      const { count } = await transaction.accessToken.deleteMany({ where: { hash } });
      return count > 0;
    });
    return work.finally(() => this.principals.forget(tokenIdOfHash(hash)));
  }

  /**
   * Deletes the own token of an application in the transaction of the caller, who makes the principal
   * cache forget it. Returns whether there was any.
   *
   * @param but the hash of a token to keep
   */
  async deleteOwn(transaction: Transaction, applicationId: string, but?: Bytes): Promise<boolean> {
    const { count } = await transaction.accessToken.deleteMany({
      where: { applicationId, kind: 'application', ...(but && { hash: { not: but } }) },
    });
    return count > 0;
  }

  /** Deletes the own tokens of all applications of an account, in the transaction of the caller. */
  async deleteOwnOfAccount(transaction: SqlTransaction, accountId: string): Promise<void> {
    await this.prisma.queryJson(
      `DELETE FROM ${await this.prisma.table('access_tokens')}
       WHERE account_id = $1 AND kind = 'application' RETURNING '1' AS json`,
      [accountId],
      transaction,
    );
  }

  /** Deletes those of these applications, in the transaction of the caller. */
  async deleteOfApplications(transaction: SqlTransaction, ids: readonly string[]): Promise<void> {
    await this.prisma.queryJson(
      `DELETE FROM ${await this.prisma.table('access_tokens')} WHERE application_id = ANY ($1::text[])
       RETURNING '1' AS json`,
      [ids],
      transaction,
    );
  }

  deleteExpired(transaction: SqlTransaction, now: Date, limit: number): Promise<boolean> {
    const expired = before('expires_at', now, limit);
    return deleteRows(this.prisma, transaction, 'access_tokens', expired);
  }
}
