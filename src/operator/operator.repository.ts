import { Injectable } from '@nestjs/common';
import { hasEmail, toKeys, showsEmail } from '../accounts/emails/email-columns.js';
import { emailKey } from '../accounts/emails/email-key.js';
import { accountJson, toAccount, type AccountJson } from '../database/account-json.js';
import type { ListPosition } from '../database/list-position.js';
import {
  findBeginning,
  maxExamined,
  maxLookedUp,
  readIndex,
  readInOrder,
  readPage,
  readShortList,
  type FoundPage,
  type NewestFirst,
  type Parameter,
} from '../database/newest-first.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Account, SqlTransaction, Transaction } from '../database/records.js';
import { maxMails } from './dto/operator.rules.js';

/** The conditions of an account search. All must hold. */
interface AccountSearch {
  readonly id?: string | undefined;
  readonly email?: string | undefined;
  readonly emailPrefix?: string | undefined;
  readonly namePrefix?: string | undefined;
  readonly client?: string | undefined;
  /** The id of an application that the account has authorized. */
  readonly application?: string | undefined;
  readonly createdFrom?: Date | undefined;
  readonly createdTo?: Date | undefined;
  /** The UTC day since which the owner has not signed in, as `2026-01-19`. The account was created earlier. */
  readonly notSignedInSince?: string | undefined;
  readonly neverVerified?: boolean | undefined;
  /** The page contains accounts created before this position. */
  readonly position?: ListPosition | undefined;
  readonly limit: number;
}

export interface AccountFacts {
  readonly applications: number;
  readonly sessions: number;
  readonly grants: number;
  readonly mails: readonly MailOutcome[];
}

/** A number of users, and whether there may be more. */
export interface UserCount {
  /** The number of users that were counted. */
  readonly users: number;
  /** Whether there may be more than that. */
  readonly isMore: boolean;
}

/** The kinds of credentials that a sign-out of all users ends, in addition to sessions. */
export interface EndedKinds {
  /** Grants, codes and OAuth tokens. */
  readonly grants: boolean;
  /** Own and named tokens. */
  readonly applicationTokens: boolean;
}

/** The credentials of some accounts. */
export interface CredentialCounts {
  /** The accounts with at least one of these credentials. */
  readonly accounts: number;
  /** Browsers that are signed in. */
  readonly sessions: number;
  /** Applications that users have authorized, once for each user. */
  readonly grants: number;
  /** Access tokens that were issued through OAuth. */
  readonly oauth_tokens: number;
  /** Applications' own and named tokens. */
  readonly application_tokens: number;
}

/** The outcome of a mail about an account. */
export interface MailOutcome {
  readonly id: string;
  readonly kind: string;
  readonly outcome: 'sent' | 'rejected';
  /** In ISO 8601, of the last of `count` attempts within an hour. */
  readonly at: string;
  readonly count: number;
}

/** Reads data for operators. Each module writes its own tables. */
@Injectable()
export class OperatorRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Finds accounts, newest first. */
  async find(search: AccountSearch): Promise<FoundPage<Account>> {
    const schema = await this.prisma.table('');
    // The condition on an email has the first two parameters.
    const values: unknown[] = search.email === undefined ? [] : toKeys(search.email);
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const { rows, ...end } = await readInOrder(this.prisma, async (transaction) => {
      const source = await this.toSource(search, parameter, schema, transaction);
      const page = {
        sources: [{ ...source, where: conditions(search, parameter, schema) }],
        time: 'created_at',
        json: accountJson('found'),
        limit: search.limit,
      } as const;
      return readPage<AccountJson>(this.prisma, transaction, page, values);
    });
    return { rows: rows.map(toAccount), ...end };
  }

  /** Returns the accounts that can match: few of a condition that few accounts meet, or else all of them. */
  private async toSource(
    search: AccountSearch,
    parameter: Parameter,
    schema: string,
    transaction: SqlTransaction,
  ): Promise<Omit<NewestFirst, 'where'>> {
    const accounts = `${schema}accounts`;
    const { id, email, client, application, createdFrom, createdTo, position } = search;
    const { notSignedInSince, neverVerified } = search;
    if (id !== undefined || email !== undefined) {
      const where = id === undefined ? `${hasEmail} OR ${showsEmail}` : `id = ${parameter(id)}`;
      const ids = `SELECT id, created_at FROM ${accounts} WHERE ${where}`;
      return readShortList({ ids, table: accounts, position }, parameter);
    }
    for (const { counted, listed } of selections(search, schema)) {
      const values: unknown[] = [];
      const statement = counted((value) => `$${values.push(value)}`);
      const count = await this.prisma.queryJsonRow<number>(
        `SELECT to_json(count(*))::text AS json FROM (${statement} LIMIT ${maxExamined + 1}) AS found`,
        values,
        transaction,
      );
      if (count <= maxExamined) {
        return readShortList({ ids: listed(parameter), table: accounts, position }, parameter);
      }
    }
    const equal = client === undefined ? [] : [['client', parameter(client)] as const];
    const signedIn = notSignedInSince === undefined ? createdTo : new Date(notSignedInSince);
    const to = createdTo && signedIn && createdTo < signedIn ? createdTo : signedIn;
    const range = {
      table: accounts,
      time: 'created_at',
      equal,
      from: createdFrom,
      to,
      position,
    } as const;
    const isAlone = [application, notSignedInSince, neverVerified].every((each) => !each);
    // Accounts are stored in the order of their creation, at first.
    return { ...readIndex(range, parameter), most: isAlone ? maxExamined : maxLookedUp };
  }

  /** Counts the other users who have authorized applications of the account, in a limited number of grants. */
  async countAuthorizingUsers(accountId: string): Promise<UserCount> {
    const schema = await this.prisma.table('');
    return readInOrder(this.prisma, (transaction) =>
      this.prisma.queryJsonRow<UserCount>(
        `SELECT json_build_object(
           'users', count(DISTINCT account_id), 'isMore', count(*) = ${maxLookedUp}
         )::text AS json FROM (
           SELECT given.account_id FROM ${schema}applications AS application, LATERAL (
             SELECT account_id FROM ${schema}grants
             WHERE application_id >= application.id AND application_id <= application.id
               AND account_id <> $1
             ORDER BY application_id, id LIMIT ${maxLookedUp}
           ) AS given
           WHERE owner_id = $1 LIMIT ${maxLookedUp}
         ) AS given`,
        [accountId],
        transaction,
      ),
    );
  }

  /** Returns the next accounts, in the order of their ids, that may have credentials of these kinds. */
  async listSignedIn(kinds: EndedKinds, after: string, limit: number): Promise<string[]> {
    const schema = await this.prisma.table('');
    const next = (than: string) =>
      `least(${toAccountSources(kinds)
        .map(
          ({ table, column, where = 'true' }) =>
            `(SELECT ${column} FROM ${schema}${table}
              WHERE ${column} > ${than} AND ${where} ORDER BY ${column} LIMIT 1)`,
        )
        .join(', ')})`;
    return readInOrder(this.prisma, (transaction) =>
      this.prisma.queryJson<string>(
        `WITH RECURSIVE found AS (
           SELECT ${next('$1::text')} AS id, 1 AS place
           UNION ALL SELECT ${next('found.id')}, place + 1 FROM found
           WHERE id IS NOT NULL AND place < $2::int
         )
         SELECT to_json(id)::text AS json FROM found WHERE id IS NOT NULL ORDER BY place`,
        [after, limit],
        transaction,
      ),
    );
  }

  async countCredentials(
    accountIds: readonly string[],
    { grants, applicationTokens }: EndedKinds,
    transaction?: Transaction,
  ): Promise<CredentialCounts> {
    const schema = await this.prisma.table('');
    const count = (isCounted: boolean, rows: string) =>
      isCounted ? `(SELECT count(*) FROM ${schema}${rows})` : '0';
    return this.prisma.queryJsonRow<CredentialCounts>(
      `SELECT json_build_object(
         'accounts', count(*) FILTER (WHERE sessions + grants + oauth + own > 0),
         'sessions', COALESCE(sum(sessions), 0), 'grants', COALESCE(sum(grants), 0),
         'oauth_tokens', COALESCE(sum(oauth), 0), 'application_tokens', COALESCE(sum(own), 0)
       )::text AS json
       FROM unnest($1::text[]) AS account, LATERAL (SELECT
         ${count(true, 'sessions WHERE account_id = account')} AS sessions,
         ${count(grants, 'grants WHERE account_id = account')} AS grants,
         ${count(grants, `access_tokens WHERE account_id = account AND kind = 'oauth'`)} AS oauth,
         ${count(applicationTokens, `access_tokens WHERE account_id = account AND kind <> 'oauth'`)} AS own
       ) AS counted`,
      [accountIds],
      transaction,
    );
  }

  async readFacts(accountId: string): Promise<AccountFacts> {
    const where = { accountId };
    const [applications, sessions, grants, mails] = await Promise.all([
      this.prisma.application.count({ where: { ownerId: accountId } }),
      this.prisma.session.count({ where: { ...where, expiresAt: { gt: new Date() } } }),
      this.prisma.grant.count({ where }),
      this.mails(accountId),
    ]);
    return { applications, sessions, grants, mails };
  }

  /** Returns the latest mails about an account. In SQL, because only constant names match the partial index. */
  private async mails(accountId: string): Promise<MailOutcome[]> {
    return this.prisma.queryJson<MailOutcome>(
      `SELECT json_build_object(
        'id', request_id, 'kind', members[1], 'outcome', substr(event, 6), 'at', last_at,
        'count', count
      )::text AS json
      FROM ${await this.prisma.table('audit_events')}
      WHERE account_id = $1 AND event IN ('mail.sent', 'mail.rejected')
      ORDER BY at DESC, id DESC LIMIT ${maxMails}`,
      [accountId],
    );
  }
}

interface AccountSource {
  readonly table: string;
  /** The first column of an index. */
  readonly column: string;
  /** The condition of a partial index. */
  readonly where?: string;
}

/** The tables that name the accounts with credentials of these kinds. */
function toAccountSources({ grants, applicationTokens }: EndedKinds): AccountSource[] {
  const clientTokens = `kind = 'oauth' AND authorization_id IS NULL`;
  return [
    { table: 'sessions', column: 'account_id' },
    ...(grants
      ? [
          { table: 'grants', column: 'account_id' },
          { table: 'access_tokens', column: 'account_id', where: clientTokens },
        ]
      : []),
    ...(applicationTokens ? [{ table: 'applications', column: 'owner_id' }] : []),
  ];
}

/** A condition that an index finds, without the order of the search. */
interface Selection {
  readonly counted: (parameter: Parameter) => string;
  /** Selects the ids of the accounts and their times of creation. */
  readonly listed: (parameter: Parameter) => string;
}

function selections(search: AccountSearch, schema: string): Selection[] {
  const { application, emailPrefix, namePrefix } = search;
  const found: Selection[] = [];
  const accounts = `${schema}accounts`;
  if (application !== undefined) {
    const counted = (parameter: Parameter) => {
      // PostgreSQL does not know that the application is always the same, so only this index has the order.
      const [first, last] = [parameter(application), parameter(application)];
      return `SELECT account_id FROM ${schema}grants
        WHERE application_id >= ${first} AND application_id <= ${last} ORDER BY application_id, id`;
    };
    const listed = (parameter: Parameter) =>
      `SELECT account.id, account.created_at FROM (${counted(parameter)}) AS given,
         LATERAL (SELECT id, created_at FROM ${accounts} WHERE id = account_id OFFSET 0) AS account`;
    found.push({ counted, listed });
  }
  if (emailPrefix !== undefined) {
    const listed = (parameter: Parameter) => {
      const key = `${parameter(emailKey(emailPrefix))}::text`;
      return ['email_key', 'pending_email_key']
        .map((column) => findBeginning(accounts, column, key))
        .join(' UNION ');
    };
    found.push({ counted: listed, listed });
  }
  if (namePrefix !== undefined) {
    const listed = (parameter: Parameter) =>
      findBeginning(accounts, 'lower(name)', `lower(${parameter(namePrefix)}::text)`);
    found.push({ counted: listed, listed });
  }
  return found;
}

/** Returns the SQL conditions of a search. Those on other tables look up one account after another (`OFFSET`). */
function conditions(search: AccountSearch, parameter: Parameter, schema: string): string[] {
  const { id, email, emailPrefix, namePrefix, client, application, position } = search;
  const { createdFrom, createdTo, notSignedInSince, neverVerified } = search;
  const where: string[] = [];
  if (id !== undefined) where.push(`id = ${parameter(id)}`);
  if (email !== undefined) where.push(`(${hasEmail} OR ${showsEmail})`);
  if (emailPrefix !== undefined) {
    const key = parameter(emailKey(emailPrefix));
    where.push(`(email_key ^@ ${key} OR pending_email_key ^@ ${key})`);
  }
  if (namePrefix !== undefined) where.push(`lower(name) ^@ lower(${parameter(namePrefix)}::text)`);
  if (client !== undefined) where.push(`client = ${parameter(client)}`);
  if (application !== undefined) {
    where.push(`EXISTS (SELECT FROM ${schema}grants
      WHERE account_id = examined.id AND application_id = ${parameter(application)} OFFSET 0)`);
  }
  if (createdFrom) where.push(`created_at >= ${parameter(createdFrom.toISOString())}::timestamptz`);
  if (createdTo) where.push(`created_at < ${parameter(createdTo.toISOString())}::timestamptz`);
  if (notSignedInSince !== undefined) {
    const day = parameter(notSignedInSince);
    where.push(`created_at < ${day}::date::timestamp AT TIME ZONE 'UTC'
      AND NOT EXISTS (SELECT FROM ${schema}account_sign_ins
        WHERE account_id = examined.id AND signed_in_on >= ${day}::date OFFSET 0)`);
  }
  if (neverVerified) {
    where.push(
      `NOT EXISTS (SELECT FROM ${schema}verified_emails WHERE account_id = examined.id OFFSET 0)`,
    );
  }
  if (position) {
    const at = parameter(position.createdAt.toISOString());
    where.push(`(created_at, id) < (${at}::timestamptz, ${parameter(position.id)})`);
  }
  return where;
}
