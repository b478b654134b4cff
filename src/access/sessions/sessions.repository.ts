import { Injectable } from '@nestjs/common';
import { lockAccount, type Proof } from '../account-lock.js';
import { PrismaService } from '../../database/prisma.service.js';
import { existing } from '../../database/purge/deletions.repository.js';
import { before, deleteRows } from '../../database/purge/delete-rows.js';
import type { ExpiringRows } from '../../database/purge/expiring-rows.js';
import type {
  Account,
  AuditEvent,
  Session,
  Bytes,
  SqlTransaction,
  Transaction,
} from '../../database/records.js';
import { AuditEventsRepository } from '../../audit/audit-events.repository.js';

/** A session with its account. */
export type SessionOfAccount = Session & { account: Account };

@Injectable()
export class SessionsRepository implements ExpiringRows {
  readonly expiring = 'sessions';

  constructor(
    private readonly prisma: PrismaService,
    private readonly auditEvents: AuditEventsRepository,
  ) {}

  /**
   * Creates a session, unless the account's password is no longer of this generation. Beyond `most`
   * sessions of an account, the least recently used one is deleted.
   */
  create(
    session: Session,
    credentialsGeneration: number,
    most: number,
  ): Promise<Session | undefined> {
    const { accountId } = session;
    return this.prisma.$transaction(async (transaction) => {
      const isLocked = await lockAccount(this.prisma, transaction, accountId, {
        credentialsGeneration,
      });
      if (!isLocked) return undefined;
      const surplus = await transaction.session.findMany({
        where: { accountId },
        orderBy: { lastSeenAt: 'desc' },
        skip: most - 1,
        select: { id: true },
      });
      await transaction.session.deleteMany({ where: { id: { in: surplus.map(({ id }) => id) } } });
      return transaction.session.create({ data: session });
    });
  }

  find(hash: Bytes): Promise<SessionOfAccount | null> {
    return this.prisma.session.findUnique({
      where: { hash, account: existing },
      include: { account: { omit: { passwordHash: true } } },
      relationLoadStrategy: 'join',
    });
  }

  /** Extends a session that has not ended meanwhile. */
  async extend(id: string, lastSeenAt: Date, expiresAt: Date): Promise<void> {
    await this.prisma.session.updateMany({ where: { id }, data: { lastSeenAt, expiresAt } });
  }

  /** Gives a new token to a session that has not ended meanwhile. */
  async replaceHash(id: string, hash: Bytes): Promise<void> {
    await this.prisma.session.updateMany({ where: { id }, data: { hash } });
  }

  /** Gives a new token to a session, and remembers the confirmation. Returns whether it has not ended meanwhile. */
  confirm(
    id: string,
    hash: Bytes,
    confirmedAt: Date,
    events: readonly AuditEvent[],
  ): Promise<boolean> {
    return this.auditEvents.changeInTransaction(events, async (transaction) => {
      const data = { hash, confirmedAt };
      return (await transaction.session.updateMany({ where: { id }, data })).count > 0;
    });
  }

  /** The sessions that have not expired, the last used one first. */
  list(accountId: string): Promise<Session[]> {
    return this.prisma.session.findMany({
      where: { accountId, expiresAt: { gt: new Date() } },
      orderBy: [{ lastSeenAt: 'desc' }, { id: 'asc' }],
    });
  }

  /** Deletes a session. Returns whether it existed. */
  delete(
    accountId: string,
    id: string,
    proof: Proof,
    events: readonly AuditEvent[],
  ): Promise<boolean> {
    return this.auditEvents.changeInTransaction(events, async (transaction) => {
      if (!(await lockAccount(this.prisma, transaction, accountId, proof))) return false;
      const { count } = await transaction.session.deleteMany({ where: { accountId, id } });
      return count > 0;
    });
  }

  /** Deletes all sessions of the account, optionally except one. Returns whether any existed. */
  deleteAll(
    accountId: string,
    but: string | undefined,
    proof: Proof,
    events: readonly AuditEvent[],
  ): Promise<boolean> {
    return this.auditEvents.changeInTransaction(events, async (transaction) => {
      if (!(await lockAccount(this.prisma, transaction, accountId, proof))) return false;
      return this.deleteAllInTransaction(transaction, accountId, but);
    });
  }

  /** The same in the transaction of the caller, who writes the events. */
  async deleteAllInTransaction(
    transaction: Transaction | SqlTransaction,
    accountId: string,
    but: string | undefined,
  ): Promise<boolean> {
    const deleted = await this.prisma.queryJson(
      `WITH ended AS (
        DELETE FROM ${await this.prisma.table('sessions')}
        WHERE account_id = $1 AND id IS DISTINCT FROM $2 RETURNING 1
      )
      SELECT '1' AS json FROM ended LIMIT 1`,
      [accountId, but ?? null],
      transaction,
    );
    return deleted.length > 0;
  }

  deleteExpired(transaction: SqlTransaction, now: Date, limit: number): Promise<boolean> {
    const expired = before('expires_at', now, limit);
    return deleteRows(this.prisma, transaction, 'sessions', expired);
  }
}
