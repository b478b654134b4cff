import { Injectable } from '@nestjs/common';
import { GrantsService } from '../access/credentials/grants.service.js';
import { SessionsService } from '../access/sessions/sessions.service.js';
import { FactorsService } from '../access/factors/factors.service.js';
import { ApplicationsService } from '../applications/applications.service.js';
import type { Requester } from '../audit/requester.js';
import type { SqlTransaction } from '../database/records.js';

/** The session or token through which a user changes the password; it stays valid. */
export interface PasswordChanger extends Pick<Requester, 'sessionId' | 'authorizationId'> {
  /** Whether the own tokens of the user's applications are revoked, too. */
  readonly endApplicationTokens?: boolean | undefined;
}

/** What ends with the password of an account. */
@Injectable()
export class AccountCredentialsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly grants: GrantsService,
    private readonly applications: ApplicationsService,
    private readonly factors: FactorsService,
  ) {}

  /** Ends all sessions, grants and tokens of the old password, except those of the request. */
  async endAllInTransaction(
    transaction: SqlTransaction,
    id: string,
    { sessionId, authorizationId, endApplicationTokens }: PasswordChanger,
  ): Promise<void> {
    await this.sessions.endAllInTransaction(transaction, id, sessionId);
    await this.grants.endAllInTransaction(transaction, id, authorizationId ?? undefined);
    if (endApplicationTokens) await this.applications.revokeTokensInTransaction(transaction, id);
  }

  /** Ends everything with which the account, or a client of its applications, could be used. */
  async endEverythingInTransaction(transaction: SqlTransaction, id: string): Promise<void> {
    await this.endAllInTransaction(transaction, id, { endApplicationTokens: true });
    await this.applications.emptyAllInTransaction(transaction, id);
    await this.factors.removeAll(transaction, id);
  }
}
