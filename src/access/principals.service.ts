import { Injectable } from '@nestjs/common';
import { hashToken, isWellFormedToken } from './access-token.js';
import { InvalidTokenError, TokenExpiredError } from './access.errors.js';
import type { Principal } from './principal.js';
import { PrincipalsRepository } from './principals.repository.js';

/** The one place where an access token becomes a principal. */
@Injectable()
export class PrincipalsService {
  constructor(private readonly repository: PrincipalsRepository) {}

  /**
   * @throws InvalidTokenError when the token is malformed, unknown or revoked
   * @throws TokenExpiredError when its time is over
   */
  async authenticate(token: string): Promise<Principal> {
    if (!isWellFormedToken(token)) throw new InvalidTokenError();
    const principal = await this.repository.find(hashToken(token));
    if (!principal) throw new InvalidTokenError();
    const { expiresAt } = principal;
    if (expiresAt && expiresAt.getTime() <= Date.now()) throw new TokenExpiredError();
    return principal;
  }
}
