import { Injectable } from '@nestjs/common';
import { AuditEventsRepository } from '../../audit/audit-events.repository.js';
import { lockAccount } from '../account-lock.js';
import { PrismaService } from '../../database/prisma.service.js';
import type { AuditEvent, FactorRemoval, Transaction } from '../../database/records.js';

/** Removals of lost factors that an operator has asked for, until they are due. */
@Injectable()
export class FactorRemovalsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly auditEvents: AuditEventsRepository,
  ) {}

  find(accountId: string): Promise<FactorRemoval | null> {
    return this.prisma.factorRemoval.findUnique({ where: { accountId } });
  }

  /** Writes a removal. Returns whether there was none, and there is the account. */
  start(removal: FactorRemoval, events: readonly AuditEvent[]): Promise<boolean> {
    return this.auditEvents.changeInTransaction(events, async (transaction) => {
      if (!(await lockAccount(this.prisma, transaction, removal.accountId))) return false;
      const data = [removal];
      return (await transaction.factorRemoval.createMany({ data, skipDuplicates: true })).count > 0;
    });
  }

  /** Deletes a removal. Returns whether there was one. */
  stop(accountId: string, events: readonly AuditEvent[]): Promise<boolean> {
    return this.auditEvents.changeInTransaction(events, async (transaction) => {
      return (await transaction.factorRemoval.deleteMany({ where: { accountId } })).count > 0;
    });
  }

  due(now: Date, limit: number): Promise<FactorRemoval[]> {
    return this.prisma.factorRemoval.findMany({
      where: { dueAt: { lte: now } },
      orderBy: { dueAt: 'asc' },
      take: limit,
    });
  }

  /**
   * Removes the factors that were there when the removal was asked for. Returns whether it did: not where it was stopped
   * meanwhile, nor where another node did, nor where the owner has removed or moved them.
   *
   * @param endSessions is done in the same transaction
   */
  complete(
    { accountId, requestedAt }: FactorRemoval,
    endSessions: (transaction: Transaction) => Promise<void>,
    events: readonly AuditEvent[],
  ): Promise<boolean> {
    return this.auditEvents.changeInTransaction(events, async (transaction) => {
      // The account first, as all do that change its factors or delete it.
      if (!(await lockAccount(this.prisma, transaction, accountId))) return false;
      const removal = { accountId, requestedAt };
      if ((await transaction.factorRemoval.deleteMany({ where: removal })).count === 0)
        return false;
      const where = { accountId, createdAt: { lte: requestedAt } };
      const apps = await transaction.authenticatorApp.deleteMany({ where });
      const passkeys = await transaction.passkey.deleteMany({ where });
      if (apps.count + passkeys.count === 0) return false;
      await transaction.recoveryCode.deleteMany({ where });
      await endSessions(transaction);
      return true;
    });
  }
}
