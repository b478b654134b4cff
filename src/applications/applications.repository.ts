import { Injectable } from '@nestjs/common';
import { InvalidTokenError } from '../access/access.errors.js';
import { PrincipalCache } from '../access/principal-cache.js';
import { violates } from '../database/constraint-violation.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Application, Bytes } from '../database/records.js';
import type { NewAccessToken } from './own-tokens.repository.js';

/** What an application is made of that its owner can change. */
export interface ApplicationFields {
  name: string;
  redirectUris: string[];
  apiVersion: string;
  requirePkce: boolean;
}

export interface NewApplication extends ApplicationFields {
  id: string;
  ownerId: string;
  clientSecretHash: Bytes | null;
}

const oldestFirst = [{ createdAt: 'asc' }, { id: 'asc' }] as const;

@Injectable()
export class ApplicationsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly principals: PrincipalCache,
  ) {}

  find(ownerId: string, id: string): Promise<Application | null> {
    return this.prisma.application.findUnique({ where: { id, ownerId } });
  }

  list(ownerId: string): Promise<Application[]> {
    return this.prisma.application.findMany({ where: { ownerId }, orderBy: [...oldestFirst] });
  }

  /** Every application with its owner's email, oldest first. */
  listAll(): Promise<(Application & { owner: { email: string } })[]> {
    return this.prisma.application.findMany({
      include: { owner: { select: { email: true } } },
      orderBy: [...oldestFirst],
    });
  }

  /** The application together with its token for its owner's account. */
  async create(application: NewApplication, token: NewAccessToken): Promise<Application> {
    const now = new Date();
    try {
      return await this.prisma.application.create({
        data: {
          ...application,
          createdAt: now,
          updatedAt: now,
          accessTokens: {
            create: {
              ...token,
              kind: 'application',
              accountId: application.ownerId,
              createdAt: now,
            },
          },
        },
      });
    } catch (error) {
      // The owner, and the caller's token with it, was deleted a moment ago.
      throw violates(error, 'foreign key') ? new InvalidTokenError() : error;
    }
  }

  /**
   * Applies the changes in one statement, which leaves a row that already says so alone. Returns
   * the application as it is now, or null when its owner has none of this id.
   */
  async update(
    ownerId: string,
    id: string,
    changes: Partial<ApplicationFields>,
  ): Promise<Application | null> {
    const differs = Object.entries(changes).map(([column, value]) => ({
      NOT: { [column]: { equals: value } },
    }));
    const work = this.prisma.application.updateManyAndReturn({
      where: { id, ownerId, OR: differs },
      data: { ...changes, updatedAt: new Date() },
    });
    const [updated] = await work.finally(() => this.principals.forget(id));
    return updated ?? this.find(ownerId, id);
  }

  /** Puts a secret in the place of another. Returns undefined where there is none to replace. */
  async replaceSecret(
    ownerId: string,
    id: string,
    clientSecretHash: Bytes,
  ): Promise<Application | undefined> {
    const [updated] = await this.prisma.application.updateManyAndReturn({
      where: { id, ownerId, clientSecretHash: { not: null } },
      data: { clientSecretHash, updatedAt: new Date() },
    });
    return updated;
  }

  /** Deletes the application with its tokens and grants. Returns whether there was one. */
  async delete(ownerId: string, id: string): Promise<boolean> {
    const work = this.prisma.application.deleteMany({ where: { id, ownerId } });
    const { count } = await work.finally(() => this.principals.forget(id));
    return count > 0;
  }
}
