import { Injectable } from '@nestjs/common';
import { assertConditions, toHex } from '../changes/account-lock.js';
import type { Change } from '../changes/change.js';
import {
  ChangesService,
  fitsStatement,
  type ChangeRecord,
  type ChangeRecords,
} from '../changes/changes.service.js';
import { toConditions, getRequester, type Conditions } from '../changes/proof.js';
import {
  accountJson,
  toAccount,
  getColumn,
  withoutPassword,
  type AccountJson,
} from '../database/account-json.js';
import { violates } from '../database/connection/database-failure.js';
import { isIdentifier } from '../database/identifier.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Account, AccountWithPassword, Transaction } from '../database/records.js';
import { AccountNotFoundError } from '../errors/error-registry.js';
import { isHostError } from '../errors/host-error.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';
import { AccountHooks } from '../events/account.hooks.js';
import type { AccountHookName } from '../events/in-account-transaction.decorator.js';
import { unchangedMembers, type ChangeableFields, type InitialFields } from './account-fields.js';
import { fieldValue, shownEmail } from './account.members.js';
import {
  emailColumns,
  hasEmail,
  showsEmail,
  toKeys,
  type EmailSetter,
} from './emails/email-columns.js';
import { emailKey, emailKeys } from './emails/email-key.js';

interface NewAccount extends InitialFields {
  id: string;
  passwordHash: string;
  registeredById: string | null;
}

/** The fields that an update sets, and the revision it requires. */
export interface AccountUpdate {
  readonly fields?: Partial<ChangeableFields>;
  /** Starts a new credentials generation. */
  readonly passwordHash?: string | undefined;
  /** Required with an email. */
  readonly setter?: EmailSetter | undefined;
  /** The revision that the account must have. Default: any */
  readonly revision?: number | undefined;
  /** Runs in the same transaction, after the account has changed. An error rolls back both. */
  readonly also?: ((change: Change) => Promise<unknown>) | undefined;
}

/** Runs in the transaction that creates an account. */
export type WithCreation = (change: Change, created: Account) => Promise<void>;

@Injectable()
export class AccountsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly changes: ChangesService,
    private readonly hooks: AccountHooks,
  ) {}

  find(id: string, client: Transaction = this.prisma, revision?: number): Promise<Account | null> {
    return client.account.findUnique({ where: { id, revision }, ...withoutPassword });
  }

  /** @throws AccountNotFoundError */
  async get(id: string, transaction?: Transaction): Promise<Account> {
    const account = isIdentifier(id) ? await this.find(id, transaction) : null;
    if (!account) throw new AccountNotFoundError();
    return account;
  }

  findWithPassword(
    id: string,
    client: Transaction = this.prisma,
  ): Promise<AccountWithPassword | null> {
    return client.account.findUnique({ where: { id } });
  }

  /** An account without a mailbox key matches by the spelling of its email only, and takes precedence. */
  async findForSignIn(email: string): Promise<AccountWithPassword | null> {
    // PostgreSQL's text cannot contain NUL.
    if (email.includes('\0')) return null;
    const keys = emailKeys(email);
    const found = await this.prisma.account.findMany({
      where: {
        OR: [
          { mailboxKey: keys.mailboxKey },
          { mailboxKey: null, emailKey: { in: [keys.emailKey, emailKey(email)] } },
        ],
      },
    });
    return found.find((account) => account.mailboxKey === null) ?? found[0] ?? null;
  }

  async findByEmail(email: string): Promise<Account | null> {
    const account = await this.findForSignIn(email);
    if (!account) return null;
    const { passwordHash: _, ...found } = account;
    return found;
  }

  /** Whether another account has or shows the email, or can restore it after an intruder has replaced it. */
  async isEmailTaken(email: string, ownId = '', transaction?: Transaction): Promise<boolean> {
    const taken = await this.prisma.queryJson(
      `SELECT '1' AS json FROM ${await this.prisma.table('accounts')} WHERE (${hasEmail}) AND id <> $3
       UNION ALL SELECT '1' FROM ${await this.prisma.table('accounts')} WHERE (${showsEmail}) AND id <> $3
       UNION ALL SELECT '1' FROM ${await this.prisma.table('verified_emails')}
       WHERE (mailbox_key = $1 OR email_key = $2 AND mailbox_key IS NULL) AND account_id <> $3
         AND replaced_at IS NOT NULL AND (forget_at IS NULL OR forget_at > now())`,
      [...toKeys(email), ownId],
      transaction,
    );
    return taken.length > 0 && !(await this.showsEmail(ownId, email, transaction));
  }

  async showsEmail(id: string, email: string, client: Transaction = this.prisma): Promise<boolean> {
    const account = await this.find(id, client);
    return account !== null && shownEmail(account) === email;
  }

  async isEmpty(): Promise<boolean> {
    return (await this.prisma.account.findFirst({ select: { id: true } })) === null;
  }

  /**
   * Creates an account, unless the session or token of the proof has ended.
   *
   * @param claim frees the email in the same transaction. Default: nothing
   * @throws InvalidTokenError; ValidationFailedError for a taken email, also when two requests race for it: the unique
   *   index decides, and only the email can collide
   */
  async create(
    record: ChangeRecord,
    account: NewAccount,
    also?: WithCreation,
    claim?: (change: Change) => Promise<void>,
  ): Promise<Account> {
    const now = new Date();
    const data = { ...account, ...emailKeys(account.email), createdAt: now, updatedAt: now };
    const create = async (change: Change) => {
      await claim?.(change);
      const inserted = await change.models.account.create({ data, ...withoutPassword });
      // The insertion may have waited for another one with the same email.
      await assertConditions(this.prisma, change.models, toConditions(record.proof));
      const created = await this.afterHook('created', inserted, change);
      await also?.(change, created);
      return created;
    };
    return (await this.changes.run(record, create).catch(rethrow))!;
  }

  /**
   * Changes an account in one statement. It sets only the given columns, and skips a row that already has these values.
   *
   * @returns the current account; undefined if it does not exist, or if its revision or credentials generation differs
   * @throws ValidationFailedError for a taken email
   */
  async update(
    records: ChangeRecords,
    id: string,
    update: AccountUpdate,
  ): Promise<Account | undefined> {
    const fields = toFields(update);
    const isEmpty = Object.keys(fields).length === 0;
    const updated = isEmpty ? undefined : await this.change(records, id, update).catch(rethrow);
    if (updated || update.passwordHash !== undefined) return updated;
    const { transaction } = getRequester(records[0].proof);
    const account = await this.find(id, transaction, update.revision);
    return account && hasValues(account, fields) ? account : undefined;
  }

  private async change(
    records: ChangeRecords,
    id: string,
    update: AccountUpdate,
  ): Promise<Account | undefined> {
    const [{ proof }] = records;
    const conditions = toConditions(proof);
    const isStatement =
      update.also === undefined &&
      conditions.sessionId === undefined &&
      getRequester(proof).transaction === undefined &&
      !this.hooks.has('updated') &&
      fitsStatement(records);
    const [sql, values] = await this.updateWhereDifferent(id, update, conditions, isStatement);
    if (isStatement) return this.changes.statement(records[0], sql, values);
    return this.changes.run(records, async (change) => {
      const before = records.length > 1 ? await this.find(id, change.models) : null;
      const [changed] = await change.query<AccountJson>(sql, values);
      if (!changed) return undefined;
      const account = toAccount(changed);
      if (before) change.unchanged = unchangedMembers(before, account);
      await update.also?.(change);
      return this.afterHook('updated', account, change);
    });
  }

  /**
   * If the statement waits for another change, it sees the row as that change left it. `is_live_token` then checks that
   * its token still exists. A transaction has already checked the token under the account lock.
   */
  private async updateWhereDifferent(
    id: string,
    update: AccountUpdate,
    { generation, tokenId }: Conditions,
    isStatement: boolean,
  ): Promise<[sql: string, values: unknown[]]> {
    const { email, ...fields } = toFields(update);
    const checkedId = toHex(isStatement ? tokenId : undefined);
    const { revision = null, setter } = update;
    const now = new Date().toISOString();
    const values: unknown[] = [id, revision, generation ?? null, now, checkedId];
    const add = (value: unknown) => `$${values.push(value)}`;
    const columns: Record<string, string> = {};
    for (const [field, value] of Object.entries(fields)) columns[getColumn(field)] = add(value);
    if (email !== undefined) {
      const [mailbox, key] = toKeys(email);
      const byText = (text: string) => `${add(text)}::text`;
      const parameters = { email: byText(email), mailbox: byText(mailbox), key: byText(key) };
      Object.assign(columns, emailColumns(setter!, parameters, tokenId !== undefined));
    }
    if (update.passwordHash !== undefined)
      columns.credentials_generation = 'credentials_generation + 1';
    const set = Object.entries(columns);
    const differences = set
      .filter(([column]) => !column.endsWith('_key'))
      .map(([column, value]) => `${column} IS DISTINCT FROM ${value}`);
    return [
      `UPDATE ${await this.prisma.table('accounts')} AS account
       SET ${set.map(([column, value]) => `${column} = ${value}`).join(', ')},
         updated_at = $4::timestamptz, revision = revision + 1
       WHERE id = $1 AND ($2::int IS NULL OR revision = $2)
         AND ($3::int IS NULL OR credentials_generation = $3)
         AND ($5::text IS NULL OR ${await this.prisma.table('is_live_token')}(decode($5, 'hex')))
         AND (${differences.join(' OR ')})
       RETURNING ${accountJson('account')}::text AS json`,
      values,
    ];
  }

  /** Replaces a hash with a stronger one, unless the password has changed. */
  async renewPasswordHash(
    id: string,
    oldHash: string,
    newHash: string,
    client: Transaction = this.prisma,
  ): Promise<void> {
    await client.account.updateMany({
      where: { id, passwordHash: oldHash },
      data: { passwordHash: newHash },
    });
  }

  /** Deletes the account and its dependent rows. @throws NotDeletedError if a trigger of the host prevents it */
  async delete(change: Change, id: string): Promise<void> {
    if (this.hooks.has('deleted'))
      await this.afterHook('deleted', (await this.find(id, change.models))!, change);
    const { count } = await change.models.account.deleteMany({ where: { id } });
    if (count === 0) throw new NotDeletedError();
  }

  /** Calls the hooks of the host for accounts that the change has created. */
  async callCreatedHooks(change: Change, ids: readonly string[]): Promise<void> {
    if (!this.hooks.has('created')) return;
    for (const id of ids)
      await this.afterHook('created', (await this.find(id, change.models))!, change);
  }

  private async afterHook(
    name: AccountHookName,
    account: Account,
    { models }: Change,
  ): Promise<Account> {
    await this.hooks.call(name, account, this.prisma.inSql(models));
    return account;
  }
}

/** Rolls back the deletion of the applications when the account itself was not deleted. */
export class NotDeletedError extends Error {}

/** Reports a violation of a unique index as a taken email, unless a hook of the host caused it. */
function rethrow(error: unknown): never {
  const isTaken = violates(error, 'unique') && !isHostError(error);
  throw isTaken ? ValidationFailedError.about({ email: 'email_taken' }) : error;
}

function toFields({ fields, passwordHash }: AccountUpdate) {
  return { ...fields, ...(passwordHash !== undefined && { passwordHash }) };
}

function hasValues(account: Account, fields: Partial<ChangeableFields>): boolean {
  return Object.entries(fields).every(
    ([field, value]) =>
      value === undefined || fieldValue(account, field as keyof Account) === value,
  );
}
