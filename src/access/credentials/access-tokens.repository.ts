import { Injectable } from '@nestjs/common';
import type { Prisma } from '../../database/generated/client.js';
import { existing } from '../../database/purge/deletions.repository.js';
import { ExpiringTable } from '../../database/purge/expiring-rows.js';
import type { AccessToken, Account, Application, Bytes } from '../../database/records.js';
import type { SealedColumnOptions } from '../../database/sealed-column.js';
import { lockClientCredentials } from '../../changes/account-lock.js';
import type { Change } from '../../changes/change.js';
import { hashToTokenId } from '../../principals/access-token.js';

export const sealedAccessTokens: SealedColumnOptions = {
  table: 'access_tokens',
  key: ['hash'],
  owner: 'application_id',
  column: 'sealed',
  keyColumn: 'sealed_by',
};

/** The condition for an application's own token. */
export const whereOwnToken = (applicationId: string) =>
  ({ applicationId, kind: 'application', id: null }) as const;

/** The maximum number of valid tokens for the client credentials of one application. */
const maxClientTokens = 100;

/** Tokens for client credentials (RFC 6749 section 4.4): no user has authorized them. */
const whereClientToken = (applicationId: string, accountId: string) =>
  ({ accountId, applicationId, kind: 'oauth', authorizationId: null }) as const;

/**
 * The table of access tokens: applications' own and named tokens, granted tokens, and tokens for client credentials.
 */
@Injectable()
export class AccessTokensRepository extends ExpiringTable {
  readonly expiring = 'access_tokens';

  async insert({ models }: Change, token: Prisma.AccessTokenUncheckedCreateInput): Promise<void> {
    await models.accessToken.create({ data: token, select: { hash: true } });
  }

  find(hash: Bytes): Promise<(AccessToken & { account: Pick<Account, 'suspendedAt'> }) | null> {
    return this.prisma.accessToken.findUnique({
      where: { hash, account: existing, application: existing },
      include: { account: { select: { suspendedAt: true } } },
    });
  }

  async delete(change: Change, hash: Bytes): Promise<boolean> {
    change.ends(hashToTokenId(hash));
    return (await change.models.accessToken.deleteMany({ where: { hash } })).count > 0;
  }

  /** Deletes an application's own token, except one with the hash `exceptHash`. Returns whether it had one. */
  async deleteOwn({ models }: Change, applicationId: string, exceptHash?: Bytes): Promise<boolean> {
    const { count } = await models.accessToken.deleteMany({
      where: { ...whereOwnToken(applicationId), ...(exceptHash && { hash: { not: exceptHash } }) },
    });
    return count > 0;
  }

  /** Returns whether the application had a named token with this id. */
  async deleteNamed(change: Change, applicationId: string, id: string): Promise<boolean> {
    const where = { applicationId, id };
    const token = await change.models.accessToken.findFirst({ where, select: { hash: true } });
    return token !== null && this.delete(change, token.hash);
  }

  /**
   * Inserts a token for client credentials, and ends the oldest ones above the maximum.
   *
   * @returns false if the application does not exist or may not use client credentials
   */
  async insertClientToken(
    change: Change,
    { id, ownerId }: Pick<Application, 'id' | 'ownerId'>,
    token: Pick<AccessToken, 'hash' | 'scope' | 'resource' | 'expiresAt'>,
  ): Promise<boolean> {
    if (!(await lockClientCredentials(change, id, ownerId))) return false;
    await this.insert(change, {
      ...token,
      ...whereClientToken(id, ownerId),
      createdAt: new Date(),
    });
    const tokens = await this.prisma.table('access_tokens');
    const surplus = await change.query(
      `DELETE FROM ${tokens} WHERE hash IN (
        SELECT hash FROM ${tokens} WHERE hash = ANY (ARRAY(
          SELECT hash FROM ${tokens}
          WHERE account_id = $1 AND application_id = $2 AND kind = 'oauth' AND authorization_id IS NULL
          ORDER BY created_at DESC, hash OFFSET $3::int LIMIT $3::int
        )) FOR UPDATE SKIP LOCKED
      ) RETURNING '1' AS json`,
      [ownerId, id, maxClientTokens],
    );
    if (surplus.length > 0) change.ends(ownerId);
    return true;
  }

  async deleteClientTokens(
    { models }: Change,
    { id, ownerId }: Pick<Application, 'id' | 'ownerId'>,
  ): Promise<void> {
    await models.accessToken.deleteMany({ where: whereClientToken(id, ownerId) });
  }

  /** Deletes the own and named tokens of these accounts' applications. */
  async deleteOwnForAccounts({ models }: Change, accountIds: readonly string[]): Promise<void> {
    await models.accessToken.deleteMany({
      where: { accountId: { in: [...accountIds] }, kind: { not: 'oauth' } },
    });
  }
}
