import { Injectable } from '@nestjs/common';
import { AccessTokensRepository } from '../access/credentials/access-tokens.repository.js';
import { AuthorizationsRepository } from '../access/credentials/authorizations.repository.js';
import type { Change } from '../changes/change.js';
import { ChangesService } from '../changes/changes.service.js';
import { toHandle, hashToken, isHash, isWellFormedToken } from '../principals/access-token.js';
import type { Requester } from '../request/requester.js';
import type { Account } from '../database/records.js';
import { PublicUrl } from '../http/urls/public-url.js';
import type { Client } from './clients.repository.js';
import type { IntrospectionResponseDto } from './dto/token.dto.js';
import { InvalidGrantError } from '../errors/error-registry.js';

interface IssuedToken {
  readonly applicationId: string;
  readonly accountId: string;
  readonly account: Pick<Account, 'suspendedAt'>;
  readonly scope: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly isAccessToken: boolean;
  readonly isReplaced?: boolean;
  readonly end: (change: Change) => Promise<boolean>;
}

@Injectable()
export class IssuedTokensService {
  constructor(
    private readonly authorizations: AuthorizationsRepository,
    private readonly tokens: AccessTokensRepository,
    private readonly address: PublicUrl,
    private readonly changes: ChangesService,
  ) {}

  async introspect(client: Client, token: string): Promise<IntrospectionResponseDto> {
    const found = await this.find(token);
    if (!found || found.isReplaced || found.applicationId !== client.id) return { active: false };
    if (client.owner.suspendedAt || found.account.suspendedAt) return { active: false };
    const { expiresAt, createdAt, accountId, isAccessToken } = found;
    if (expiresAt && expiresAt.getTime() <= Date.now()) return { active: false };
    return {
      active: true,
      scope: found.scope.join(' '),
      client_id: client.id,
      sub: accountId,
      iss: this.address.issuer,
      iat: unixSeconds(createdAt),
      ...(expiresAt && { exp: unixSeconds(expiresAt) }),
      ...(isAccessToken && { token_type: 'Bearer' }),
    };
  }

  /** An unknown token counts as revoked (RFC 7009 section 2.2). @throws InvalidGrantError for another client's token */
  async revoke(client: Client, token: string, requester: Requester): Promise<void> {
    const found = await this.find(token);
    if (!found) return;
    const { applicationId, accountId } = found;
    if (applicationId !== client.id) throw new InvalidGrantError();
    const about = { accountId, applicationId, proof: requester };
    await this.changes.run({ event: 'token.revoke', locks: 'nothing', ...about }, found.end);
  }

  private async find(token: string): Promise<IssuedToken | undefined> {
    if (!isWellFormedToken(token)) return undefined;
    return (await this.findAccessToken(token)) ?? (await this.findRefreshToken(token));
  }

  private async findAccessToken(token: string): Promise<IssuedToken | undefined> {
    const hash = hashToken(token);
    const found = await this.tokens.find(hash);
    if (!found) return undefined;
    const end: IssuedToken['end'] = (change) => this.tokens.delete(change, hash);
    return { ...found, isAccessToken: true, end };
  }

  private async findRefreshToken(token: string): Promise<IssuedToken | undefined> {
    const found = await this.authorizations.find(toHandle(token));
    if (!found) return undefined;
    const { grant, refreshedAt, refreshHash, previousRefreshHash, ...authorization } = found;
    // A client that lost the response with the new token only knows the previous one.
    const isReplaced = isHash(previousRefreshHash, token);
    if (!isReplaced && !isHash(refreshHash, token)) return undefined;
    return {
      ...authorization,
      expiresAt: await this.authorizations.refreshExpiry(found),
      applicationId: grant.applicationId,
      accountId: grant.accountId,
      account: grant.account,
      createdAt: refreshedAt!,
      isAccessToken: false,
      isReplaced,
      end: (change) => this.authorizations.delete(change, found.id),
    };
  }
}

function unixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
