import { Injectable } from '@nestjs/common';
import type { Change } from '../changes/change.js';
import { conditionsOf, requesterOf, type Proof } from '../changes/proof.js';
import { AccessTokensRepository } from '../access/credentials/access-tokens.repository.js';
import { hashToken, newAccessToken } from '../principals/access-token.js';
import { ApplicationsRepository } from '../applications/applications.repository.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Ending } from './owner-proofs.js';

/** What ends with a password beside the sessions and grants. */
export interface PasswordChanger {
  /** Whether the own tokens of the user's applications are revoked, too. */
  readonly endApplicationTokens?: boolean | undefined;
}

/**
 * Ends what can be used in the name of an account. Functions of the database end sessions, grants and factors, because they
 * must also end where the features that made them are not mounted.
 */
@Injectable()
export class AccountCredentialsService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly tokens: AccessTokensRepository,
    private readonly applications: ApplicationsRepository,
  ) {}

  /** Ends all sessions, grants and tokens of the old password, except the session and the grant of the request. */
  async endAll(change: Change, id: string, proof: Proof & PasswordChanger): Promise<void> {
    const requester = requesterOf(proof);
    const { sessionId = null } = conditionsOf(proof);
    const authorizationId = 'authorizationId' in requester ? requester.authorizationId : null;
    await this.endSignIns(change, id, proof.endApplicationTokens, sessionId, authorizationId);
  }

  /**
   * Ends what ends with a proof.
   *
   * @param since from when on factors count as later
   */
  async end(
    change: Change,
    id: string,
    { tokens, applications = false, factors }: Ending,
    since?: Date,
  ): Promise<void> {
    const from = factors === 'later' ? since!.toISOString() : null;
    if (factors) await this.call(change, 'end_factors', id, from);
    await this.endSignIns(change, id, tokens);
    if (applications) await this.applications.emptyAll(change, id, hashToken(newAccessToken()));
  }

  /** Ends sessions, grants and their tokens, except one session and one grant, and own tokens on request. */
  private async endSignIns(
    change: Change,
    id: string,
    withOwnTokens = false,
    sessionId: string | null = null,
    authorizationId: string | null = null,
  ): Promise<void> {
    await this.call(change, 'end_sign_ins', id, sessionId, authorizationId);
    if (withOwnTokens) await this.tokens.deleteOwnOfAccount(change, id);
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
