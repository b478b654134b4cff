import { Injectable } from '@nestjs/common';
import { violates } from '../../database/connection/database-failure.js';
import { newIdentifier } from '../../database/identifier.js';
import type { Change } from '../../changes/change.js';
import { PrismaService } from '../../database/prisma.service.js';
import { existing } from '../../database/purge/deletions.repository.js';
import { before, deleteRows, type ExpiringRows } from '../../database/purge/expiring-rows.js';
import type {
  Account,
  Authorization,
  Bytes,
  Grant,
  Session,
  SqlTransaction,
} from '../../database/records.js';
import type { SealedColumnOptions } from '../../database/sealed-column.js';
import { isHash, toHandle } from '../../principals/access-token.js';
import { AccessTokensRepository } from './access-tokens.repository.js';
import { hasEndedGrants } from './grants.repository.js';
import { isSuspended, refreshExpiry } from './refresh-expiry.js';

interface NewAuthorization {
  scope: string[];
  resource: string | null;
  codeHash: Bytes;
  codeChallenge: string | null;
  redirectUri: string | null;
  expiresAt: Date;
  nonce: string | null;
  authTime: Date;
  amr: string[];
  sid: string;
  sessionId: string | null;
}

interface IssuedToken {
  hash: Bytes;
  scope: string[];
  expiresAt: Date;
}

interface NewRefreshToken {
  hash: Bytes;
  sealed: Bytes;
  expiresAt: Date;
}

/** The maximum number of valid access tokens of one device, so that one statement can revoke them. */
const maxTokens = 100;

/** The maximum number of devices of one user and application. A new one ends the least recently used one. */
const maxDevices = 50;

export type AuthorizationOfGrant = Authorization & {
  grant: Grant & { account: Pick<Account, 'suspendedAt'> };
  /** The session that the authorization ends with. */
  session: Session | null;
};

/** Whether the session that an authorization ends with has reached its end. Its row may still exist. */
export function hasSessionEnded({ session }: Pick<AuthorizationOfGrant, 'session'>): boolean {
  return session !== null && session.expiresAt.getTime() <= Date.now();
}

const withGrant = {
  grant: { include: { account: { select: { suspendedAt: true } } } },
  session: true,
} as const;

const ofExisting = { grant: { account: existing, application: existing } } as const;

export const sealedRefreshTokens: SealedColumnOptions = {
  table: 'authorizations',
  key: ['id'],
  owner: 'id',
  column: 'sealed_refresh_token',
};

/**
 * Whether the user consents now, a stored grant remembers an earlier consent, or an operator trusts the application
 * instead.
 */
export type Consent = 'given' | 'remembered' | 'trusted';

/** Whether the user has consented to this scope. Scopes from the trust in the application do not count. */
export function hasConsented(grant: Grant | null, scope: readonly string[]): boolean {
  const consented = getConsented(grant);
  return grant !== null && scope.every((each) => consented.includes(each));
}

function getConsented(grant: Grant | null): string[] {
  return grant?.scope.filter((each) => !grant.trustedScope.includes(each)) ?? [];
}

@Injectable()
export class AuthorizationsRepository implements ExpiringRows {
  readonly expiring = 'authorizations';

  constructor(
    private readonly prisma: PrismaService,
    private readonly tokens: AccessTokensRepository,
  ) {}

  /**
   * Stores a user's consent and its authorization. Fails with a foreign key error if the application was deleted.
   *
   * @param scope the scope of the consent, in which a scope of a resource begins with its identifier
   * @returns undefined if a remembered consent has ended or does not cover the scope, or the application is no longer
   *   trusted
   */
  async create(
    { models }: Change,
    accountId: string,
    applicationId: string,
    authorization: NewAuthorization,
    { scope, consent }: { scope: string[]; consent: Consent },
  ): Promise<Authorization | undefined> {
    const createdAt = new Date();
    // A grant that a new password has ended was not granted again.
    if (await hasEndedGrants(models, accountId)) {
      const where = { accountId, applicationId, authorizations: { none: {} } };
      await models.grant.deleteMany({ where });
    }
    const where = { accountId_applicationId: { accountId, applicationId } };
    const granted = await models.grant.findUnique({ where });
    if (consent === 'remembered' && !hasConsented(granted, scope)) return undefined;
    if (consent === 'trusted') {
      const isTrusted = { id: applicationId, trusted: true };
      if (!(await models.application.findUnique({ where: isTrusted }))) return undefined;
    }
    const all = [...new Set([...(granted?.scope ?? []), ...scope])].sort();
    const consented = getConsented(granted);
    if (consent === 'given') consented.push(...scope);
    const trustedScope = all.filter((each) => !consented.includes(each));
    const grant = await models.grant.upsert({
      where,
      create: {
        id: newIdentifier(),
        accountId,
        applicationId,
        scope: all,
        trustedScope,
        createdAt,
      },
      update: { scope: all, trustedScope },
    });
    // Any web page can trigger codes, so they end no device. Their own expiry limits their number.
    await models.authorization.deleteMany({
      where: { grantId: grant.id, redeemedAt: null, expiresAt: { lte: createdAt } },
    });
    return models.authorization.create({
      data: { ...authorization, id: newIdentifier(), grantId: grant.id, createdAt },
    });
  }

  find(id: string): Promise<AuthorizationOfGrant | null> {
    const where = { id, ...ofExisting };
    return this.prisma.authorization.findUnique({ where, include: withGrant });
  }

  /** Also finds a replaced token: a client that lost the response with the new one knows only the replaced one. */
  async findByRefreshToken(token: string): Promise<AuthorizationOfGrant | undefined> {
    const found = await this.find(toHandle(token));
    const hashes = [found?.refreshHash ?? null, found?.previousRefreshHash ?? null];
    return found && hashes.some((hash) => isHash(hash, token)) ? found : undefined;
  }

  findByCode(codeHash: Bytes): Promise<AuthorizationOfGrant | null> {
    const where = { codeHash, ...ofExisting };
    return this.prisma.authorization.findUnique({ where, include: withGrant });
  }

  async redeem(id: string): Promise<boolean> {
    const { count } = await this.prisma.authorization.updateMany({
      where: { id, redeemedAt: null },
      data: { redeemedAt: new Date() },
    });
    return count > 0;
  }

  /**
   * Replaces the refresh token, and inserts an access token with it.
   *
   * @param previous the refresh token that the client presented, null for a code
   * @throws OvertakenError if another request replaced it first
   */
  async rotate(
    change: Change,
    authorization: AuthorizationOfGrant,
    previous: Bytes | null,
    refresh: NewRefreshToken,
    access: IssuedToken,
  ): Promise<void> {
    // First insert the row that refers to the account and application. A transaction that deletes those then comes
    // before or after this one, because either would wait before it locks a row of the authorization.
    await this.issue(change, authorization, access);
    const { id } = authorization;
    const { count } = await change.models.authorization.updateMany({
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
  }

  /** Ends the surplus devices of a grant, after a code is redeemed. The next code deletes rows that are locked now. */
  async deleteSurplus(change: Change, { id, accountId }: Grant): Promise<void> {
    const authorizations = await this.prisma.table('authorizations');
    const deleted = await change.query(
      `DELETE FROM ${authorizations} WHERE id IN (
        SELECT id FROM ${authorizations} WHERE id IN (
          SELECT id FROM ${authorizations} WHERE grant_id = $1 AND refresh_hash IS NOT NULL
          ORDER BY refreshed_at DESC, id OFFSET $2::int
        ) FOR UPDATE SKIP LOCKED
      ) RETURNING '1' AS json`,
      [id, maxDevices],
    );
    if (deleted.length > 0) change.ends(accountId);
  }

  /** Ends the oldest surplus access tokens of a device, after a refresh. */
  async deleteSurplusTokens(change: Change, id: string): Promise<void> {
    const tokens = await this.prisma.table('access_tokens');
    const deleted = await change.query(
      `DELETE FROM ${tokens} WHERE hash = ANY (ARRAY(
        SELECT hash FROM ${tokens} WHERE authorization_id = $1
        ORDER BY created_at DESC, hash OFFSET $2::int LIMIT $2::int
      )) RETURNING '1' AS json`,
      [id, maxTokens],
    );
    if (deleted.length > 0) change.ends(id);
  }

  refreshExpiry(authorization: AuthorizationOfGrant): Promise<Date> {
    return refreshExpiry(this.prisma, authorization);
  }

  issue(change: Change, authorization: AuthorizationOfGrant, access: IssuedToken): Promise<void> {
    const { id: authorizationId, grant, resource } = authorization;
    const { accountId, applicationId } = grant;
    const about = { accountId, applicationId, authorizationId, resource, createdAt: new Date() };
    return this.tokens.insert(change, { ...access, ...about, kind: 'oauth' });
  }

  async delete(change: Change, id: string): Promise<boolean> {
    change.ends(id);
    return (await change.models.authorization.deleteMany({ where: { id } })).count > 0;
  }

  async deleteExpired(transaction: SqlTransaction, now: Date, limit: number): Promise<boolean> {
    const expired = before('expires_at', now, limit);
    const where = `${expired.where} AND NOT (${await isSuspended(this.prisma)})`;
    return deleteRows(this.prisma, transaction, 'authorizations', { ...expired, where });
  }
}

class OvertakenError extends Error {}

/** Whether a change failed because another one had already replaced the refresh token or ended the authorization. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof OvertakenError || violates(error, 'foreign key');
}
