import { Injectable } from '@nestjs/common';
import type { Change } from '../../changes/change.js';
import { withoutPassword } from '../../database/account-json.js';
import { PrismaService } from '../../database/prisma.service.js';
import { existing } from '../../database/purge/deletions.repository.js';
import { before, deleteRows } from '../../database/purge/delete-rows.js';
import type { ExpiringRows } from '../../database/purge/expiring-rows.js';
import type { Account, Session, Bytes, SqlTransaction } from '../../database/records.js';

/** A session with its account. */
export type SessionOfAccount = Session & { account: Account };

@Injectable()
export class SessionsRepository implements ExpiringRows {
  readonly expiring = 'sessions';

  constructor(private readonly prisma: PrismaService) {}

  /** Creates a session. If the account would have more than `most`, deletes the least recently used ones. */
  async create({ models }: Change, session: Session, most: number): Promise<Session> {
    const { accountId } = session;
    const surplus = await models.session.findMany({
      where: { accountId },
      orderBy: { lastSeenAt: 'desc' },
      skip: most - 1,
      select: { id: true },
    });
    await models.session.deleteMany({ where: { id: { in: surplus.map(({ id }) => id) } } });
    return models.session.create({ data: session });
  }

  find(hash: Bytes): Promise<SessionOfAccount | null> {
    return this.prisma.session.findUnique({
      where: { hash, account: existing },
      include: { account: withoutPassword },
      relationLoadStrategy: 'join',
    });
  }

  /** Extends a session, unless it has ended. */
  async extend(id: string, lastSeenAt: Date, expiresAt: Date): Promise<void> {
    await this.prisma.session.updateMany({ where: { id }, data: { lastSeenAt, expiresAt } });
  }

  /** Replaces the token of a session, unless it has ended. */
  async replaceHash(id: string, hash: Bytes): Promise<void> {
    await this.prisma.session.updateMany({ where: { id }, data: { hash } });
  }

  /** Replaces the token of a session, and records the confirmation. Returns false if the session has ended. */
  async confirm({ models }: Change, id: string, hash: Bytes, confirmedAt: Date): Promise<boolean> {
    const data = { hash, confirmedAt };
    return (await models.session.updateMany({ where: { id }, data })).count > 0;
  }

  /** Lists the sessions that have not expired, the most recently used first. */
  list(accountId: string): Promise<Session[]> {
    return this.prisma.session.findMany({
      where: { accountId, expiresAt: { gt: new Date() } },
      orderBy: [{ lastSeenAt: 'desc' }, { id: 'asc' }],
    });
  }

  /** Deletes a session. Returns whether it existed. */
  async delete({ models }: Change, accountId: string, id: string): Promise<boolean> {
    return (await models.session.deleteMany({ where: { accountId, id } })).count > 0;
  }

  /**
   * Deletes all sessions of the account. Returns whether any existed.
   *
   * @param but the id of a session to keep. Default: none
   */
  async deleteAll({ models }: Change, accountId: string, but?: string): Promise<boolean> {
    const where = { accountId, id: { not: but } };
    return (await models.session.deleteMany({ where })).count > 0;
  }

  deleteExpired(transaction: SqlTransaction, now: Date, limit: number): Promise<boolean> {
    const expired = before('expires_at', now, limit);
    return deleteRows(this.prisma, transaction, 'sessions', expired);
  }
}
