import type { AuthorizationCode, Client, RefreshToken, Token } from '@node-oauth/oauth2-server';
import type { Change } from '../../changes/change.js';
import type { ChangeRecord } from '../../changes/changes.service.js';
import {
  toHandle,
  hashToken,
  isHash,
  isWellFormedToken,
  newAccessToken,
} from '../../principals/access-token.js';
import type { TokenSeal } from '../../access/sealing/token-seal.js';
import {
  hasSessionEnded,
  isOvertaken,
  type AuthorizationOfGrant,
  type AuthorizationsRepository,
} from '../../access/credentials/authorizations.repository.js';
import {
  accessTokenLifetimeSeconds,
  getExpiry,
  getRefreshTokenExpiry,
  refreshGraceSeconds,
} from './lifetimes.js';
import type { SessionsService } from '../../access/sessions/sessions.service.js';
import { InvalidGrantError } from '../../errors/error-registry.js';
import type { IdTokensService } from '../openid/id-tokens.service.js';

type TokenRequestChange = (
  about: Pick<ChangeRecord, 'event' | 'accountId' | 'refusal'>,
  work: (change: Change) => Promise<boolean>,
) => Promise<boolean | undefined>;

/** The parameters that the library does not check. */
interface TokenRequest {
  readonly redirectUri: string | undefined;
  /** @throws InvalidTargetError unless the request is for the authorized resource */
  assertTarget(authorized: string | null): Promise<void>;
}

/** The model that the OAuth library calls for one request. It stores the authorization between calls. */
export class TokenRequestModel {
  private authorization: AuthorizationOfGrant | undefined;
  private shown: string | null = null;
  /** The token that replaced the presented one within the grace period. */
  private successor: string | undefined;
  /** The ID token for the response, if the scope asks for one. */
  idToken: string | undefined;

  constructor(
    private readonly client: Client,
    private readonly asked: TokenRequest,
    private readonly repository: AuthorizationsRepository,
    private readonly seal: TokenSeal,
    private readonly change: TokenRequestChange,
    private readonly sessions: SessionsService,
    private readonly idTokens: IdTokensService,
  ) {}

  /** The client has already authenticated. */
  async getClient(): Promise<Client> {
    return this.client;
  }

  async getAuthorizationCode(code: string): Promise<AuthorizationCode | undefined> {
    if (!isWellFormedToken(code)) return undefined;
    const found = await this.repository.findByCode(hashToken(code));
    if (!found || !this.isUsable(found)) return undefined;
    if (found.redeemedAt) {
      await this.endReused(found);
      return undefined;
    }
    await this.asked.assertTarget(found.resource);
    this.authorization = found;
    return {
      ...this.described(found),
      authorizationCode: code,
      expiresAt: found.expiresAt,
      // The redirect URI is compared below, where a mismatch is an invalid grant (RFC 6749 section 5.2).
      redirectUri: '',
      codeChallenge: found.codeChallenge ?? undefined,
      codeChallengeMethod: 'S256',
    };
  }

  /** Uses up a code at the first attempt, even if the attempt fails. */
  async revokeAuthorizationCode(): Promise<boolean> {
    const authorization = this.authorization!;
    if (!(await this.repository.redeem(authorization.id))) {
      await this.endReused(authorization);
      return false;
    }
    const { redirectUri } = authorization;
    return redirectUri === null || redirectUri === this.asked.redirectUri;
  }

  async getRefreshToken(refreshToken: string): Promise<RefreshToken | undefined> {
    if (!isWellFormedToken(refreshToken)) return undefined;
    const found = await this.repository.find(toHandle(refreshToken));
    if (!found || !this.isUsable(found)) return undefined;
    this.successor = undefined;
    if (!isHash(found.refreshHash, refreshToken)) {
      this.successor = this.findSuccessor(found, refreshToken);
      if (!this.successor) {
        // A used refresh token has returned, so one of its two holders has stolen it (RFC 9700 section 4.14.2).
        await this.endReused(found);
        return undefined;
      }
    }
    await this.asked.assertTarget(found.resource);
    this.authorization = found;
    this.shown = refreshToken;
    const refreshTokenExpiresAt = await this.repository.refreshExpiry(found);
    return { ...this.described(found), refreshToken, refreshTokenExpiresAt };
  }

  /** Does nothing: `saveToken` replaces the token in one transaction, after the scope check. */
  async revokeToken(): Promise<boolean> {
    return true;
  }

  async generateAccessToken(): Promise<string> {
    return newAccessToken();
  }

  async generateRefreshToken(): Promise<string> {
    return this.successor ?? newAccessToken(this.authorization!.id);
  }

  async saveToken(token: Token): Promise<Token> {
    const authorization = this.authorization!;
    const { accountId } = authorization.grant;
    const event = this.shown === null ? 'grant.redeem' : 'grant.refresh';
    const access = {
      hash: hashToken(token.accessToken),
      scope: token.scope!,
      expiresAt: this.untilSession(authorization, getExpiry(accessTokenLifetimeSeconds)),
    };
    // Before the change: without a key, the code or token can be used again.
    if (token.scope!.includes('openid')) {
      const nonce = this.shown === null ? authorization.nonce : null;
      const { accessToken } = token;
      const clientId = this.client.id;
      const claims = { accountId, clientId, accessToken, nonce, authorization };
      this.idToken = await this.idTokens.issue(claims);
    }
    const { successor } = this;
    const refresh = successor === undefined && {
      hash: hashToken(token.refreshToken!),
      sealed: this.seal.seal(token.refreshToken!, authorization.id),
      expiresAt: this.untilSession(authorization, getRefreshTokenExpiry(authorization.createdAt)),
    };
    // Runs before the change, because a failure after it would lose the response.
    if (authorization.session) await this.sessions.use(authorization.session);
    const shown = this.shown === null ? null : hashToken(this.shown);
    try {
      await this.change({ event, accountId }, async (change) => {
        if (refresh) await this.repository.rotate(change, authorization, shown, refresh, access);
        else await this.repository.issue(change, authorization, access);
        if (shown === null) await this.repository.deleteSurplus(change, authorization.grant);
        else await this.repository.deleteSurplusTokens(change, authorization.id);
        return true;
      });
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      if (successor) throw new InvalidGrantError();
      return this.saveAfterAnother(token);
    }
    const accessTokenExpiresAt = access.expiresAt;
    return { ...token, accessTokenExpiresAt, client: this.client, user: { id: accountId } };
  }

  private async saveAfterAnother(token: Token): Promise<Token> {
    if (this.shown === null || !(await this.getRefreshToken(this.shown)) || !this.successor) {
      throw new InvalidGrantError();
    }
    return this.saveToken({ ...token, refreshToken: this.successor });
  }

  /** Revokes all descendants of a token that was used twice, because one of its two holders has stolen it. */
  private async endReused({ id, grant }: AuthorizationOfGrant): Promise<void> {
    const { accountId } = grant;
    await this.change({ event: 'grant.reuse', accountId, refusal: 'invalid_grant' }, (change) =>
      this.repository.delete(change, id),
    );
  }

  private findSuccessor(found: AuthorizationOfGrant, refreshToken: string): string | undefined {
    const { previousRefreshHash, refreshedAt, sealedRefreshToken, id } = found;
    if (!isHash(previousRefreshHash, refreshToken)) return undefined;
    if (refreshedAt!.getTime() + refreshGraceSeconds * 1_000 < Date.now()) return undefined;
    return this.seal.open(sealedRefreshToken!, id);
  }

  /** After a suspension, the code or token works again. */
  private isUsable(authorization: AuthorizationOfGrant): boolean {
    const { applicationId, account } = authorization.grant;
    const isOwn = applicationId === this.client.id;
    return isOwn && !hasSessionEnded(authorization) && account.suspendedAt === null;
  }

  private described({ scope, grant }: AuthorizationOfGrant) {
    return { scope, client: this.client, user: { id: grant.accountId } };
  }

  /** Returns the earlier time: the expiry of a token, or the end of the session that its authorization ends with. */
  private untilSession({ session }: AuthorizationOfGrant, expiry: Date): Date {
    const end = session ? this.sessions.lifetimes.getLatestExpiry(session) : expiry;
    return end < expiry ? end : expiry;
  }
}
