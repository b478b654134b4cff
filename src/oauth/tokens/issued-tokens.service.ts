import { Injectable } from '@nestjs/common';
import { AccessTokensRepository } from '../../access/credentials/access-tokens.repository.js';
import {
  AuthorizationsRepository,
  hasSessionEnded,
} from '../../access/credentials/authorizations.repository.js';
import { ChangesService } from '../../changes/changes.service.js';
import type { Account } from '../../database/records.js';
import { InvalidGrantError } from '../../errors/error-registry.js';
import { ProtectedResources } from '../../http/protected-resources.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { hashToken, isHash, isWellFormedToken } from '../../principals/access-token.js';
import { hasExpired } from '../../principals/principal.js';
import { PrincipalsService } from '../../principals/principals.service.js';
import type { Requester } from '../../request/requester.js';
import type { Client } from '../clients/clients.repository.js';
import type { IntrospectionResponseDto } from './token.dto.js';
import { ResourcesService } from '../resources/resources.service.js';

interface IntrospectedToken {
  readonly application: { readonly id: string; readonly isSuspended?: boolean };
  readonly account: Pick<Account, 'id' | 'suspendedAt'>;
  readonly scope: readonly string[];
  readonly resource: string | null;
  readonly issuedAt: Date;
  readonly expiresAt: Date | null;
  readonly type?: 'Bearer';
}

const inactive = { active: false };

@Injectable()
export class IssuedTokensService {
  constructor(
    private readonly authorizations: AuthorizationsRepository,
    private readonly tokens: AccessTokensRepository,
    private readonly publicUrl: PublicUrl,
    private readonly changes: ChangesService,
    private readonly principals: PrincipalsService,
    private readonly own: ProtectedResources,
    private readonly resources: ResourcesService,
  ) {}

  /** Describes a token to the client that it was issued to, and an access token to the clients of its resource. */
  async introspect(client: Client, token: string): Promise<IntrospectionResponseDto> {
    const found = isWellFormedToken(token) ? await this.findIntrospected(token) : undefined;
    if (!found) return inactive;
    const { application, account, resource: identifier, issuedAt, expiresAt, type } = found;
    const resource = identifier === null ? undefined : await this.resources.find(identifier);
    if (identifier !== null && !resource) return inactive;
    const isOfResource = type !== undefined && resource?.clients?.includes(client.id);
    const mayIntrospect = application.id === client.id || isOfResource;
    const isSuspended = application.isSuspended || account.suspendedAt || client.owner.suspendedAt;
    if (!mayIntrospect || isSuspended || hasExpired(found)) return inactive;
    return {
      active: true,
      scope: found.scope.join(' '),
      client_id: application.id,
      sub: account.id,
      aud: resource?.identifier ?? this.own.accountApi!,
      iss: this.publicUrl.issuer,
      iat: unixSeconds(issuedAt),
      ...(expiresAt && { exp: unixSeconds(expiresAt) }),
      ...(type && { token_type: type }),
    };
  }

  /** An unknown token counts as revoked (RFC 7009 section 2.2). @throws InvalidGrantError for another client's token */
  async revoke(client: Client, token: string, requester: Requester): Promise<void> {
    if (!isWellFormedToken(token)) return;
    const hash = hashToken(token);
    const access = await this.tokens.find(hash);
    const refresh = access ? undefined : await this.authorizations.findByRefreshToken(token);
    const { applicationId, accountId } = access ?? refresh?.grant ?? {};
    if (applicationId === undefined || accountId === undefined) return;
    if (applicationId !== client.id) throw new InvalidGrantError();
    const about = { accountId, applicationId, proof: requester };
    await this.changes.run({ event: 'token.revoke', locks: 'nothing', ...about }, (change) =>
      refresh ? this.authorizations.delete(change, refresh.id) : this.tokens.delete(change, hash),
    );
  }

  private async findIntrospected(token: string): Promise<IntrospectedToken | undefined> {
    const principal = await this.principals.find(token);
    if (principal) return { ...principal, type: 'Bearer' };
    const refresh = await this.authorizations.findByRefreshToken(token);
    if (!refresh || !isHash(refresh.refreshHash, token) || hasSessionEnded(refresh)) {
      return undefined;
    }
    const { grant, scope, resource } = refresh;
    return {
      application: { id: grant.applicationId },
      account: { ...grant.account, id: grant.accountId },
      scope,
      resource,
      issuedAt: refresh.refreshedAt!,
      expiresAt: await this.authorizations.refreshExpiry(refresh),
    };
  }
}

function unixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}
