import { Injectable } from '@nestjs/common';
import type { Change } from '../../changes/change.js';
import { getColumn } from '../../database/account-json.js';
import { PrismaService } from '../../database/prisma.service.js';
import type { InitialFields } from '../account-fields.js';

/** The row of an account to import. */
export interface ImportedAccount extends InitialFields {
  readonly id: string;
  readonly emailKey: string;
  readonly mailboxKey: string;
  readonly passwordHash: string;
  readonly registeredById: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly suspendedAt: Date | null;
}

/** An account to import, and when its owner verified the email. */
export interface ImportedRow {
  readonly account: ImportedAccount;
  readonly emailVerifiedAt: Date | null;
}

@Injectable()
export class AccountImportsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Returns for each row the id of the account that has or shows its email, or can restore it after an intruder has
   * replaced it; undefined if the email is free.
   */
  async findTaken(rows: readonly ImportedRow[]): Promise<(string | undefined)[]> {
    const accounts = await this.prisma.table('accounts');
    const verified = await this.prisma.table('verified_emails');
    const mayRestore = 'replaced_at IS NOT NULL AND (forget_at IS NULL OR forget_at > now())';
    const keys = rows.map(({ account: { mailboxKey, emailKey } }, index) => ({
      ...{ index, mailbox: mailboxKey, key: emailKey },
    }));
    // Each branch uses one index, even for few rows and many accounts.
    const found = await this.prisma.queryJson<{ index: number; id: string }>(
      `SELECT json_build_object('index', sent.index, 'id', found.id)::text AS json
       FROM json_to_recordset($1::text::json) AS sent (index int, mailbox text, key text), LATERAL (
         SELECT id FROM ${accounts} WHERE mailbox_key = sent.mailbox
         UNION ALL SELECT id FROM ${accounts} WHERE email_key = sent.key
         UNION ALL SELECT id FROM ${accounts} WHERE COALESCE(pending_mailbox_key, mailbox_key) = sent.mailbox
         UNION ALL SELECT id FROM ${accounts} WHERE COALESCE(pending_email_key, email_key) = sent.key
         UNION ALL SELECT account_id FROM ${verified} WHERE mailbox_key = sent.mailbox AND ${mayRestore}
         UNION ALL SELECT account_id FROM ${verified}
           WHERE email_key = sent.key AND mailbox_key IS NULL AND ${mayRestore}
         LIMIT 1
       ) AS found`,
      [JSON.stringify(keys)],
    );
    const ids = new Map(found.map(({ index, id }) => [index, id]));
    return rows.map((_, index) => ids.get(index));
  }

  /**
   * Creates the accounts whose email is free; of rows with the same email, the first. Returns their ids, ordered by
   * mailbox. Concurrent imports lock in the same order.
   *
   * @param events whether subscribers receive `account.created` and `email.verified`
   */
  async insert(
    change: Change,
    rows: readonly ImportedRow[],
    { events }: { readonly events: boolean },
  ): Promise<string[]> {
    const inOrder = [...rows].sort((a, b) => compare(a.account.mailboxKey, b.account.mailboxKey));
    await this.announce(change, events ? 'events' : 'silent');
    const created = await this.insertAccounts(change, inOrder);
    const ids = new Set(created);
    await this.insertVerifiedEmails(
      change,
      inOrder.filter(({ account }) => ids.has(account.id)),
    );
    await this.announce(change, '');
    return created;
  }

  private async insertAccounts(change: Change, rows: readonly ImportedRow[]): Promise<string[]> {
    const accounts = await this.prisma.table('accounts');
    const members = Object.keys(rows[0]!.account);
    const columns = members.map(getColumn).join(', ');
    const sent = rows.map(({ account }) =>
      Object.fromEntries(Object.entries(account).map(([name, value]) => [getColumn(name), value])),
    );
    return change.query<string>(
      `INSERT INTO ${accounts} AS account (${columns})
       SELECT ${columns} FROM json_populate_recordset(NULL::${accounts}, $1::text::json)
       ON CONFLICT DO NOTHING RETURNING to_json(account.id)::text AS json`,
      [JSON.stringify(sent)],
    );
  }

  private async insertVerifiedEmails(change: Change, rows: readonly ImportedRow[]): Promise<void> {
    const verified = rows.flatMap(({ account, emailVerifiedAt }) =>
      emailVerifiedAt === null
        ? []
        : [
            {
              account_id: account.id,
              email: account.email,
              mailbox_key: account.mailboxKey,
              email_key: account.emailKey,
              verified_at: emailVerifiedAt,
            },
          ],
    );
    if (verified.length === 0) return;
    const table = await this.prisma.table('verified_emails');
    const columns = 'account_id, email, mailbox_key, email_key, verified_at';
    await change.query(
      `INSERT INTO ${table} (${columns})
       SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::text::json)
       RETURNING '1' AS json`,
      [JSON.stringify(verified)],
    );
  }

  /** Tells the triggers whether rows are imported. Reset before the hooks of the host, whose rows are not. */
  private async announce(change: Change, value: 'events' | 'silent' | ''): Promise<void> {
    await change.query(
      `SELECT to_json(set_config('nest_accounts.import', $1, true))::text AS json`,
      [value],
    );
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
