import { Injectable } from '@nestjs/common';
import { hasEmail, toKeys, showsEmail } from '../accounts/emails/email-columns.js';
import { withoutPassword } from '../database/account-json.js';
import { before, type ListPosition } from '../database/list-position.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Account } from '../database/records.js';

/** The conditions of an account search. All must hold. */
interface AccountSearch {
  readonly email?: string | undefined;
  readonly client?: string | undefined;
  readonly createdFrom?: Date | undefined;
  readonly createdTo?: Date | undefined;
  /** The page contains accounts created before this position. */
  readonly position?: ListPosition | undefined;
  readonly limit: number;
}

export interface AccountFacts {
  readonly applications: number;
  readonly sessions: number;
  readonly grants: number;
  readonly lastSignInAt: Date | null;
}

/** Reads data for operators. Each module writes its own tables. */
@Injectable()
export class OperatorRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Finds accounts, the newest first. */
  async find(search: AccountSearch): Promise<Account[]> {
    const { email, client, createdFrom, createdTo, position, limit } = search;
    const ids = email === undefined ? undefined : await this.idsByEmail(email);
    return this.prisma.account.findMany({
      where: {
        ...(ids && { id: { in: ids } }),
        client,
        createdAt: { gte: createdFrom, lt: createdTo },
        AND: position && before(position),
      },
      ...withoutPassword,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: limit,
    });
  }

  /** Returns how many other users have authorized applications of the account. */
  countAuthorizingUsers(accountId: string): Promise<number> {
    return this.prisma.account.count({
      where: {
        id: { not: accountId },
        grants: { some: { application: { ownerId: accountId } } },
      },
    });
  }

  async facts(accountId: string): Promise<AccountFacts> {
    const where = { accountId };
    const [applications, sessions, grants, signIn] = await Promise.all([
      this.prisma.application.count({ where: { ownerId: accountId } }),
      this.prisma.session.count({ where: { ...where, expiresAt: { gt: new Date() } } }),
      this.prisma.grant.count({ where }),
      this.prisma.auditEvent.findFirst({
        where: { ...where, event: 'account.authenticate', result: 'succeeded' },
        orderBy: { at: 'desc' },
      }),
    ]);
    return { applications, sessions, grants, lastSignInAt: signIn && (signIn.lastAt ?? signIn.at) };
  }

  /**
   * Returns the accounts whose owner has an email, and those that show it. The latter use an expression index, which
   * requires SQL.
   */
  private async idsByEmail(email: string): Promise<string[]> {
    return this.prisma.queryJson<string>(
      `SELECT to_json(id)::text AS json FROM ${await this.prisma.table('accounts')}
       WHERE ${hasEmail} OR ${showsEmail}`,
      toKeys(email),
    );
  }
}
