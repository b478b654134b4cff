import { Injectable } from '@nestjs/common';
import { emailKey } from '../access/email-key.js';
import { newIdentifier } from '../access/identifier.js';
import { PrincipalCache } from '../access/principal-cache.js';
import type { Requester } from '../access/requester.js';
import { violates } from '../database/constraint-violation.js';
import type { Prisma } from '../database/generated/client.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Account, AccountWithPassword } from '../database/records.js';
import { EmailTakenError } from './accounts.errors.js';

/** What an account is made of that a person can change. */
export type AccountFields = Pick<
  Account,
  'name' | 'email' | 'languageCode' | 'phone' | 'notificationPhone'
>;

export interface NewAccount extends AccountFields {
  client: string | null;
  passwordHash: string;
  registeredById: string | null;
}

/** Through what a person changes their password: it goes on working. */
export interface PasswordChanger extends Pick<Requester, 'sessionId' | 'authorizationId'> {
  /** Whether the tokens of the person's applications end too. */
  readonly endApplicationTokens?: boolean;
}

/** A new password, on the condition that no other came first. */
export interface PasswordChange {
  passwordHash: string;
  /** The generation of the password that was checked. */
  generation: number;
  changer: PasswordChanger;
}

/** An account after a change that may have found everything as it wanted it. */
export interface UpdatedAccount {
  readonly account: Account;
  readonly isChanged: boolean;
}

/** What is done in the transaction in which an account is created. */
export type AlsoCreated = (
  transaction: Prisma.TransactionClient,
  created: Account,
) => Promise<void>;

/** The hash is read only where a password is checked. */
const withoutPassword = { passwordHash: true } as const;

@Injectable()
export class AccountsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly principals: PrincipalCache,
  ) {}

  /** @param revision the one it must have, where that matters */
  find(id: string, revision?: number): Promise<Account | null> {
    return this.prisma.account.findUnique({ where: { id, revision }, omit: withoutPassword });
  }

  findWithPassword(id: string): Promise<AccountWithPassword | null> {
    return this.prisma.account.findUnique({ where: { id } });
  }

  findForSignIn(email: string): Promise<AccountWithPassword | null> {
    return this.prisma.account.findUnique({ where: { emailKey: emailKey(email) } });
  }

  findByEmail(email: string): Promise<Account | null> {
    return this.prisma.account.findUnique({
      where: { emailKey: emailKey(email) },
      omit: withoutPassword,
    });
  }

  async findIdByEmail(email: string): Promise<string | undefined> {
    const where = { emailKey: emailKey(email) };
    return (await this.prisma.account.findUnique({ where, select: { id: true } }))?.id;
  }

  async isEmpty(): Promise<boolean> {
    return (await this.prisma.account.findFirst({ select: { id: true } })) === null;
  }

  /**
   * @param also what must become true with it, or else there is no account
   * @throws EmailTakenError, also when two requests race for one email: the unique index decides,
   *   and the email is the only thing two accounts can have in common
   */
  async create(account: NewAccount, also?: AlsoCreated): Promise<Account> {
    const now = new Date();
    const data = {
      ...account,
      id: newIdentifier(),
      emailKey: emailKey(account.email),
      createdAt: now,
      updatedAt: now,
    };
    const insert = (client: Prisma.TransactionClient) =>
      client.account.create({ data, omit: withoutPassword });
    try {
      if (!also) return await insert(this.prisma);
      return await this.prisma.$transaction(async (transaction) => {
        const created = await insert(transaction);
        await also(transaction, created);
        return created;
      });
    } catch (error) {
      throw violates(error, 'unique') ? new EmailTakenError() : error;
    }
  }

  /**
   * Applies the changes in one statement, which touches no other column and leaves a row that
   * already says so alone. Returns the account as it is now, or undefined when there is none, it is
   * no longer of the revision or its password of the generation named, or it was being changed.
   *
   * @throws EmailTakenError
   */
  async update(
    id: string,
    changes: Partial<AccountFields>,
    password?: PasswordChange,
    revision?: number,
  ): Promise<UpdatedAccount | undefined> {
    const set = {
      ...changes,
      ...(changes.email !== undefined && { emailKey: emailKey(changes.email) }),
    };
    const data = { updatedAt: new Date(), revision: { increment: 1 }, ...set };
    try {
      if (password) {
        const changed = await this.changePassword({ id, revision }, data, password);
        this.principals.forget(id);
        return changed && { account: changed, isChanged: true };
      }
      const [updated] = await this.prisma.account.updateManyAndReturn({
        where: { id, revision, OR: Object.entries(set).flatMap(differs) },
        data,
        omit: withoutPassword,
      });
      if (updated) {
        this.principals.renew(updated);
        return { account: updated, isChanged: true };
      }
      const account = await this.find(id, revision);
      return account && holds(account, set) ? { account, isChanged: false } : undefined;
    } catch (error) {
      this.principals.forget(id);
      throw violates(error, 'unique') ? new EmailTakenError() : error;
    }
  }

  /** With the password, ends what was begun with the old one. */
  private changePassword(
    { id, revision }: { id: string; revision: number | undefined },
    changes: Prisma.AccountUpdateManyMutationInput,
    { passwordHash, generation, changer }: PasswordChange,
  ): Promise<Account | undefined> {
    const { sessionId, authorizationId, endApplicationTokens } = changer;
    return this.prisma.$transaction(async (transaction) => {
      const [updated] = await transaction.account.updateManyAndReturn({
        where: { id, revision, credentialsGeneration: generation },
        data: { ...changes, passwordHash, credentialsGeneration: { increment: 1 } },
        omit: withoutPassword,
      });
      if (!updated) return undefined;
      await transaction.session.deleteMany({
        where: { accountId: id, NOT: { id: sessionId ?? '' } },
      });
      const kept = { id: authorizationId ?? '' };
      await transaction.grant.deleteMany({
        where: { accountId: id, authorizations: { none: kept } },
      });
      await transaction.authorization.deleteMany({
        where: { grant: { accountId: id }, NOT: kept },
      });
      if (endApplicationTokens) {
        await transaction.accessToken.deleteMany({ where: { accountId: id, kind: 'application' } });
      }
      return updated;
    });
  }

  /** Puts a stronger hash of the same password in the place of `oldHash`, if that still stands. */
  async renewPasswordHash(id: string, oldHash: string, newHash: string): Promise<void> {
    await this.prisma.account.updateMany({
      where: { id, passwordHash: oldHash },
      data: { passwordHash: newHash },
    });
  }

  /**
   * Deletes the account with its applications and tokens, all or nothing. Returns whether there was
   * one, of the revision named.
   */
  async delete(id: string, revision?: number): Promise<boolean> {
    const work = this.prisma.$transaction(async (transaction) => {
      // First, because a new token locks its application before its account: the other way round,
      // making one just now would be a deadlock.
      await transaction.application.deleteMany({ where: { ownerId: id } });
      const { count } = await transaction.account.deleteMany({ where: { id, revision } });
      if (count === 0) throw new NothingDeletedError();
    });
    try {
      await work;
      return true;
    } catch (error) {
      if (error instanceof NothingDeletedError) return false;
      throw error;
    } finally {
      this.principals.forget(id);
    }
  }
}

/** Takes back what was deleted before it. */
class NothingDeletedError extends Error {}

function holds(account: Account, set: object): boolean {
  return Object.entries(set).every(([column, value]) => account[column as keyof Account] === value);
}

/** That a column has another value: `null` is not equal to anything, not even to be unequal. */
function differs([column, value]: [string, unknown]): Prisma.AccountWhereInput[] {
  return value === null
    ? [{ [column]: { not: null } }]
    : [
        { [column]: { not: value } },
        ...(Object.hasOwn(nullable, column) ? [{ [column]: null }] : []),
      ];
}

/** Columns that can be `null`: the compiler refuses one too few or too many. */
type Nullable<T> = { [Column in keyof T]-?: null extends T[Column] ? Column : never }[keyof T];

const nullable: Readonly<Record<Nullable<AccountFields>, true>> = {
  phone: true,
  notificationPhone: true,
};
