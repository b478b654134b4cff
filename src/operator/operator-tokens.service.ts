import { Injectable } from '@nestjs/common';
import { AccessTokensRepository } from '../access/credentials/access-tokens.repository.js';
import { AuthorizationsRepository } from '../access/credentials/authorizations.repository.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { ApplicationsService } from '../applications/applications.service.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { ChangesService } from '../changes/changes.service.js';
import type { AccessToken } from '../database/records.js';
import { TokenNotFoundError } from '../errors/error-registry.js';
import { w3cDate } from '../http/openapi/w3c-date.js';
import { hashToken, isWellFormedToken, hashToTokenId } from '../principals/access-token.js';
import { TokenLastUse } from '../principals/token-last-use.js';
import type { OperatorRequester } from '../request/requester.js';
import { DtoValidator } from '../validation/dto-validator.js';
import type { Input } from '../validation/unvalidated.js';
import { TokenDto, type OperatorTokenDto } from './dto/token.dto.js';

type FoundToken = Pick<
  AccessToken,
  | 'accountId'
  | 'applicationId'
  | 'authorizationId'
  | ('id' | 'name' | 'scope' | 'resource' | 'createdAt' | 'expiresAt')
> & {
  readonly kind: OperatorTokenDto['kind'];
  /** The digest of an access token; undefined for a refresh token. */
  readonly hash?: AccessToken['hash'];
};

/** Looks up and revokes tokens of any account. Call it only behind your own authentication. */
@Injectable()
export class OperatorTokensService {
  constructor(
    private readonly tokens: AccessTokensRepository,
    private readonly authorizations: AuthorizationsRepository,
    private readonly uses: TokenLastUse,
    private readonly accounts: AccountsService,
    private readonly applications: ApplicationsService,
    private readonly changes: ChangesService,
    private readonly audit: AuditTrail,
    private readonly validator: DtoValidator,
  ) {}

  /**
   * Returns the account and the application of an access token or a refresh token, even of an expired one that is still
   * stored.
   *
   * @param requester the operator, for the audit trail. Default: the read is not audited
   * @throws ValidationFailedError about `token`; TokenNotFoundError
   */
  async show(input: Input<TokenDto>, requester?: OperatorRequester): Promise<OperatorTokenDto> {
    const { token } = await this.validator.validate(TokenDto, input);
    const found = await this.find(token);
    if (!found) throw new TokenNotFoundError();
    const { accountId, applicationId, hash } = found;
    const [account, application] = await Promise.all([
      this.accounts.get(accountId),
      this.applications.getAny(applicationId),
    ]);
    if (requester) {
      const members = ['token'];
      await this.audit.record({
        event: 'account.read',
        accountId,
        applicationId,
        members,
        requester,
      });
    }
    const tokenId = hash && hashToTokenId(hash);
    const used = await this.uses.lastUsed(tokenId === undefined ? [] : [tokenId]);
    return {
      kind: found.kind,
      account_id: accountId,
      email: account.email,
      application_id: applicationId,
      application_name: application.name,
      id: found.id,
      name: found.name,
      scope: found.scope.join(' '),
      resource: found.resource,
      created_at: w3cDate(found.createdAt),
      expires_at: found.expiresAt && w3cDate(found.expiresAt),
      last_used_on: (found.kind === 'named' && used.get(tokenId ?? '')) || null,
    };
  }

  /**
   * Revokes a token; a refresh token with every access token of its device.
   *
   * @throws ValidationFailedError about `token`; TokenNotFoundError
   */
  async revoke(input: Input<TokenDto>, requester: OperatorRequester): Promise<void> {
    const { token } = await this.validator.validate(TokenDto, input);
    if (await this.applications.revokeAnyToken(token, requester)) return;
    const found = await this.find(token);
    if (!found?.authorizationId) throw new TokenNotFoundError();
    const { accountId, applicationId, authorizationId } = found;
    const record = { event: 'token.revoke', accountId, applicationId, proof: requester } as const;
    const isEnded = await this.changes.run({ ...record, locks: 'nothing' }, (change) =>
      this.authorizations.delete(change, authorizationId),
    );
    if (!isEnded) throw new TokenNotFoundError();
  }

  private async find(token: string): Promise<FoundToken | undefined> {
    if (!isWellFormedToken(token)) return undefined;
    const access = await this.tokens.find(hashToken(token));
    if (access) return { ...access, kind: getKind(access) };
    const refresh = await this.authorizations.findByRefreshToken(token);
    if (!refresh) return undefined;
    const { id, grant, scope, resource, createdAt, refreshedAt } = refresh;
    return {
      kind: 'refresh',
      accountId: grant.accountId,
      applicationId: grant.applicationId,
      authorizationId: id,
      ...{ id: null, name: null, scope, resource },
      createdAt: refreshedAt ?? createdAt,
      expiresAt: await this.authorizations.refreshExpiry(refresh),
    };
  }
}

function getKind({ kind, id, authorizationId }: AccessToken): OperatorTokenDto['kind'] {
  if (kind === 'oauth') return authorizationId === null ? 'client_credentials' : 'granted';
  return id === null ? 'own' : 'named';
}
