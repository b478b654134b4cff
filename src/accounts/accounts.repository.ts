import { Inject, Injectable } from '@nestjs/common';
import { assertConditions, toHex } from '../changes/account-lock.js';
import type { Change } from '../changes/change.js';
import { ChangesService, fitsStatement, type ChangeRecord } from '../changes/changes.service.js';
import { toConditions, getRequester, type Conditions } from '../changes/proof.js';
import {
  accountJson,
  toAccount,
  getColumn,
  withoutPassword,
  type AccountJson,
} from '../database/account-json.js';
import { violates } from '../database/connection/constraint-violation.js';
import { isIdentifier } from '../database/identifier.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Account, AccountWithPassword, Transaction } from '../database/records.js';
import { AccountNotFoundError, EmailTakenError } from '../errors/error-registry.js';
import { isOfHost } from '../errors/host-error.js';
import {
  accountHooksToken,
  callHook,
  type AccountHooks,
  type HookName,
} from '../events/account.hooks.js';
import { unchangedMembers, type ChangeableFields, type InitialFields } from './account-fields.js';
import { fieldValue, shownEmail } from './account.members.js';
import { emailKey, emailKeys, mailboxKey } from './email-key.js';

/** The fields of a new account. */
export interface NewAccount extends InitialFields {
  id: string;
  passwordHash: string;
  registeredById: string | null;
}

/** The fields that an update sets, and the revision it requires. */
export interface AccountUpdate {
  readonly fields?: Partial<ChangeableFields>;
  /** The hash of a new password. Setting it starts a new credentials generation. */
  readonly passwordHash?: string | undefined;
  /** The setter of the email; required with an email. */
  readonly setter?: EmailSetter | undefined;
  /** The revision that the account must have. Default: any */
  readonly revision?: number | undefined;
  /** Runs in the same transaction, after the account has changed. An error rolls back both. */
  also?(change: Change): Promise<unknown>;
}

/**
 * The setter of an email. `owner` and `delegate` are as in `Updater`. `adoption` makes the pending email the owner's.
 * `proof` sets an address that the owner has proved, and clears any pending one.
 */
export type EmailSetter = 'owner' | 'delegate' | 'adoption' | 'proof';

/** Runs in the transaction that creates an account. */
export type WithCreation = (change: Change, created: Account) => Promise<void>;

/** An account that must give up an email. */
export interface Yielding {
  readonly id: string;
  /** The address that replaces its own. Default: none, because the email is only pending. */
  readonly fallback?: string;
}

@Injectable()
export class AccountsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly changes: ChangesService,
    @Inject(accountHooksToken) private readonly hooks: AccountHooks | null,
  ) {}

  /** @param client the transaction to read in. Default: none */
  find(id: string, client: Transaction = this.prisma, revision?: number): Promise<Account | null> {
    return client.account.findUnique({ where: { id, revision }, ...withoutPassword });
  }

  /** Returns the account with this id. @throws AccountNotFoundError */
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

  /**
   * Finds the account with this email. An account without a mailbox key matches by the spelling of its email only, and
   * takes precedence over an account with the key.
   */
  async findForSignIn(email: string): Promise<AccountWithPassword | null> {
    if (!isComparable(email)) return null;
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

  /**
   * Checks whether another account has or shows the email, or has verified it and can restore it. Otherwise an intruder
   * who replaced the email could claim it.
   */
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

  /** Whether the API shows exactly this email for the account. */
  async showsEmail(id: string, email: string, client: Transaction = this.prisma): Promise<boolean> {
    const account = await this.find(id, client);
    return account !== null && shownEmail(account) === email;
  }

  /**
   * Finds the other accounts that have or show an email without having proved it. Each comes with its fallback address
   * if the email is its owner's. An account that has had the email since its creation keeps it.
   */
  async findYielding(change: Change, email: string, ownId: string): Promise<Yielding[]> {
    const verified = await this.prisma.table('verified_emails');
    const found = await change.query<{
      id: string;
      isPending: boolean;
      last: string | null;
      first: string | null;
    }>(
      `SELECT json_build_object('id', id, 'isPending', (${hasEmail}) IS NOT TRUE, 'first', NULLIF(first_email, email), 'last', (
         SELECT email FROM ${verified} WHERE account_id = id AND (forget_at IS NULL OR forget_at > now())
         ORDER BY replaced_by DESC LIMIT 1))::text AS json
       FROM ${await this.prisma.table('accounts')} AS account
       WHERE (${hasEmail} OR ${showsEmail}) AND id <> $3
         AND ((${hasEmail}) IS NOT TRUE OR NOT EXISTS (
           SELECT FROM ${verified} AS present
           WHERE account_id = id AND present.email = account.email AND replaced_at IS NULL))
       ORDER BY id`,
      [...toKeys(email), ownId],
    );
    const yielding: Yielding[] = [];
    for (const { id, isPending, last, first } of found) {
      if (isPending) yielding.push({ id });
      else if (last !== null) yielding.push({ id, fallback: last });
      // The first email may be the same mailbox in another spelling, or another account may have it by now.
      else if (first !== null) {
        const isSame = mailboxKey(first) === mailboxKey(email);
        const isTaken = isSame || (await this.isEmailTaken(first, id, change.models));
        yielding.push({ id, fallback: isTaken ? `${id}@email.invalid` : first });
      }
    }
    return yielding;
  }

  /** Removes an email from an account: clears a pending one, or replaces the owner's with the fallback. */
  async yieldEmail(change: Change, id: string, fallback: string | undefined): Promise<boolean> {
    const changed = `updated_at = now(), revision = revision + 1`;
    const set =
      fallback === undefined
        ? 'pending_email = $2, pending_mailbox_key = $3, pending_email_key = $4'
        : 'email = $2, mailbox_key = $3, email_key = $4, email_by_token = false';
    const values = fallback === undefined ? [null, null, null] : [fallback, ...toKeys(fallback)];
    const yielded = await change.query(
      `UPDATE ${await this.prisma.table('accounts')} SET ${set}, ${changed}
       WHERE id = $1 RETURNING '1' AS json`,
      [id, ...values],
    );
    return yielded.length > 0;
  }

  async isEmpty(): Promise<boolean> {
    return (await this.prisma.account.findFirst({ select: { id: true } })) === null;
  }

  /**
   * Creates an account, unless the session or token of the proof has ended.
   *
   * @param also runs in the same transaction; an error in it rolls back the creation
   * @param claim frees the email in the same transaction. Default: nothing
   * @throws InvalidTokenError; EmailTakenError, also when two requests race for one email: the unique index decides,
   *   and only the email can collide
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
    try {
      return (await this.changes.run(record, create))!;
    } catch (error) {
      throw isEmailTaken(error) ? new EmailTakenError() : error;
    }
  }

  /**
   * Changes an account in one statement. It sets only the given columns, and skips a row that already has these values.
   *
   * @returns the current account; undefined if it does not exist, or if its revision or credentials generation differs
   * @throws EmailTakenError
   */
  async update(
    records: readonly ChangeRecord[],
    id: string,
    update: AccountUpdate,
  ): Promise<Account | undefined> {
    const { fields = {}, passwordHash, revision, also } = update;
    const set = { ...fields, ...(passwordHash !== undefined && { passwordHash }) };
    const { proof } = records[0]!;
    const conditions = toConditions(proof);
    const { transaction: host } = getRequester(proof);
    const isStatement =
      also === undefined &&
      conditions.sessionId === undefined &&
      host === undefined &&
      this.hooks?.updated === undefined &&
      fitsStatement(records);
    try {
      let updated: Account | undefined;
      if (Object.keys(set).length > 0) {
        // A transaction has already checked the token under the account lock.
        const tokenId = isStatement ? conditions.tokenId : undefined;
        const byToken = conditions.tokenId !== undefined;
        const [sql, values] = await this.updateWhereDifferent(id, set, update, byToken, {
          ...conditions,
          tokenId,
        });
        updated = isStatement
          ? await this.changes.statement(records[0], sql, values)
          : await this.changes.run(records, async (change) => {
              const before = records.length > 1 ? await this.find(id, change.models) : null;
              const [changed] = await change.query<AccountJson>(sql, values);
              if (!changed) return undefined;
              const account = toAccount(changed);
              if (before) change.unchanged = unchangedMembers(before, account);
              await also?.(change);
              return this.afterHook('updated', account, change);
            });
      }
      if (updated || passwordHash !== undefined) return updated;
      const account = await this.find(id, host, revision);
      return account && holds(account, set) ? account : undefined;
    } catch (error) {
      throw isEmailTaken(error) ? new EmailTakenError() : error;
    }
  }

  /**
   * If the statement waits for another change, it sees the row as that change left it. `is_live_token` then checks that
   * its token still exists.
   */
  private async updateWhereDifferent(
    id: string,
    { email, ...set }: Partial<ChangeableFields>,
    { revision, setter, passwordHash }: AccountUpdate,
    byToken: boolean,
    { generation, tokenId }: Conditions,
  ): Promise<[sql: string, values: unknown[]]> {
    const values: unknown[] = Object.values(set);
    const all = Object.keys(set).map((field, i) => [getColumn(field), `$${i + 6}`]);
    if (email !== undefined) {
      const [address, mailbox, key] = [email, ...toKeys(email)].map(
        (each) => `$${values.push(each) + 5}::text`,
      );
      all.push(
        ...Object.entries(
          emailColumns(setter!, { email: address!, mailbox: mailbox!, key: key! }, byToken),
        ),
      );
    }
    if (passwordHash !== undefined) {
      all.push(['credentials_generation', 'credentials_generation + 1']);
    }
    return [
      `UPDATE ${await this.prisma.table('accounts')} AS account
       SET ${all.map(([column, value]) => `${column} = ${value}`).join(', ')},
         updated_at = $4::timestamptz, revision = revision + 1
       WHERE id = $1 AND ($2::int IS NULL OR revision = $2)
         AND ($3::int IS NULL OR credentials_generation = $3)
         AND ($5::text IS NULL OR ${await this.prisma.table('is_live_token')}(decode($5, 'hex')))
         AND (${all
           .filter(([column]) => !column!.endsWith('_key'))
           .map(([column, value]) => `${column} IS DISTINCT FROM ${value}`)
           .join(' OR ')})
       ${returning}`,
      [
        ...[id, revision ?? null, generation ?? null],
        ...[new Date().toISOString(), toHex(tokenId), ...values],
      ],
    ];
  }

  /** Replaces `oldHash` with a stronger hash of the same password, unless the password has changed. */
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
    if (this.hooks?.deleted)
      await this.afterHook('deleted', (await this.find(id, change.models))!, change);
    const { count } = await change.models.account.deleteMany({ where: { id } });
    if (count === 0) throw new NotDeletedError();
  }

  /** Calls the hook of the host in the same transaction, and returns the account. */
  private async afterHook(name: HookName, account: Account, { models }: Change): Promise<Account> {
    if (this.hooks) await callHook(this.hooks, name, account, this.prisma.inSql(models));
    return account;
  }
}

/** Rolls back the deletion of the applications when the account itself was not deleted. */
export class NotDeletedError extends Error {}

/** Ignores errors of hooks, which may concern a unique index of the host. */
function isEmailTaken(error: unknown): boolean {
  return violates(error, 'unique') && !isOfHost(error);
}

/** Rejects NUL, which PostgreSQL's text cannot contain. */
function isComparable(text: string): boolean {
  return !text.includes('\0');
}

function holds(account: Account, set: Partial<ChangeableFields>): boolean {
  return Object.entries(set).every(
    ([field, value]) =>
      value === undefined || fieldValue(account, field as keyof Account) === value,
  );
}

/** The keys of an email, as the parameters `$1` and `$2` of {@link hasEmail} and {@link showsEmail}. */
export function toKeys(email: string): [mailboxKey: string, emailKey: string] {
  const keys = emailKeys(email);
  return [keys.mailboxKey, keys.emailKey];
}

/** SQL condition for accounts whose owner has an email, by either unique index. */
export const hasEmail = 'mailbox_key = $1 OR email_key = $2';

/** SQL condition for accounts that show an email. */
export const showsEmail =
  'COALESCE(pending_mailbox_key, mailbox_key) = $1 OR COALESCE(pending_email_key, email_key) = $2';

/**
 * Returns the columns that an email sets, in SQL. Sending back the email that the API shows sets nothing. An unchanged
 * email keeps its keys, because its mailbox key may belong to an older account.
 *
 * @param parameters the SQL parameters of the email and its keys
 * @param byToken whether a token sets it
 */
function emailColumns(
  setter: EmailSetter,
  { email, mailbox, key }: Record<'email' | 'mailbox' | 'key', string>,
  byToken: boolean,
): Record<string, string> {
  const set = (condition: string, column: string, value: string, otherwise = column) => ({
    [column]: `CASE WHEN ${condition} THEN ${value} ELSE ${otherwise} END`,
  });
  const owned = (condition: string) => {
    const changes = `${condition} AND email <> ${email}`;
    return {
      ...set(changes, 'email', email),
      ...set(changes, 'mailbox_key', mailbox),
      ...set(changes, 'email_key', key),
      ...(setter === 'owner'
        ? set(changes, 'email_by_token', `${byToken}`)
        : set(condition, 'email_by_token', 'false')),
    };
  };
  const pending = (condition: string, values = pendingColumns) =>
    Object.assign(
      {},
      ...pendingColumns.map((column, i) => set(condition, column, values[i]!, 'NULL')),
    ) as Record<string, string>;
  const isPending = `pending_email IS NOT DISTINCT FROM ${email}`;
  switch (setter) {
    case 'delegate': {
      const kept = `CASE WHEN ${isPending} THEN pending_mailbox_key ELSE ${mailbox} END`;
      return pending(`email <> ${email}`, [email, kept, key]);
    }
    case 'owner':
      return { ...owned(`NOT ${isPending}`), ...pending(isPending) };
    case 'adoption':
      return { ...owned(isPending), ...pending(`NOT ${isPending}`) };
    case 'proof':
      return { ...owned('true'), ...pending('false') };
  }
}

const pendingColumns = ['pending_email', 'pending_mailbox_key', 'pending_email_key'];

/** Expects the statement to alias the table as `account`. */
const returning = `RETURNING ${accountJson('account')}::text AS json`;
