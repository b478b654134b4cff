import { Injectable } from '@nestjs/common';
import { accountJson, toAccount, type AccountJson } from '../database/account-json.js';
import { PrismaService } from '../database/prisma.service.js';
import type { AccountWithPassword } from '../database/records.js';
import type { ExportedTable } from './exported-tables.js';

/** The maximum number of rows in memory. */
const pageSize = 500;

interface ExportedRow {
  /** The values of its key, as text. */
  readonly key: readonly string[];
  readonly row: object;
}

interface StoredAccountJson extends AccountJson {
  readonly passwordHash: string;
  readonly emailVerifiedAt: string | null;
}

/** An account, and when its owner verified its email. */
export interface StoredAccount extends AccountWithPassword {
  readonly emailVerifiedAt: Date | null;
}

@Injectable()
export class AccountExportRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Yields all accounts, oldest first, in pages. */
  async *accounts(): AsyncGenerator<StoredAccount[]> {
    const verified = await this.prisma.table('verified_emails');
    const sql = `
      SELECT (${accountJson('account')}::jsonb || jsonb_build_object(
        'passwordHash', account.password_hash,
        'emailVerifiedAt', (
          SELECT verified_at FROM ${verified}
          WHERE account_id = account.id AND email = account.email AND replaced_at IS NULL)
      ))::text AS json
      FROM ${await this.prisma.table('accounts')} AS account
      WHERE (account.created_at, account.id) > ($1::timestamptz, $2)
      ORDER BY account.created_at, account.id LIMIT ${pageSize}`;
    let after: readonly [createdAt: string, id: string] = ['-infinity', ''];
    for (;;) {
      const rows = await this.prisma.queryJson<StoredAccountJson>(sql, after);
      if (rows.length > 0) yield rows.map(toStoredAccount);
      const last = rows[pageSize - 1];
      if (!last) return;
      after = [new Date(last.createdAt).toISOString(), last.id];
    }
  }

  /**
   * Yields the rows of a table in pages.
   *
   * @param queues the names of the account's mail queues
   */
  async *pages(
    table: ExportedTable,
    accountId: string,
    queues: readonly string[],
  ): AsyncGenerator<object[]> {
    const values = table.where.includes('$2') ? [accountId, queues] : [accountId];
    const schema = await this.prisma.table('');
    const first = select(table, schema, values.length);
    const next = select(table, schema, values.length, true);
    for (let last: ExportedRow | undefined; ;) {
      const rows: ExportedRow[] = await this.prisma.queryJson<ExportedRow>(
        last ? next : first,
        last ? [...values, ...last.key] : values,
      );
      if (rows.length > 0) yield rows.map(({ row }) => row);
      last = rows[pageSize - 1];
      if (!last) return;
    }
  }
}

/**
 * Returns SQL for a page of a table, with the alias `kept`.
 *
 * @param schema the schema, followed by a dot
 * @param isNext whether the page follows a row, whose key is in the last parameters
 */
function select(table: ExportedTable, schema: string, parameters: number, isNext = false): string {
  const { key, columns, computed = {} } = table;
  const members = [
    ...columns.map((column) => [column, toValue(column)]),
    ...Object.entries(computed),
  ];
  const keys = key.map((column) => `kept.${column}`).join(', ');
  const after = key.map((_, i) => `$${parameters + i + 1}`).join(', ');
  const sql = `
    SELECT json_build_object(
      'key', json_build_array(${key.map((column) => `to_jsonb(kept.${column}) #>> '{}'`).join(', ')}),
      'row', json_build_object(${members.map(([name, value]) => `'${name}', ${value}`).join(', ')})
    )::text AS json
    FROM {${table.table}} AS kept
    WHERE ${table.where} ${isNext ? `AND (${keys}) > (${after})` : ''}
    ORDER BY ${keys} LIMIT ${pageSize}`;
  return sql.replaceAll(/\{(\w+)\}/g, (_, name: string) => `${schema}${name}`);
}

/** Converts times to UTC from the time zone of the connection. */
function toValue(column: string): string {
  return /(^|_)at$/.test(column)
    ? `to_char(kept.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')`
    : `kept.${column}`;
}

function toStoredAccount({
  emailVerifiedAt,
  passwordHash,
  ...account
}: StoredAccountJson): StoredAccount {
  return {
    ...toAccount(account),
    passwordHash,
    emailVerifiedAt: emailVerifiedAt === null ? null : new Date(emailVerifiedAt),
  };
}
