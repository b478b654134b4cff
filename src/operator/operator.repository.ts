import { Injectable } from '@nestjs/common';
import { emailKey } from '../accounts/email-key.js';
import { accountJson, accountOf, type AccountJson } from '../database/account-json.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Account } from '../database/records.js';

/** What is searched for; every condition must hold. */
export interface AccountSearch {
  readonly email?: string | undefined;
  readonly client?: string | undefined;
  readonly createdFrom?: Date | undefined;
  readonly createdTo?: Date | undefined;
  /** The page has accounts that were created before this one. */
  readonly before?: Pick<Account, 'id' | 'createdAt'> | undefined;
  readonly limit: number;
}

/** Facts about an account, for operators. */
export interface AccountFacts {
  readonly applications: number;
  readonly sessions: number;
  readonly grants: number;
  readonly lastSignInAt: string | null;
}

/** Reads what operators ask for; each room writes its own tables. */
@Injectable()
export class OperatorRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Accounts, the newest first. Only the conditions that are asked for are in the statement, so that each has an index. */
  async find(search: AccountSearch): Promise<Account[]> {
    const { email, client, createdFrom, createdTo, before, limit } = search;
    const values: unknown[] = [];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const time = (date: Date) => `${parameter(date.toISOString())}::timestamptz`;
    const conditions = [
      email !== undefined && emailCondition(parameter(emailKey(email))),
      client !== undefined && `client = ${parameter(client)}`,
      createdFrom && `created_at >= ${time(createdFrom)}`,
      createdTo && `created_at < ${time(createdTo)}`,
      before && `(created_at, id) < (${time(before.createdAt)}, ${parameter(before.id)})`,
    ].filter((condition) => typeof condition === 'string');
    const found = await this.prisma.queryJson<AccountJson>(
      `SELECT ${accountJson('account')}::text AS json
       FROM ${await this.prisma.table('accounts')} AS account
       ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
       ORDER BY created_at DESC, id DESC LIMIT ${parameter(limit)}::int`,
      values,
    );
    return found.map((each) => accountOf(each));
  }

  /** How many other users have authorized applications of the account. */
  async usersOfApplications(accountId: string): Promise<number> {
    const [applications, grants] = await Promise.all(
      ['applications', 'grants'].map((name) => this.prisma.table(name)),
    );
    const [count] = await this.prisma.queryJson<number>(
      `SELECT count(DISTINCT account_id)::text AS json FROM ${grants}
       WHERE application_id IN (SELECT id FROM ${applications} WHERE owner_id = $1) AND account_id <> $1`,
      [accountId],
    );
    return count!;
  }

  async facts(accountId: string): Promise<AccountFacts> {
    const [applications, sessions, grants, events] = await Promise.all(
      ['applications', 'sessions', 'grants', 'audit_events'].map((name) => this.prisma.table(name)),
    );
    const [facts] = await this.prisma.queryJson<AccountFacts>(
      `SELECT json_build_object(
         'applications', (SELECT count(*) FROM ${applications} WHERE owner_id = $1),
         'sessions', (SELECT count(*) FROM ${sessions} WHERE account_id = $1 AND expires_at > now()),
         'grants', (SELECT count(*) FROM ${grants} WHERE account_id = $1),
         'lastSignInAt', (
           SELECT COALESCE(last_at, at) FROM ${events}
           WHERE account_id = $1 AND event = 'account.authenticate' AND result = 'succeeded'
           ORDER BY at DESC LIMIT 1
         )
       )::text AS json`,
      [accountId],
    );
    return facts!;
  }
}

/** The accounts whose owner has an email, and those that show it. */
function emailCondition(key: string): string {
  return `(email_key = ${key} OR COALESCE(pending_email_key, email_key) = ${key})`;
}
