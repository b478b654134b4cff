import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import type { Account, Session } from '../database/records.js';

type Bytes = Uint8Array<ArrayBuffer>;

/** A session together with whose it is. */
export type SessionOfAccount = Session & { account: Account };

@Injectable()
export class SessionsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Begins a session, unless the account's password is no longer of this generation. The account's
   * row is held meanwhile: a change of the password comes before, or ends the session after.
   */
  async create(session: Session, generation: number): Promise<Session | undefined> {
    return this.prisma.$transaction(async (transaction) => {
      const { count } = await transaction.account.updateMany({
        where: { id: session.accountId, credentialsGeneration: generation },
        data: { credentialsGeneration: generation },
      });
      return count === 0 ? undefined : transaction.session.create({ data: session });
    });
  }

  find(hash: Bytes): Promise<SessionOfAccount | null> {
    return this.prisma.session.findUnique({
      where: { hash },
      include: { account: { omit: { passwordHash: true } } },
      relationLoadStrategy: 'join',
    });
  }

  /** Puts off the end of a session, if it has not ended in between. */
  async extend(id: string, lastSeenAt: Date, expiresAt: Date): Promise<void> {
    await this.prisma.session.updateMany({ where: { id }, data: { lastSeenAt, expiresAt } });
  }

  /** The sessions that have not expired, the last used one first. */
  list(accountId: string): Promise<Session[]> {
    return this.prisma.session.findMany({
      where: { accountId, expiresAt: { gt: new Date() } },
      orderBy: [{ lastSeenAt: 'desc' }, { id: 'asc' }],
    });
  }

  async delete(accountId: string, id: string): Promise<void> {
    await this.prisma.session.deleteMany({ where: { accountId, id } });
  }

  async deleteOthers(accountId: string, id: string): Promise<void> {
    await this.prisma.session.deleteMany({ where: { accountId, id: { not: id } } });
  }
}
