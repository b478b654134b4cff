import { Injectable } from '@nestjs/common';
import { isWellFormedToken, toTokenId } from './access-token.js';
import {
  AccountSuspendedError,
  ApplicationSuspendedError,
  InvalidTokenError,
  TokenExpiredError,
} from '../errors/error-registry.js';
import { traced } from '../tracing/tracing.js';
import { ApplicationLastUse } from './application-last-use.js';
import { PrincipalCache } from './principal-cache.js';
import { hasExpired, type Principal } from './principal.js';
import { PrincipalsRepository } from './principals.repository.js';
import { TokenLastUse } from './token-last-use.js';

/** Authenticates access tokens. */
@Injectable()
export class PrincipalsService {
  private refused = 0;

  constructor(
    private readonly repository: PrincipalsRepository,
    private readonly cache: PrincipalCache,
    private readonly applicationUses: ApplicationLastUse,
    private readonly tokenUses: TokenLastUse,
  ) {}

  /** The number of tokens rejected since the start. */
  get refusedTokens(): number {
    return this.refused;
  }

  /**
   * Returns the principal of a token.
   *
   * @throws InvalidTokenError if it is malformed, unknown or revoked; TokenExpiredError; AccountSuspendedError;
   *   ApplicationSuspendedError if the owner of its application is suspended
   */
  async authenticate(token: string): Promise<Principal> {
    const principal = await this.find(token);
    if (!principal || hasExpired(principal)) {
      this.refused++;
      throw principal ? new TokenExpiredError() : new InvalidTokenError();
    }
    if (principal.account.suspendedAt) throw new AccountSuspendedError();
    if (principal.application.isSuspended) throw new ApplicationSuspendedError();
    this.applicationUses.record(principal.application.id);
    if (principal.kind !== 'oauth') this.tokenUses.record(principal.tokenId);
    return principal;
  }

  /** Returns the principal of a token without using it. It may be expired or suspended. */
  async find(token: string): Promise<Principal | undefined> {
    const tokenId = toTokenId(token);
    return (await this.cache.get(tokenId)) ?? (await this.lookUp(token, tokenId));
  }

  private async lookUp(token: string, tokenId: string): Promise<Principal | undefined> {
    if (!isWellFormedToken(token)) return undefined;
    const before = this.cache.now();
    const principal = await traced('token lookup', {}, () => this.repository.find(tokenId));
    if (principal) this.cache.keep(principal, before);
    return principal;
  }
}
