import { Injectable } from '@nestjs/common';
import { AuditEventsRepository } from '../audit/audit-events.repository.js';
import type { ChangeableFields, InitialFields } from './account.members.js';
import { emailKey } from './email-key.js';
import { PrincipalCache } from '../access/principals/principal-cache.js';
import { accountJson, accountOf, columnOf, type AccountJson } from '../database/account-json.js';
import { violates } from '../database/connection/constraint-violation.js';
import type { Prisma } from '../database/generated/client.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Account, AccountWithPassword, AuditEvent, Transaction } from '../database/records.js';
import { EmailTakenError } from '../errors/error-registry.js';

/** What a new account is made of. */
export interface NewAccount extends InitialFields {
  id: string;
  passwordHash: string;
  registeredById: string | null;
}

/** A new password, on the condition that no other came first. */
export interface PasswordChange {
  passwordHash: string;
  /** The generation of the password that was checked. */
  generation: number;
  /** Ends what was begun with the old one, in the transaction in which it changes. */
  endCredentials(transaction: Transaction): Promise<void>;
}

/** An account after a change that may have found everything as it wanted it. */
export interface UpdatedAccount {
  readonly account: Account;
  readonly isChanged: boolean;
}

/** What is done in the transaction in which an account is created. */
export type CreatedInTransaction = (transaction: Transaction, created: Account) => Promise<void>;

const withoutPassword = { passwordHash: true } as const;

@Injectable()
export class AccountsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly principals: PrincipalCache,
    private readonly auditEvents: AuditEventsRepository,
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
    const [id] = await this.prisma.queryJson<string>(
      `SELECT to_json(id)::text AS json FROM ${await this.prisma.table('accounts')} WHERE email_key = $1`,
      [emailKey(email)],
    );
    return id;
  }

  async isEmpty(): Promise<boolean> {
    return (await this.prisma.account.findFirst({ select: { id: true } })) === null;
  }

  /**
   * @param events what is written of it, in the same transaction
   * @param also what must become true with it, or else there is no account
   * @throws EmailTakenError, also when two requests race for one email: the unique index decides,
   *   and the email is the only thing two accounts can have in common
   */
  async create(
    account: NewAccount,
    events: readonly AuditEvent[],
    also?: CreatedInTransaction,
  ): Promise<Account> {
    const now = new Date().toISOString();
    const row = {
      ...account,
      emailKey: emailKey(account.email),
      createdAt: now,
      updatedAt: now,
    };
    const table = await this.prisma.table('accounts');
    const values = Object.values(row);
    const statement = `
      INSERT INTO ${table} AS account (${Object.keys(row).map(columnOf).join(', ')})
      VALUES (${values.map((_, i) => `$${i + 1}`).join(', ')}) ${returning}`;
    const insert = async (transaction?: Transaction) => {
      const created = await this.auditEvents.insertInStatement<AccountJson>(
        events,
        statement,
        values,
        transaction,
      );
      return accountOf(created[0]!);
    };
    try {
      if (!also) return await insert();
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
   * @param events what is written of it, in the same transaction, unless nothing changes
   * @throws EmailTakenError
   */
  async update(
    id: string,
    changes: Partial<ChangeableFields>,
    events: readonly AuditEvent[],
    password?: PasswordChange,
    revision?: number,
  ): Promise<UpdatedAccount | undefined> {
    const set = {
      ...changes,
      ...(changes.email !== undefined && { emailKey: emailKey(changes.email) }),
    };
    try {
      if (password) {
        const changed = await this.changePassword({ id, revision }, set, events, password);
        this.principals.forget(id);
        return changed && { account: changed, isChanged: true };
      }
      const updated = await this.updateWhereDifferent({ id, revision }, set, events);
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

  private async updateWhereDifferent(
    { id, revision = null }: { id: string; revision: number | null | undefined },
    set: object,
    events: readonly AuditEvent[],
  ): Promise<Account | undefined> {
    const [first, ...others] = Object.keys(set).map((field, i) => [columnOf(field), `$${i + 4}`]);
    if (!first) return undefined;
    const all = [first, ...others];
    const [updated] = await this.auditEvents.insertInStatement<AccountJson>(
      events,
      `UPDATE ${await this.prisma.table('accounts')} AS account
       SET ${all.map(([column, value]) => `${column} = ${value}`).join(', ')},
         updated_at = $3::timestamptz, revision = revision + 1
       WHERE id = $1 AND ($2::int IS NULL OR revision = $2)
         AND (${all.map(([column, value]) => `${column} IS DISTINCT FROM ${value}`).join(' OR ')})
       ${returning}`,
      [id, revision, new Date().toISOString(), ...Object.values(set)],
    );
    return updated && accountOf(updated);
  }

  private changePassword(
    { id, revision }: { id: string; revision: number | undefined },
    changes: Prisma.AccountUpdateManyMutationInput,
    events: readonly AuditEvent[],
    { passwordHash, generation, endCredentials }: PasswordChange,
  ): Promise<Account | undefined> {
    return this.auditEvents.insertInTransaction(events, async (transaction) => {
      const [updated] = await transaction.account.updateManyAndReturn({
        where: { id, revision, credentialsGeneration: generation },
        data: {
          ...changes,
          passwordHash,
          updatedAt: new Date(),
          revision: { increment: 1 },
          credentialsGeneration: { increment: 1 },
        },
        omit: withoutPassword,
      });
      if (updated) await endCredentials(transaction);
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
   * Deletes the account with what refers to it, all or nothing. Returns whether there was one, of the
   * revision named.
   *
   * @param events what is written of it, in the same transaction
   * @param deleteApplications deletes those of the account, in the same transaction
   */
  async delete(
    id: string,
    events: readonly AuditEvent[],
    deleteApplications: (transaction: Transaction) => Promise<void>,
    revision?: number,
  ): Promise<boolean> {
    const work = this.auditEvents.insertInTransaction(events, async (transaction) => {
      // First, because a new token locks its application before its account: the other way round,
      // making one just now would be a deadlock.
      await deleteApplications(transaction);
      const { count } = await transaction.account.deleteMany({ where: { id, revision } });
      if (count === 0) throw new NothingDeletedError();
      return true;
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

/** Of a row that the statement calls `account`. */
const returning = `RETURNING ${accountJson('account')}::text AS json`;
