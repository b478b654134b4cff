import { Injectable } from '@nestjs/common';
import type { Change } from '../access/changes/change.js';
import { AccessTokensRepository } from '../access/credentials/access-tokens.repository.js';
import { GrantsRepository } from '../access/credentials/grants.repository.js';
import { FactorsRepository } from '../access/factors/factors.repository.js';
import { SessionsRepository } from '../access/sessions/sessions.repository.js';
import { hashToken, newAccessToken } from '../access/tokens/access-token.js';
import { ApplicationsRepository } from '../applications/applications.repository.js';
import type { Requester } from '../audit/requester.js';

/** The session or token through which a user changes the password; it stays valid. */
export interface PasswordChanger extends Pick<Requester, 'sessionId' | 'authorizationId'> {
  /** Whether the own tokens of the user's applications are revoked, too. */
  readonly endApplicationTokens?: boolean | undefined;
}

/** What ends with the password of an account. */
@Injectable()
export class AccountCredentialsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly grants: GrantsRepository,
    private readonly tokens: AccessTokensRepository,
    private readonly applications: ApplicationsRepository,
    private readonly factors: FactorsRepository,
  ) {}

  /** Ends all sessions, grants and tokens of the old password, except those of the request. */
  async endAll(
    change: Change,
    id: string,
    { sessionId, authorizationId, endApplicationTokens }: PasswordChanger,
  ): Promise<void> {
    await this.sessions.deleteAll(change, id, sessionId);
    await this.grants.deleteAll(change, id, authorizationId ?? undefined);
    if (endApplicationTokens) await this.tokens.deleteOwnOfAccount(change, id);
  }

  /**
   * Ends everything with which the account could be used since a moment: also factors that were added later and are not
   * trusted.
   */
  async endAllSince(change: Change, id: string, since: Date): Promise<void> {
    await this.factors.removeUntrustedSince(change, id, since);
    await this.endAll(change, id, { endApplicationTokens: true });
  }

  /** Ends everything with which the account, or a client of its applications, could be used. */
  async endEverything(change: Change, id: string): Promise<void> {
    await this.endAll(change, id, { endApplicationTokens: true });
    await this.applications.emptyAll(change, id, hashToken(newAccessToken()));
    await this.factors.removeAll(change, id);
  }
}
