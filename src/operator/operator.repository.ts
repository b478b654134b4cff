import { Injectable } from '@nestjs/common';
import { hasEmail, toKeys, showsEmail } from '../accounts/emails/email-columns.js';
import { emailKey } from '../accounts/emails/email-key.js';
import { accountJson, toAccount, type AccountJson } from '../database/account-json.js';
import type { ListPosition } from '../database/list-position.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Account } from '../database/records.js';
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

  /**
   * Finds accounts, the newest first. The beginnings of emails and names use indexes with operators that Prisma lacks.
   */
  async find(search: AccountSearch): Promise<Account[]> {
    const schema = await this.prisma.table('');
    // The condition on an email has the first two parameters.
    const values: unknown[] = search.email === undefined ? [] : toKeys(search.email);
    const where = conditions(search, (value) => `$${values.push(value)}`, schema);
    const newestFirst = 'ORDER BY created_at DESC, id DESC';
    // The inner query keeps PostgreSQL from formatting accounts before it sorts and limits them.
    const found = await this.prisma.queryJson<AccountJson>(
      `SELECT ${accountJson('account')}::text AS json FROM (
         SELECT * FROM ${schema}accounts AS account WHERE ${where.join(' AND ')}
         ${newestFirst} LIMIT $${values.push(search.limit)}::int
       ) AS account ${newestFirst}`,
      values,
    );
    return found.map(toAccount);
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

/** Returns the SQL conditions of a search, in which `parameter` adds a value to the statement. */
function conditions(
  search: AccountSearch,
  parameter: (value: unknown) => string,
  schema: string,
): string[] {
  const { id, email, emailPrefix, namePrefix, client, application, position } = search;
  const { createdFrom, createdTo, notSignedInSince, neverVerified } = search;
  const where = ['true'];
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
      WHERE account_id = account.id AND application_id = ${parameter(application)})`);
  }
  if (createdFrom) where.push(`created_at >= ${parameter(createdFrom.toISOString())}::timestamptz`);
  if (createdTo) where.push(`created_at < ${parameter(createdTo.toISOString())}::timestamptz`);
  if (notSignedInSince !== undefined) {
    const day = parameter(notSignedInSince);
    where.push(`created_at < ${day}::date::timestamp AT TIME ZONE 'UTC'
      AND NOT EXISTS (SELECT FROM ${schema}account_sign_ins
        WHERE account_id = account.id AND signed_in_on >= ${day}::date)`);
  }
  if (neverVerified) {
    where.push(`NOT EXISTS (SELECT FROM ${schema}verified_emails WHERE account_id = account.id)`);
  }
  if (position) {
    const at = parameter(position.createdAt.toISOString());
    where.push(`(created_at, id) < (${at}::timestamptz, ${parameter(position.id)})`);
  }
  return where;
}
