import { Inject, Injectable } from '@nestjs/common';
import { PrincipalCache } from '../access/principals/principal-cache.js';
import { AuditEventsRepository } from '../audit/audit-events.repository.js';
import {
  accountJson,
  accountOf,
  accountWithPasswordJson,
  columnOf,
  type AccountJson,
  type AccountWithPasswordJson,
} from '../database/account-json.js';
import { violates } from '../database/connection/constraint-violation.js';
import {
  assertProof,
  hexOf,
  lockAccount,
  lockApplicationsOf,
  tokenExists,
  type Proof,
} from '../access/account-lock.js';
import { inSql, PrismaService } from '../database/prisma.service.js';
import { DeletionsRepository } from '../database/purge/deletions.repository.js';
import type {
  Account,
  AccountWithPassword,
  AuditEvent,
  SqlTransaction,
  Transaction,
} from '../database/records.js';
import { EmailTakenError } from '../errors/error-registry.js';
import { isOfHost } from '../errors/host-error.js';
import {
  accountHooksToken,
  callHook,
  type AccountHooks,
  type HookName,
} from '../events/account.hooks.js';
import { shownEmail, type ChangeableFields, type InitialFields } from './account.members.js';
import { emailKey } from './email-key.js';

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
  endCredentials(transaction: SqlTransaction): Promise<void>;
}

/** The row that a change must find, and where it is made. */
export interface ChangePlace {
  /** The revision that the account must have. Default: any. */
  readonly revision?: number | undefined;
  /** A transaction of the host to join; its savepoint undoes a change that fails. Default: none. */
  readonly transaction?: SqlTransaction | undefined;
  /** Who sets the email, if the change has one. */
  readonly setter?: EmailSetter | undefined;
  /** Whether a token sets it. Default: false */
  readonly byToken?: boolean | undefined;
  /** What vouches for the change. Default: nothing has to. */
  readonly proof?: Proof | undefined;
}

/**
 * Who sets an email. `owner` and `delegate` as in `Updater`; `adoption` makes the pending email the owner's, and
 * `proof` sets an address that its owner has proved, whatever is pending.
 */
export type EmailSetter = 'owner' | 'delegate' | 'adoption' | 'proof';

/** An account after a change that may have found everything as it wanted it. */
export interface UpdatedAccount {
  readonly account: Account;
  readonly isChanged: boolean;
}

/** What is done in the transaction in which an account is created. */
export type CreatedInTransaction = (transaction: Transaction, created: Account) => Promise<void>;

@Injectable()
export class AccountsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly principals: PrincipalCache,
    private readonly auditEvents: AuditEventsRepository,
    private readonly deletions: DeletionsRepository,
    @Inject(accountHooksToken) private readonly hooks: AccountHooks | null,
  ) {}

  async find(id: string, { revision, transaction }: ChangePlace = {}): Promise<Account | null> {
    const where = 'id = $1 AND ($2::int IS NULL OR revision = $2)';
    const sql = await this.select(accountJson, where);
    const values = [id, revision ?? null];
    const [found] = await this.prisma.queryJson<AccountJson>(sql, values, transaction);
    return found ? accountOf(found) : null;
  }

  async findWithPassword(
    id: string,
    transaction?: SqlTransaction,
  ): Promise<AccountWithPassword | null> {
    const sql = await this.select(accountWithPasswordJson, 'id = $1');
    const [found] = await this.prisma.queryJson<AccountWithPasswordJson>(sql, [id], transaction);
    return found ? accountOf(found) : null;
  }

  async findForSignIn(email: string): Promise<AccountWithPassword | null> {
    if (!isComparable(email)) return null;
    const sql = await this.select(accountWithPasswordJson, 'email_key = $1');
    const [found] = await this.prisma.queryJson<AccountWithPasswordJson>(sql, [emailKey(email)]);
    return found ? accountOf(found) : null;
  }

  async findByEmail(email: string): Promise<Account | null> {
    if (!isComparable(email)) return null;
    const sql = await this.select(accountJson, 'email_key = $1');
    const [found] = await this.prisma.queryJson<AccountJson>(sql, [emailKey(email)]);
    return found ? accountOf(found) : null;
  }

  /**
   * Whether another account than this one has or shows the email, or has verified it and can restore it: an intruder
   * who replaced it could take it otherwise.
   */
  async isEmailTaken(email: string, ownId = '', transaction?: SqlTransaction): Promise<boolean> {
    const taken = await this.prisma.queryJson(
      `SELECT '1' AS json FROM ${await this.prisma.table('accounts')} WHERE email_key = $1 AND id <> $2
       UNION ALL SELECT '1' FROM ${await this.prisma.table('accounts')}
       WHERE COALESCE(pending_email_key, email_key) = $1 AND id <> $2
       UNION ALL SELECT '1' FROM ${await this.prisma.table('verified_emails')}
       WHERE email_key = $1 AND account_id <> $2 AND replaced_at IS NOT NULL
         AND (forget_at IS NULL OR forget_at > now())`,
      [emailKey(email), ownId],
      transaction,
    );
    return taken.length > 0;
  }

  /**
   * Takes an email from accounts whose owners have not proved it, for another user who has: one that is pending is no
   * longer shown, and an account with an unverified one returns to its last verified address, if it has one.
   */
  async yieldEmail(email: string): Promise<void> {
    const accounts = await this.prisma.table('accounts');
    const verified = await this.prisma.table('verified_emails');
    const changed = `updated_at = now(), revision = revision + 1`;
    const statements = [
      `UPDATE ${accounts} SET pending_email = NULL, pending_email_key = NULL, ${changed}
       WHERE COALESCE(pending_email_key, email_key) = $1 AND pending_email_key = $1
       RETURNING to_json(id)::text AS json`,
      `UPDATE ${accounts} AS account SET email = earlier.email, email_key = earlier.email_key, ${changed}
       FROM ${verified} AS earlier
       WHERE account.email_key = $1 AND earlier.account_id = account.id
         AND earlier.replaced_by = (SELECT max(replaced_by) FROM ${verified} WHERE account_id = account.id)
         AND NOT EXISTS (
           SELECT FROM ${verified} AS present
           WHERE present.account_id = account.id AND present.email = account.email
         )
       RETURNING to_json(account.id)::text AS json`,
    ];
    for (const statement of statements) {
      const ids = await this.prisma.queryJson<string>(statement, [emailKey(email)]);
      for (const id of ids) this.principals.forget(id);
    }
  }

  async isEmpty(): Promise<boolean> {
    return (await this.prisma.account.findFirst({ select: { id: true } })) === null;
  }

  /**
   * @param events what is written of it, in the same transaction
   * @param also what must become true with it, or else there is no account
   * @param outer a transaction of the host to join
   * @throws EmailTakenError, also when two requests race for one email: the unique index decides,
   *   and the email is the only thing two accounts can have in common
   */
  async create(
    account: NewAccount,
    events: readonly AuditEvent[],
    also?: CreatedInTransaction,
    outer?: SqlTransaction,
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
    const insert = async (transaction?: SqlTransaction) => {
      const [created] = await this.auditEvents.changeInStatement<AccountJson>(
        events,
        statement,
        values,
        transaction,
      );
      return accountOf(created!);
    };
    try {
      if (!also) return await this.withHook('created', insert, outer);
      return await this.prisma.$transaction(async (transaction) => {
        const created = await this.withHook('created', insert, inSql(transaction));
        await also(transaction, created);
        return created;
      });
    } catch (error) {
      throw isEmailTaken(error) ? new EmailTakenError() : error;
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
    place: ChangePlace = {},
  ): Promise<UpdatedAccount | undefined> {
    const set = {
      ...changes,
      ...(password && {
        passwordHash: password.passwordHash,
        credentialsGeneration: password.generation + 1,
      }),
    };
    const { revision, proof = {} } = place;
    const generation = password?.generation ?? proof.credentialsGeneration;
    const change = async (transaction?: SqlTransaction) => {
      const shown = { ...proof, credentialsGeneration: generation };
      if (transaction && !(await lockAccount(this.prisma, transaction, id, shown)))
        return undefined;
      const updated = await this.updateWhereDifferent(
        { id, revision, generation, tokenId: transaction ? undefined : proof.tokenId },
        set,
        place,
        events,
        transaction,
      );
      if (updated && password) await password.endCredentials(transaction!);
      return updated;
    };
    try {
      const needsTransaction = password !== undefined || proof.sessionId !== undefined;
      const updated = await this.withHook('updated', change, place.transaction, needsTransaction);
      if (updated) {
        // Before the commit of a transaction of the host, other requests must not see the change.
        if (password) this.deletions.finish();
        if (password || place.transaction) this.principals.forget(id);
        else this.principals.renew(updated);
        return { account: updated, isChanged: true };
      }
      const account = password ? null : await this.find(id, place);
      return account && holds(account, set) ? { account, isChanged: false } : undefined;
    } catch (error) {
      this.principals.forget(id);
      throw isEmailTaken(error) ? new EmailTakenError() : error;
    }
  }

  /**
   * A statement that has waited for another change sees the row as that one left it, but no token that it ended: it
   * changes nothing where the credentials are of another generation than when it began.
   */
  private async updateWhereDifferent(
    row: {
      readonly id: string;
      readonly revision: number | undefined;
      readonly generation: number | undefined;
      readonly tokenId: string | undefined;
    },
    { email, ...set }: Partial<ChangeableFields>,
    { setter, byToken = false }: Pick<ChangePlace, 'setter' | 'byToken'>,
    events: readonly AuditEvent[],
    transaction?: SqlTransaction,
  ): Promise<Account | undefined> {
    const values: unknown[] = Object.values(set);
    const all = Object.keys(set).map((field, i) => [columnOf(field), `$${i + 6}`]);
    if (email !== undefined) {
      const [address, key] = [email, emailKey(email)].map(
        (each) => `$${values.push(each) + 5}::text`,
      );
      all.push(...Object.entries(emailColumns(setter!, address!, key!, byToken)));
    }
    if (all.length === 0) return undefined;
    const { id, revision = null, generation = null, tokenId } = row;
    const accounts = await this.prisma.table('accounts');
    const [updated] = await this.auditEvents.changeInStatement<AccountJson>(
      events,
      `UPDATE ${accounts} AS account
       SET ${all.map(([column, value]) => `${column} = ${value}`).join(', ')},
         updated_at = $4::timestamptz, revision = revision + 1
       WHERE id = $1 AND ($2::int IS NULL OR revision = $2)
         AND ($3::int IS NULL OR credentials_generation = $3)
         AND ($5::text IS NULL OR (
           ${await tokenExists(this.prisma, '$5')}
           AND credentials_generation = (SELECT credentials_generation FROM ${accounts} WHERE id = $1)))
         AND (${all.map(([column, value]) => `${column} IS DISTINCT FROM ${value}`).join(' OR ')})
       ${returning}`,
      [id, revision, generation, new Date().toISOString(), hexOf(tokenId), ...values],
      transaction,
    );
    return updated && accountOf(updated);
  }

  /** Puts a stronger hash of the same password in the place of `oldHash`, if that still stands. */
  async renewPasswordHash(
    id: string,
    oldHash: string,
    newHash: string,
    transaction?: SqlTransaction,
  ): Promise<void> {
    await this.prisma.queryJson(
      `UPDATE ${await this.prisma.table('accounts')} SET password_hash = $3
       WHERE id = $1 AND password_hash = $2 RETURNING '1' AS json`,
      [id, oldHash, newHash],
      transaction,
    );
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
    deleteApplications: (transaction: SqlTransaction) => Promise<void>,
    { revision, transaction: outer, proof = {} }: ChangePlace = {},
  ): Promise<boolean> {
    const work = async (transaction: SqlTransaction) => {
      await lockApplicationsOf(this.prisma, transaction, id);
      // Before the applications are deleted, and with them the token that may be the proof.
      if (!(await lockAccount(this.prisma, transaction, id, proof)))
        throw new NothingDeletedError();
      await deleteApplications(transaction);
      const where = 'id = $1 AND ($2::int IS NULL OR revision = $2)';
      const values = [id, revision ?? null];
      if (this.hooks?.deleted) {
        const sql = `${await this.select(accountJson, where)} FOR UPDATE`;
        const [found] = await this.prisma.queryJson<AccountJson>(sql, values, transaction);
        if (!found) throw new NothingDeletedError();
        await callHook(this.hooks, 'deleted', accountOf(found), transaction);
      }
      const deleted = await this.auditEvents.changeInStatement(
        events,
        `DELETE FROM ${await this.prisma.table('accounts')} WHERE ${where} RETURNING '1' AS json`,
        values,
        transaction,
      );
      if (deleted.length === 0) throw new NothingDeletedError();
    };
    try {
      await (outer ? work(outer) : this.prisma.sqlTransaction(work));
      this.deletions.finish();
      return true;
    } catch (error) {
      if (error instanceof NothingDeletedError) return false;
      throw error;
    } finally {
      this.principals.forget(id);
    }
  }

  /** @throws InvalidTokenError when the session or token has ended */
  assertProof(proof: Proof, transaction?: SqlTransaction): Promise<void> {
    return assertProof(this.prisma, proof, transaction);
  }

  /**
   * Makes a change and calls the hook of the host for it, in one transaction.
   *
   * @param change makes it, in a transaction where it must or there is a hook
   */
  private async withHook<T extends Account | undefined>(
    name: HookName,
    change: (transaction?: SqlTransaction) => Promise<T>,
    outer: SqlTransaction | undefined,
    needsTransaction = false,
  ): Promise<T> {
    const { hooks } = this;
    if (!hooks?.[name] && !outer && !needsTransaction) return change();
    const changeAndCall = async (transaction: SqlTransaction) => {
      const changed = await change(transaction);
      if (hooks && changed) await callHook(hooks, name, changed, transaction);
      return changed;
    };
    return outer ? changeAndCall(outer) : this.prisma.sqlTransaction(changeAndCall);
  }

  private async select(json: (row: string) => string, where: string): Promise<string> {
    const table = await this.prisma.table('accounts');
    return `SELECT ${json('account')}::text AS json FROM ${table} AS account WHERE ${where}`;
  }
}

/** Takes back what was deleted before it. */
class NothingDeletedError extends Error {}

/** An error of a hook may be about a unique index of the host. */
function isEmailTaken(error: unknown): boolean {
  return violates(error, 'unique') && !isOfHost(error);
}

/** Whether PostgreSQL can compare the value with text, which contains no NUL. */
function isComparable(text: string): boolean {
  return !text.includes('\0');
}

function holds(account: Account, { email, ...set }: Partial<ChangeableFields>): boolean {
  if (email !== undefined && email !== shownEmail(account)) return false;
  return Object.entries(set).every(([column, value]) => account[column as keyof Account] === value);
}

/**
 * The columns that an email sets, in SQL. Sending back the email that the API shows sets nothing.
 *
 * @param email the parameter of the email
 * @param key the parameter of its key
 * @param byToken whether a token sets it
 */
function emailColumns(
  setter: EmailSetter,
  email: string,
  key: string,
  byToken: boolean,
): Record<string, string> {
  const pending = (condition: string, value: string) => `CASE WHEN ${condition} THEN ${value} END`;
  switch (setter) {
    case 'delegate':
      return {
        pending_email: pending(`email <> ${email}`, `${email}`),
        pending_email_key: pending(`email <> ${email}`, `${key}`),
      };
    case 'owner': {
      const isShown = `pending_email IS NOT DISTINCT FROM ${email}`;
      return {
        email: `CASE WHEN ${isShown} THEN email ELSE ${email} END`,
        email_key: `CASE WHEN ${isShown} THEN email_key ELSE ${key} END`,
        email_by_token: `CASE WHEN ${isShown} OR email = ${email} THEN email_by_token ELSE ${byToken} END`,
        pending_email: pending(isShown, 'pending_email'),
        pending_email_key: pending(isShown, 'pending_email_key'),
      };
    }
    case 'adoption': {
      const isPending = `pending_email IS NOT DISTINCT FROM ${email}`;
      return {
        email: `CASE WHEN ${isPending} THEN ${email} ELSE email END`,
        email_key: `CASE WHEN ${isPending} THEN ${key} ELSE email_key END`,
        email_by_token: `CASE WHEN ${isPending} THEN false ELSE email_by_token END`,
        pending_email: pending(`NOT ${isPending}`, 'pending_email'),
        pending_email_key: pending(`NOT ${isPending}`, 'pending_email_key'),
      };
    }
    case 'proof':
      return {
        ...{ email, email_key: key, email_by_token: 'false' },
        ...{ pending_email: 'NULL', pending_email_key: 'NULL' },
      };
  }
}

/** Of a row that the statement calls `account`. */
const returning = `RETURNING ${accountJson('account')}::text AS json`;
