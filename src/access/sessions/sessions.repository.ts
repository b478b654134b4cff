import { Injectable } from '@nestjs/common';
import type { Change } from '../../changes/change.js';
import { withoutPassword } from '../../database/account-json.js';
import { existing } from '../../database/purge/deletions.repository.js';
import { ExpiringTable } from '../../database/purge/expiring-rows.js';
import type { Account, Session, Bytes } from '../../database/records.js';

/** A session with its account. */
export type SessionOfAccount = Session & { account: Account };

@Injectable()
export class SessionsRepository extends ExpiringTable {
  readonly expiring = 'sessions';

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

  async extend(id: string, lastSeenAt: Date, expiresAt: Date): Promise<void> {
    await this.prisma.session.updateMany({ where: { id }, data: { lastSeenAt, expiresAt } });
  }

  async replaceHash(id: string, hash: Bytes): Promise<void> {
    await this.prisma.session.updateMany({ where: { id }, data: { hash } });
  }

  /** Replaces the token of a session, and records the confirmation. Returns false if the session has ended. */
  async confirm(
    { models }: Change,
    id: string,
    data: Pick<Session, 'hash' | 'confirmedAt' | 'amr'>,
  ): Promise<boolean> {
    return (await models.session.updateMany({ where: { id }, data })).count > 0;
  }

  list(accountId: string): Promise<Session[]> {
    return this.prisma.session.findMany({
      where: { accountId, expiresAt: { gt: new Date() } },
      orderBy: [{ lastSeenAt: 'desc' }, { id: 'asc' }],
    });
  }

  async delete({ models }: Change, accountId: string, id: string): Promise<boolean> {
    return (await models.session.deleteMany({ where: { accountId, id } })).count > 0;
  }

  async deleteForAccounts({ models }: Change, accountIds: readonly string[]): Promise<void> {
    await models.session.deleteMany({ where: { accountId: { in: [...accountIds] } } });
  }

  /** Deletes the sessions of the account, except `exceptId`. Returns whether any existed. */
  async deleteAll({ models }: Change, accountId: string, exceptId?: string): Promise<boolean> {
    const where = { accountId, id: { not: exceptId } };
    return (await models.session.deleteMany({ where })).count > 0;
  }
}
