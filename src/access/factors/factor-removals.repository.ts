import { Injectable } from '@nestjs/common';
import { AuditEventsRepository } from '../../audit/audit-events.repository.js';
import { lockAccount, type Proof } from '../account-lock.js';
import { PrismaService } from '../../database/prisma.service.js';
import type { AuditEvent, FactorRemoval, Transaction } from '../../database/records.js';

/** A removal that an operator asks for. */
export type NewFactorRemoval = Pick<
  FactorRemoval,
  'accountId' | 'operator' | 'requestedAt' | 'dueAt'
>;

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

  /**
   * Writes a removal, unless there is one, and what its mails need in the same transaction. Returns whether it was
   * written.
   *
   * @param requestMails requests the mails that are missing
   */
  start(
    removal: NewFactorRemoval,
    events: readonly AuditEvent[],
    requestMails: (transaction: Transaction, removal: FactorRemoval) => Promise<void>,
  ): Promise<boolean> {
    return this.auditEvents.changeInTransaction(events, async (transaction) => {
      const { accountId } = removal;
      if (!(await lockAccount(this.prisma, transaction, accountId))) return false;
      const created = await transaction.factorRemoval.createMany({
        data: [removal],
        skipDuplicates: true,
      });
      const found = await transaction.factorRemoval.findUniqueOrThrow({ where: { accountId } });
      await requestMails(transaction, found);
      return created.count > 0;
    });
  }

  /**
   * Records a mail as sent. From the first one on the removal waits for its time, by the later one of the clocks of
   * this node and of the database.
   *
   * @param digest that of its address
   */
  async recordMail(accountId: string, id: string, digest: string, waitMs: number): Promise<void> {
    await this.prisma.queryJson(
      `UPDATE ${await this.prisma.table('factor_removals')} SET
         mailed_at = COALESCE(mailed_at, sent.at), mailed_to = array_append(mailed_to, $3),
         due_at = CASE WHEN mailed_at IS NULL
           THEN sent.at + $5::float8 * INTERVAL '1 millisecond' ELSE due_at END
       FROM (SELECT greatest(clock_timestamp(), $4::timestamptz) AS at) AS sent
       WHERE account_id = $1 AND id = $2 AND $3 <> ALL (mailed_to) RETURNING '1' AS json`,
      [accountId, id, digest, new Date().toISOString(), waitMs],
    );
  }

  /**
   * Deletes a removal. Returns whether there was one.
   *
   * @param id that of the removal. Default: any
   * @throws InvalidTokenError when the session of the proof has ended
   */
  stop(
    { accountId, id }: { readonly accountId: string; readonly id?: string | undefined },
    proof: Proof,
    events: readonly AuditEvent[],
  ): Promise<boolean> {
    return this.auditEvents.changeInTransaction(events, async (transaction) => {
      if (!(await lockAccount(this.prisma, transaction, accountId, proof))) return false;
      const where = { accountId, id };
      return (await transaction.factorRemoval.deleteMany({ where })).count > 0;
    });
  }

  /** The removals whose time has come by the clock of this node; {@link complete} also asks that of the database. */
  due(now: Date, limit: number): Promise<FactorRemoval[]> {
    return this.prisma.factorRemoval.findMany({
      where: { dueAt: { lte: now }, mailedAt: { not: null } },
      orderBy: { dueAt: 'asc' },
      take: limit,
    });
  }

  /**
   * Removes the factors, where the time has come by the clocks of this node and of the database, and a mail was sent.
   * Returns whether it did: not where it was stopped in the meantime, nor where another node did.
   *
   * @param also is done in the same transaction
   */
  complete(
    { accountId, id }: FactorRemoval,
    now: Date,
    also: (transaction: Transaction) => Promise<void>,
    events: readonly AuditEvent[],
  ): Promise<boolean> {
    return this.auditEvents.changeInTransaction(events, async (transaction) => {
      // The account first, as all do that change its factors or delete it.
      if (!(await lockAccount(this.prisma, transaction, accountId))) return false;
      const ended = await this.prisma.queryJson(
        `DELETE FROM ${await this.prisma.table('factor_removals')}
         WHERE account_id = $1 AND id = $2 AND mailed_at IS NOT NULL
           AND due_at <= clock_timestamp() AND due_at <= $3::timestamptz RETURNING '1' AS json`,
        [accountId, id, now.toISOString()],
        transaction,
      );
      if (ended.length === 0) return false;
      const where = { accountId };
      const apps = await transaction.authenticatorApp.deleteMany({ where });
      const passkeys = await transaction.passkey.deleteMany({ where });
      if (apps.count + passkeys.count === 0) return false;
      await transaction.recoveryCode.deleteMany({ where });
      await also(transaction);
      return true;
    });
  }
}
