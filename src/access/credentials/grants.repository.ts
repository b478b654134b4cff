import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import { existing } from '../../database/purge/deletions.repository.js';
import type { Grant, Transaction } from '../../database/records.js';
import type { Change } from '../../changes/change.js';

export type GrantOfApplication = Grant & {
  application: { id: string; name: string; owner: { name: string } };
};

/** Whether an account still has grants, without authorizations, that a new password has ended. */
export async function hasEndedGrants(
  models: Pick<Transaction, 'deletion'>,
  accountId: string,
): Promise<boolean> {
  const where = { table_id: { table: 'grants', id: accountId } };
  return (await models.deletion.findUnique({ where })) !== null;
}

@Injectable()
export class GrantsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Lists the grants of an account, newest first. */
  async list(accountId: string): Promise<GrantOfApplication[]> {
    return this.prisma.grant.findMany({
      where: { accountId, application: existing, ...(await this.whereNotEnded(accountId)) },
      include: {
        application: { select: { id: true, name: true, owner: { select: { name: true } } } },
      },
      orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    });
  }

  async find(accountId: string, applicationId: string): Promise<Grant | null> {
    return this.prisma.grant.findFirst({
      where: { accountId, applicationId, ...(await this.whereNotEnded(accountId)) },
    });
  }

  findById(accountId: string, id: string): Promise<Grant | null> {
    return this.prisma.grant.findUnique({ where: { accountId, id } });
  }

  /** Revokes a grant; its codes and tokens end with it. Returns whether it existed. */
  async delete({ models }: Change, accountId: string, id: string): Promise<boolean> {
    return (await models.grant.deleteMany({ where: { accountId, id } })).count > 0;
  }

  /** Returns a filter that excludes grants awaiting deletion after a new password. */
  private async whereNotEnded(accountId: string): Promise<object> {
    const areEnding = await hasEndedGrants(this.prisma, accountId);
    return areEnding ? { authorizations: { some: {} } } : {};
  }
}
