import { Injectable } from '@nestjs/common';
import { PrincipalCache } from '../access/principal-cache.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Grant } from '../database/records.js';

/** A grant with the application it is for, and whose that is. */
export type GrantOfApplication = Grant & {
  application: { id: string; name: string; owner: { name: string } };
};

@Injectable()
export class GrantsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly principals: PrincipalCache,
  ) {}

  /** What a person has allowed, the latest first. */
  list(accountId: string): Promise<GrantOfApplication[]> {
    return this.prisma.grant.findMany({
      where: { accountId },
      include: {
        application: { select: { id: true, name: true, owner: { select: { name: true } } } },
      },
      orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    });
  }

  find(accountId: string, applicationId: string): Promise<Grant | null> {
    return this.prisma.grant.findUnique({
      where: { accountId_applicationId: { accountId, applicationId } },
    });
  }

  /**
   * Withdraws a grant; its codes and tokens end with it. Returns what application it was for, none when
   * there was none.
   */
  async delete(accountId: string, id: string): Promise<string | undefined> {
    const where = { accountId, id };
    const grant = await this.prisma.grant.findUnique({ where });
    const work = this.prisma.grant.deleteMany({ where });
    const { count } = await work.finally(() => this.principals.forget(accountId));
    return count > 0 ? grant?.applicationId : undefined;
  }
}
