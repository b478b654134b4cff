import { Injectable } from '@nestjs/common';
import { AccessTokensRepository } from '../access/credentials/access-tokens.repository.js';
import { AuditEventsRepository } from '../audit/audit-events.repository.js';
import type { Requester } from '../audit/requester.js';
import { PrincipalCache } from '../access/principals/principal-cache.js';
import { lockAccount } from '../database/account-lock.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Application, AuditEvent, Bytes } from '../database/records.js';
import { ApplicationNotFoundError } from '../errors/error-registry.js';

export interface NewAccessToken {
  hash: Bytes;
  sealed: Bytes;
  scope: string[];
}

/** A sealed token, to be opened for its application. */
export interface SealedToken {
  readonly applicationId: string;
  readonly sealed: Bytes;
}

interface OfApplication {
  readonly applicationId: string;
  /** In base64. */
  readonly sealed: string | null;
}

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
   * The own tokens of all applications, sealed, in batches of this size. Every start reads them, for which it
   * need not load Prisma's query compiler.
   */
  async *sealedInBatches(size: number): AsyncGenerator<SealedToken[]> {
    const [applications, tokens] = await Promise.all(
      ['applications', 'access_tokens'].map((name) => this.prisma.table(name)),
    );
    const batch = `
      SELECT json_build_object(
        'applicationId', application.id, 'sealed', encode(token.sealed, 'base64')
      )::text AS json
      FROM (SELECT id FROM ${applications} WHERE id > $1 ORDER BY id LIMIT $2) AS application
        LEFT JOIN ${tokens} AS token
          ON token.application_id = application.id AND token.kind = 'application'
      ORDER BY application.id`;
    let last: string | undefined = '';
    while (last !== undefined) {
      const rows: OfApplication[] = await this.prisma.queryJson(batch, [last, size]);
      yield rows.flatMap(({ applicationId, sealed }) =>
        sealed === null ? [] : [{ applicationId, sealed: Buffer.from(sealed, 'base64') }],
      );
      last = rows.at(-1)?.applicationId;
    }
  }

  /**
   * Sets the application's own token, which replaces the old one.
   *
   * @param requester by whose session or token it is made
   * @throws ApplicationNotFoundError when it was deleted meanwhile; InvalidTokenError when the session or token has ended
   *   meanwhile
   */
  async replace(
    { id, ownerId }: Application,
    token: NewAccessToken,
    requester: Requester,
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
        await lockAccount(this.prisma, transaction, ownerId);
        const own = { ...token, ...tokensOf(id), accountId: ownerId, createdAt: now };
        await this.tokens.insertOwn(transaction, own, requester);
        await this.tokens.deleteOwn(transaction, id, token.hash);
        return application;
      });
    } finally {
      this.principals.forget(id);
    }
  }

  /** Deletes the application's own token. Returns whether it had one. */
  delete(id: string, events: readonly AuditEvent[]): Promise<boolean> {
    const work = this.auditEvents.changeInTransaction(events, async (transaction) => {
      await transaction.application.updateMany({
        where: { id, accessTokens: { some: { kind: 'application' } } },
        data: { updatedAt: new Date() },
      });
      return this.tokens.deleteOwn(transaction, id);
    });
    return work.finally(() => this.principals.forget(id));
  }
}
