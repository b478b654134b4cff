import { Injectable } from '@nestjs/common';
import { AuditEventsRepository } from '../../audit/audit-events.repository.js';
import { PrismaService } from '../../database/prisma.service.js';
import type { AuditEvent, Grant, SqlTransaction } from '../../database/records.js';
import { PrincipalCache } from '../principals/principal-cache.js';

/** A grant with its application and the application's owner. */
export type GrantOfApplication = Grant & {
  application: { id: string; name: string; owner: { name: string } };
};

@Injectable()
export class GrantsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly principals: PrincipalCache,
    private readonly auditEvents: AuditEventsRepository,
  ) {}

  /** The grants of an account, the latest first. */
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

  findById(accountId: string, id: string): Promise<Grant | null> {
    return this.prisma.grant.findUnique({ where: { accountId, id } });
  }

  /** Revokes a grant; its codes and tokens end with it. Returns whether it existed. */
  delete(accountId: string, id: string, events: readonly AuditEvent[]): Promise<boolean> {
    const work = this.auditEvents.changeInTransaction(events, async (transaction) => {
      const { count } = await transaction.grant.deleteMany({ where: { accountId, id } });
      return count > 0;
    });
    return work.finally(() => this.principals.forget(accountId));
  }

  /** @param but the id of an authorization to keep, with its grant */
  async deleteAll(transaction: SqlTransaction, accountId: string, but = ''): Promise<void> {
    const grants = await this.prisma.table('grants');
    const authorizations = await this.prisma.table('authorizations');
    await this.prisma.queryJson(
      `DELETE FROM ${grants} AS granted WHERE account_id = $1 AND NOT EXISTS (
         SELECT FROM ${authorizations} WHERE grant_id = granted.id AND id = $2
       ) RETURNING '1' AS json`,
      [accountId, but],
      transaction,
    );
    await this.prisma.queryJson(
      `DELETE FROM ${authorizations} AS issued USING ${grants} AS granted
       WHERE issued.grant_id = granted.id AND granted.account_id = $1 AND issued.id <> $2
       RETURNING '1' AS json`,
      [accountId, but],
      transaction,
    );
  }
}
