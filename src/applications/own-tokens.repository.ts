import { Injectable } from '@nestjs/common';
import { tokenIdOfHash } from '../access/access-token.js';
import { PrincipalCache } from '../access/principal-cache.js';
import { violates } from '../database/constraint-violation.js';
import { PrismaService } from '../database/prisma.service.js';
import type { AccessToken, Application, Bytes } from '../database/records.js';
import { ApplicationNotFoundError } from './applications.errors.js';

export interface NewAccessToken {
  hash: Bytes;
  sealed: Bytes;
  scope: string[];
}

const tokensOf = (applicationId: string) => ({ applicationId, kind: 'application' }) as const;

/** The applications' own tokens for their owners' accounts: one each, or none once it is revoked. */
@Injectable()
export class OwnTokensRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly principals: PrincipalCache,
  ) {}

  /** The application's own token as it is kept, or undefined when it has none. */
  async findSealed(id: string): Promise<Uint8Array | undefined> {
    const token = await this.prisma.accessToken.findFirst({
      where: tokensOf(id),
      select: { sealed: true },
    });
    return token?.sealed ?? undefined;
  }

  /**
   * Puts a token in the place of the application's own one, if it has one.
   *
   * @throws ApplicationNotFoundError when it was deleted a moment ago
   */
  async replace({ id, ownerId }: Application, token: NewAccessToken): Promise<Application> {
    const now = new Date();
    try {
      const [, application] = await this.prisma.$transaction([
        // First, because its foreign keys tell whether the application is still there.
        this.prisma.accessToken.create({
          data: { ...token, ...tokensOf(id), accountId: ownerId, createdAt: now },
        }),
        // Makes two at once take turns: the second one then finds the token of the first.
        this.prisma.application.update({ where: { id }, data: { updatedAt: now } }),
        this.prisma.accessToken.deleteMany({
          where: { ...tokensOf(id), hash: { not: token.hash } },
        }),
      ]);
      return application;
    } catch (error) {
      throw violates(error, 'foreign key') ? new ApplicationNotFoundError() : error;
    } finally {
      this.principals.forget(id);
    }
  }

  /** Ends the application's own token. Returns whether it had one. */
  async delete(id: string): Promise<boolean> {
    const work = this.prisma.$transaction([
      this.prisma.application.updateMany({
        where: { id, accessTokens: { some: { kind: 'application' } } },
        data: { updatedAt: new Date() },
      }),
      this.prisma.accessToken.deleteMany({ where: tokensOf(id) }),
    ]);
    const [, { count }] = await work.finally(() => this.principals.forget(id));
    return count > 0;
  }

  /** Ends whatever token has this hash. Returns whose it was, undefined when there is none. */
  async deleteByHash(
    hash: Bytes,
  ): Promise<Pick<AccessToken, 'accountId' | 'applicationId'> | undefined> {
    const where = { hash };
    const token = await this.prisma.accessToken.findUnique({ where });
    const work = this.prisma.accessToken.deleteMany({ where });
    const { count } = await work.finally(() => this.principals.forget(tokenIdOfHash(hash)));
    return token && count > 0 ? token : undefined;
  }
}
