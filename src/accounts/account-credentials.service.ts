import { Injectable } from '@nestjs/common';
import type { Change } from '../access/changes/change.js';
import { AccessTokensRepository } from '../access/credentials/access-tokens.repository.js';
import { hashToken, newAccessToken } from '../access/tokens/access-token.js';
import { ApplicationsRepository } from '../applications/applications.repository.js';
import type { Requester } from '../audit/requester.js';
import { PrismaService } from '../database/prisma.service.js';

/** The session or token through which a user changes the password; it stays valid. */
export interface PasswordChanger extends Pick<Requester, 'sessionId' | 'authorizationId'> {
  /** Whether the own tokens of the user's applications are revoked, too. */
  readonly endApplicationTokens?: boolean | undefined;
}

/**
 * What ends with the password of an account. Functions of the database end sessions, grants and factors, because they
 * must also end where the features that made them are not mounted.
 */
@Injectable()
export class AccountCredentialsService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly tokens: AccessTokensRepository,
    private readonly applications: ApplicationsRepository,
  ) {}

  /** Whether the account has a second factor. */
  async hasFactor(id: string): Promise<boolean> {
    const [has] = await this.prisma.queryJson<boolean>(
      `SELECT to_json(${await this.prisma.table('has_factor')}($1))::text AS json`,
      [id],
    );
    return has!;
  }

  /** Ends all sessions, grants and tokens of the old password, except those of the request. */
  async endAll(
    change: Change,
    id: string,
    { sessionId, authorizationId, endApplicationTokens }: PasswordChanger,
  ): Promise<void> {
    await this.call(change, 'end_sign_ins', id, sessionId ?? null, authorizationId ?? null);
    if (endApplicationTokens) await this.tokens.deleteOwnOfAccount(change, id);
  }

  /**
   * Ends everything with which the account could be used since a moment: also factors that were added later and are not
   * trusted.
   */
  async endAllSince(change: Change, id: string, since: Date): Promise<void> {
    await this.call(change, 'end_factors', id, since.toISOString());
    await this.endAll(change, id, { endApplicationTokens: true });
  }

  /** Ends everything with which the account, or a client of its applications, could be used. */
  async endEverything(change: Change, id: string): Promise<void> {
    await this.endAll(change, id, { endApplicationTokens: true });
    await this.applications.emptyAll(change, id, hashToken(newAccessToken()));
    await this.call(change, 'end_factors', id, null);
  }

  private async call(
    change: Change,
    name: string,
    ...values: readonly (string | null)[]
  ): Promise<void> {
    const parameters = values.map((_, i) => `$${i + 1}`).join(', ');
    await change.query(
      `SELECT '1' AS json FROM ${await this.prisma.table(name)}(${parameters})`,
      values,
    );
  }
}
