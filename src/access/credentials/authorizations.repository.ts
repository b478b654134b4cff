import { Injectable } from '@nestjs/common';
import { AuditEventsRepository } from '../../audit/audit-events.repository.js';
import { violates } from '../../database/connection/constraint-violation.js';
import { newIdentifier } from '../../database/identifier.js';
import { lockAccount, proofOf, type Proof } from '../account-lock.js';
import { PrismaService } from '../../database/prisma.service.js';
import { existing } from '../../database/purge/deletions.repository.js';
import { before, deleteRows } from '../../database/purge/delete-rows.js';
import type { ExpiringRows } from '../../database/purge/expiring-rows.js';
import type {
  Account,
  AuditEvent,
  Authorization,
  Bytes,
  Grant,
  SqlTransaction,
} from '../../database/records.js';
import type { SealedColumnOptions } from '../../database/sealed-column.js';
import { PrincipalCache } from '../principals/principal-cache.js';
import { AccessTokensRepository } from './access-tokens.repository.js';
import { isSuspended, refreshExpiry } from './suspended-time.js';

export interface NewAuthorization {
  scope: string[];
  codeHash: Bytes;
  codeChallenge: string | null;
  redirectUri: string | null;
  expiresAt: Date;
}

/** An access token that descends from an authorization. */
export interface IssuedToken {
  hash: Bytes;
  scope: string[];
  expiresAt: Date;
}

/** The refresh token that replaces the previous one. */
export interface NewRefreshToken {
  hash: Bytes;
  sealed: Bytes;
  expiresAt: Date;
}

/** Devices of one user and application; a further one ends the one that was used longest ago. */
const mostDevices = 50;

export type AuthorizationOfGrant = Authorization & {
  grant: Grant & { account: Pick<Account, 'suspendedAt'> };
};

/** With the account of the grant, as far as the use of its tokens depends on it. */
const withGrant = { grant: { include: { account: { select: { suspendedAt: true } } } } } as const;

/** Of an account and an application that were not deleted. */
const ofExisting = { grant: { account: existing, application: existing } } as const;

/** The refresh tokens in use, sealed for their authorization. */
export const sealedRefreshTokens: SealedColumnOptions = {
  table: 'authorizations',
  key: ['id'],
  owner: 'id',
  column: 'sealed_refresh_token',
};

@Injectable()
export class AuthorizationsRepository implements ExpiringRows {
  readonly expiring = 'authorizations';

  constructor(
    private readonly prisma: PrismaService,
    private readonly principals: PrincipalCache,
    private readonly auditEvents: AuditEventsRepository,
    private readonly tokens: AccessTokensRepository,
  ) {}

  /**
   * Stores a user's consent and its authorization; undefined when the password was changed
   * after the consent page was shown, or the application was deleted. The account's row is locked: a change of its
   * password happens before, or afterwards and then ends the authorization.
   */
  async create(
    account: Pick<Account, 'id' | 'credentialsGeneration'>,
    applicationId: string,
    authorization: NewAuthorization,
    proof: Proof,
    events: readonly AuditEvent[],
  ): Promise<Authorization | undefined> {
    try {
      return await this.remember(account, applicationId, authorization, proof, events);
    } catch (error) {
      if (violates(error, 'foreign key')) return undefined;
      throw error;
    }
  }

  find(id: string): Promise<AuthorizationOfGrant | null> {
    return this.prisma.authorization.findUnique({
      where: { id, ...ofExisting },
      include: withGrant,
    });
  }

  findByCode(codeHash: Bytes): Promise<AuthorizationOfGrant | null> {
    return this.prisma.authorization.findUnique({
      where: { codeHash, ...ofExisting },
      include: withGrant,
    });
  }

  /** Marks a code as used. Returns whether this was the first use. */
  async redeem(id: string): Promise<boolean> {
    const { count } = await this.prisma.authorization.updateMany({
      where: { id, redeemedAt: null },
      data: { redeemedAt: new Date() },
    });
    return count > 0;
  }

  /**
   * Replaces the refresh token, and inserts an access token with it. Returns
   * false, and changes nothing, when another request replaced it first or the authorization was deleted.
   *
   * @param previous the refresh token that the client presented, null for a code
   */
  async rotate(
    { id, grant }: AuthorizationOfGrant,
    previous: Bytes | null,
    refresh: NewRefreshToken,
    access: IssuedToken,
    events: readonly AuditEvent[],
  ): Promise<boolean> {
    return this.unlessGone(
      this.auditEvents.changeInTransaction(events, async (transaction) => {
        // The row that refers to account and application is locked first: a transaction that deletes those waits,
        // or is waited for, before any row of the authorization is locked.
        await this.tokens.insert(transaction, accessToken(id, grant, access));
        const { count } = await transaction.authorization.updateMany({
          where: { id, refreshHash: previous },
          data: {
            refreshHash: refresh.hash,
            previousRefreshHash: previous,
            sealedRefreshToken: refresh.sealed,
            refreshedAt: new Date(),
            expiresAt: refresh.expiresAt,
          },
        });
        if (count === 0) throw new OvertakenError();
        return true;
      }),
    );
  }

  /**
   * Ends the devices of a grant that are too many: once a code is redeemed, which only its client can do. It is repeated
   * with the next code.
   */
  async deleteSurplus({ id, accountId }: Pick<Grant, 'id' | 'accountId'>): Promise<void> {
    const authorizations = await this.prisma.table('authorizations');
    const deleted = await this.prisma.queryJson(
      `DELETE FROM ${authorizations} WHERE id IN (
        SELECT id FROM ${authorizations} WHERE id IN (
          SELECT id FROM ${authorizations} WHERE grant_id = $1 AND refresh_hash IS NOT NULL
          ORDER BY refreshed_at DESC, id OFFSET $2::int
        ) FOR UPDATE SKIP LOCKED
      ) RETURNING '1' AS json`,
      [id, mostDevices],
    );
    if (deleted.length > 0) this.principals.forget(accountId);
  }

  /** When a refresh token expires: suspensions of its account and of the application's owner do not count. */
  refreshExpiry(authorization: AuthorizationOfGrant): Promise<Date> {
    return refreshExpiry(this.prisma, authorization);
  }

  /** Inserts a further access token; returns false when the authorization was deleted. */
  issue(
    { id, grant }: AuthorizationOfGrant,
    access: IssuedToken,
    events: readonly AuditEvent[],
  ): Promise<boolean> {
    return this.unlessGone(
      this.auditEvents.changeInTransaction(events, async (transaction) => {
        await this.tokens.insert(transaction, accessToken(id, grant, access));
        return true;
      }),
    );
  }

  /** Deletes an authorization with all its tokens. Returns whether it existed. */
  delete(id: string, events: readonly AuditEvent[]): Promise<boolean> {
    const work = this.auditEvents.changeInTransaction(events, async (transaction) => {
      const { count } = await transaction.authorization.deleteMany({ where: { id } });
      return count > 0;
    });
    return work.finally(() => this.principals.forget(id));
  }

  async deleteExpired(transaction: SqlTransaction, now: Date, limit: number): Promise<boolean> {
    const expired = before('expires_at', now, limit);
    const where = `${expired.where} AND NOT (${await isSuspended(this.prisma)})`;
    return deleteRows(this.prisma, transaction, 'authorizations', { ...expired, where });
  }

  private remember(
    account: Pick<Account, 'id' | 'credentialsGeneration'>,
    applicationId: string,
    authorization: NewAuthorization,
    proof: Proof,
    events: readonly AuditEvent[],
  ): Promise<Authorization | undefined> {
    return this.auditEvents.changeInTransaction(events, async (transaction) => {
      const { id: accountId } = account;
      const shown = proofOf(account, proof);
      if (!(await lockAccount(this.prisma, transaction, accountId, shown))) return undefined;
      const createdAt = new Date();
      const where = { accountId_applicationId: { accountId, applicationId } };
      const granted = await transaction.grant.findUnique({ where });
      const scope = [...new Set([...(granted?.scope ?? []), ...authorization.scope])].sort();
      const grant = await transaction.grant.upsert({
        where,
        create: { id: newIdentifier(), accountId, applicationId, scope, createdAt },
        update: { scope },
      });
      // Any page can have codes issued: they end no device, and are bounded by their own expiry.
      await transaction.authorization.deleteMany({
        where: { grantId: grant.id, redeemedAt: null, expiresAt: { lte: createdAt } },
      });
      return transaction.authorization.create({
        data: { ...authorization, id: newIdentifier(), grantId: grant.id, createdAt },
      });
    });
  }

  private async unlessGone(work: Promise<unknown>): Promise<boolean> {
    try {
      await work;
      return true;
    } catch (error) {
      if (error instanceof OvertakenError || violates(error, 'foreign key')) return false;
      throw error;
    }
  }
}

/** Rolls the transaction back, because another request was first. */
class OvertakenError extends Error {}

function accessToken(authorizationId: string, grant: Grant, token: IssuedToken) {
  const { accountId, applicationId } = grant;
  const createdAt = new Date();
  return { ...token, kind: 'oauth' as const, accountId, applicationId, authorizationId, createdAt };
}
