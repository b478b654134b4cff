import { Injectable } from '@nestjs/common';
import { AccessTokensRepository } from '../access/credentials/access-tokens.repository.js';
import { AuditEventsRepository } from '../audit/audit-events.repository.js';
import { PrincipalCache } from '../access/principals/principal-cache.js';
import { lockAccount, lockApplication, type Proof } from '../access/account-lock.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Application, AuditEvent, Bytes } from '../database/records.js';
import { ApplicationNotFoundError } from '../errors/error-registry.js';

export interface NewAccessToken {
  hash: Bytes;
  sealed: Bytes;
  /** The fingerprint of the secret key. */
  sealedBy: string;
  scope: string[];
}

/** The own tokens that cannot be shown, or may not be; each is counted up to {@link maxCounted}. */
export interface UnreadableTokens {
  /** The number of tokens that were sealed with a key that is not among the secret keys. */
  readonly unreadable: number;
  /** The number of tokens that an earlier release sealed without recording the key. */
  readonly unrecorded: number;
}

/** The most tokens that are counted. */
export const maxCounted = 10_000;

const tokensOf = (applicationId: string) => ({ applicationId, kind: 'application' }) as const;

/** The applications' own tokens for their owners' accounts: one of each application, or none once it is revoked. */
@Injectable()
export class OwnTokensRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly principals: PrincipalCache,
    private readonly auditEvents: AuditEventsRepository,
    private readonly tokens: AccessTokensRepository,
  ) {}

  /** The application's own token, sealed, or undefined when it has none. */
  async findSealed(id: string): Promise<Uint8Array | undefined> {
    const token = await this.prisma.accessToken.findFirst({
      where: tokensOf(id),
      select: { sealed: true },
    });
    return token?.sealed ?? undefined;
  }

  /** The ids of the applications of an account that have a token. */
  async findIdsOfAccount(accountId: string): Promise<ReadonlySet<string>> {
    const tokens = await this.prisma.accessToken.findMany({
      where: { accountId, kind: 'application' },
      select: { applicationId: true },
    });
    return new Set(tokens.map(({ applicationId }) => applicationId));
  }

  /**
   * Counts the tokens that cannot be shown, by an index and without opening any. Every start does, so the statement
   * avoids loading Prisma's query compiler.
   *
   * @param fingerprints those of the secret keys
   */
  async countUnreadable(fingerprints: readonly string[]): Promise<UnreadableTokens> {
    const sealed = `SELECT FROM ${await this.prisma.table('access_tokens')} WHERE sealed IS NOT NULL`;
    // Fingerprints are hexadecimal, so all others lie between those of the secret keys, '' and 'g'.
    const known = [...fingerprints].sort();
    const [counted] = await this.prisma.queryJson<UnreadableTokens>(
      `SELECT json_build_object(
        'unreadable', (
          SELECT count(*) FROM (
            SELECT FROM unnest($1::text[], $2::text[]) AS gap (low, high), LATERAL (
              ${sealed} AND sealed_by > low AND sealed_by < high LIMIT ${maxCounted}
            ) AS token LIMIT ${maxCounted}
          ) AS token
        ),
        'unrecorded', (SELECT count(*) FROM (${sealed} AND sealed_by IS NULL LIMIT ${maxCounted}) AS token)
      )::text AS json`,
      [
        ['', ...known],
        [...known, 'g'],
      ],
    );
    return counted!;
  }

  /**
   * Sets the application's own token, which replaces the old one.
   *
   * @param proof the session or token that it is made with
   * @throws ApplicationNotFoundError when it was deleted meanwhile; InvalidTokenError when the session or token has ended
   *   meanwhile
   */
  async replace(
    { id, ownerId }: Application,
    token: NewAccessToken,
    proof: Proof,
    events: readonly AuditEvent[],
  ): Promise<Application> {
    const now = new Date();
    try {
      return await this.auditEvents.changeInTransaction(events, async (transaction) => {
        // The lock serializes concurrent calls: the second one finds the token of the first. It is
        // before that of the account, in the order in which an account is deleted.
        const [application] = await transaction.application.updateManyAndReturn({
          where: { id },
          data: { updatedAt: now },
        });
        if (!application) throw new ApplicationNotFoundError();
        await lockAccount(this.prisma, transaction, ownerId, proof);
        const own = { ...token, ...tokensOf(id), accountId: ownerId, createdAt: now };
        await this.tokens.insert(transaction, own);
        await this.tokens.deleteOwn(transaction, id, token.hash);
        return application;
      });
    } finally {
      this.principals.forget(id);
    }
  }

  /** Writes that the token is shown. Returns whether the owner still has the application. */
  reveal(application: Application, proof: Proof, events: readonly AuditEvent[]): Promise<boolean> {
    return this.auditEvents.changeInTransaction(events, (transaction) =>
      lockApplication(this.prisma, transaction, application, proof),
    );
  }

  /** Deletes the application's own token. Returns whether it had one. */
  delete(application: Application, proof: Proof, events: readonly AuditEvent[]): Promise<boolean> {
    const { id } = application;
    const work = this.auditEvents.changeInTransaction(events, async (transaction) => {
      if (!(await lockApplication(this.prisma, transaction, application, proof))) return false;
      await transaction.application.updateMany({
        where: { id, accessTokens: { some: { kind: 'application' } } },
        data: { updatedAt: new Date() },
      });
      return this.tokens.deleteOwn(transaction, id);
    });
    return work.finally(() => this.principals.forget(id));
  }
}
