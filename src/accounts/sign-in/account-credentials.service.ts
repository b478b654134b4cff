import { Injectable } from '@nestjs/common';
import type { Change } from '../../changes/change.js';
import { toConditions, getRequester, type Proof } from '../../changes/proof.js';
import { AccessTokensRepository } from '../../access/credentials/access-tokens.repository.js';
import { hashToken, newAccessToken } from '../../principals/access-token.js';
import { ApplicationsRepository } from '../../applications/applications.repository.js';
import { PrismaService } from '../../database/prisma.service.js';
import type { Revocation } from './owner-proofs.js';

/** Options of a password change. */
export interface PasswordChanger {
  /** Also revokes the access tokens of the user's own applications and disables client credentials. Default: false */
  readonly endApplicationTokens?: boolean | undefined;
}

/**
 * Revokes the credentials of an account. Database functions end sessions, grants and factors, so that they also end
 * where the features that created them are not mounted.
 */
@Injectable()
export class AccountCredentialsService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly tokens: AccessTokensRepository,
    private readonly applications: ApplicationsRepository,
  ) {}

  /**
   * Ends every session and grant, except those of the request, and the tokens for client credentials. On request, also
   * ends own and named tokens, and disables client credentials.
   */
  async endAll(change: Change, id: string, proof: Proof & PasswordChanger): Promise<void> {
    const requester = getRequester(proof);
    const { sessionId = null } = toConditions(proof);
    const authorizationId = 'authorizationId' in requester ? requester.authorizationId : null;
    await this.call(change, 'end_sign_ins', [id, sessionId, authorizationId]);
    if (proof.endApplicationTokens) await this.endApplicationTokens(change, [id]);
  }

  /**
   * Revokes everything that the use of a proof ends.
   *
   * @param since factors added from then on count as later; required for `factors: 'later'`
   */
  async end(
    change: Change,
    id: string,
    { tokens, applications, factors }: Revocation,
    since?: Date,
  ): Promise<void> {
    const from = factors === 'later' ? since!.toISOString() : null;
    if (factors) await this.call(change, 'end_factors', [id, from]);
    await this.call(change, 'end_sign_ins', [id, null, null]);
    if (tokens) await this.endApplicationTokens(change, [id]);
    if (applications) await this.applications.resetAll(change, id, hashToken(newAccessToken()));
  }

  /** Ends every session and grant of these accounts, and the tokens for client credentials. The change has locked them. */
  async endSignIns(change: Change, ids: readonly string[]): Promise<void> {
    // Deletes as many rows of each account immediately as if the transaction concerned that account alone.
    await change.query(
      `SELECT '1' AS json FROM unnest($1::text[]) AS account, LATERAL (
         SELECT set_config('nest_accounts.cascade_rows', '', true),
           ${await this.prisma.table('end_sign_ins')}(account, NULL, NULL)
       ) AS ended`,
      [ids],
    );
    change.deletesInBatches = true;
  }

  /** Ends the own and named tokens of these accounts, and disables client credentials. */
  async endApplicationTokens(change: Change, ids: readonly string[]): Promise<void> {
    await this.tokens.deleteOwnForAccounts(change, ids);
    await this.applications.disableClientCredentials(change, ids);
  }

  private async call(change: Change, name: string, values: (string | null)[]): Promise<void> {
    const parameters = values.map((_, i) => `$${i + 1}`).join(', ');
    const called = `${await this.prisma.table(name)}(${parameters})`;
    await change.query(`SELECT '1' AS json FROM ${called}`, values);
  }
}
