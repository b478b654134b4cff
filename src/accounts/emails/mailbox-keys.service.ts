import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import { PurgeService } from '../../database/purge/purge.service.js';
import { mailboxKey } from './email-key.js';

const batchSize = 500;

/** The advisory lock of PostgreSQL that lets only one node fill a batch at a time. */
const lockName = 'nest-accounts mailbox keys';

const maxNamed = 10;

interface Row {
  readonly id: string;
  readonly email: string;
  /** The next batch starts after it. */
  readonly place: readonly [string, string];
}

interface Filling {
  /** The members of a {@link Row} as SQL arguments of `json_build_object`. */
  readonly row: string;
  /** SQL that selects the rows after the place `$1`, `$2`, in order. */
  readonly from: string;
  readonly firstPlace: Row['place'];
  /** SQL statements with the rows and their keys as `batch`. The last one returns the ids of the rows it filled. */
  readonly updates: readonly string[];
}

/**
 * Fills the mailbox keys that an earlier release, whose nodes may still run, has not written. If two accounts share a
 * mailbox, the older one receives the key, and a warning names the other.
 */
@Injectable()
export class MailboxKeysService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(MailboxKeysService.name);
  private running: Promise<void> = Promise.resolve();
  private reported = '';
  private stopped = false;

  constructor(
    private readonly prisma: PrismaService,
    purge: PurgeService,
  ) {
    purge.addTask(() => this.fill());
  }

  onApplicationBootstrap(): void {
    this.running = this.fill().catch((error: Error) =>
      this.logger.warn(`The keys of mailboxes were not filled: ${error.message}`),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  private async fill(): Promise<void> {
    const accounts = await this.prisma.table('accounts');
    const verified = await this.prisma.table('verified_emails');
    // If two rows share a key, the older one has the lower index.
    const isFree = `NOT EXISTS (SELECT FROM batch AS older WHERE older.key = batch.key AND older.index < batch.index)
      AND NOT EXISTS (
        SELECT FROM ${accounts} AS other WHERE other.id <> filled.id
          AND (other.mailbox_key = batch.key OR COALESCE(other.pending_mailbox_key, other.mailbox_key) = batch.key))`;
    const fillAccounts = (email: string, key: string, ...before: string[]): Filling => ({
      row: `'id', id, 'email', ${email}, 'place', json_build_array(created_at, id)`,
      from: `${accounts} WHERE ${email} IS NOT NULL AND ${key} IS NULL
        AND (created_at, id) > ($1::timestamptz, $2) ORDER BY created_at, id`,
      firstPlace: ['-infinity', ''],
      updates: [
        ...before,
        `UPDATE ${accounts} AS filled SET ${key} = batch.key FROM batch WHERE filled.id = batch.id
           AND filled.${email} = batch.email AND filled.${key} IS NULL AND ${isFree}`,
      ],
    });
    const yieldToOlder = `UPDATE ${accounts} AS filled SET mailbox_key = NULL FROM batch
      WHERE filled.mailbox_key = batch.key
        AND (filled.created_at, filled.id) > ((batch.place ->> 0)::timestamptz, batch.id)`;
    const left = await this.fillTable(fillAccounts('email', 'mailbox_key', yieldToOlder));
    await this.fillTable(fillAccounts('pending_email', 'pending_mailbox_key'));
    await this.fillTable({
      row: `'id', account_id, 'email', email, 'place', json_build_array(account_id, email)`,
      from: `${verified} WHERE mailbox_key IS NULL
        AND (account_id, email) > ($1, $2) ORDER BY account_id, email`,
      firstPlace: ['', ''],
      updates: [
        `UPDATE ${verified} AS filled SET mailbox_key = batch.key FROM batch
         WHERE filled.account_id = batch.id AND filled.email = batch.email`,
      ],
    });
    this.report(left);
  }

  /** @returns the ids of the rows whose key belongs to another row */
  private async fillTable(filling: Filling): Promise<string[]> {
    const left: string[] = [];
    let place: Row['place'] | undefined = filling.firstPlace;
    while (place && !this.stopped) {
      const batch = await this.fillBatch(filling, place);
      left.push(...batch.left);
      place = batch.next;
    }
    return left;
  }

  private fillBatch(
    { row, from, updates }: Filling,
    place: Row['place'],
  ): Promise<{ left: string[]; next?: Row['place'] | undefined }> {
    return this.prisma.poolTransaction(async (transaction) => {
      const query = <T>(sql: string, values: readonly unknown[]) =>
        this.prisma.queryJson<T>(sql, values, transaction);
      const lock = 'to_json(pg_advisory_xact_lock(hashtextextended($1, 0))::text)';
      await query(`SELECT ${lock}::text AS json`, [`${lockName} ${this.prisma.schema}`]);
      const rows = await query<Row>(
        `SELECT json_build_object(${row})::text AS json FROM ${from} LIMIT ${batchSize}`,
        place,
      );
      const batch = JSON.stringify(
        rows.map((each, index) => ({ ...each, index, key: mailboxKey(each.email) })),
      );
      let filled: string[] = [];
      for (const update of rows.length > 0 ? updates : []) {
        filled = await query(
          `WITH batch AS (
             SELECT * FROM json_to_recordset($1::json) AS row (index int, id text, email text, key text, place json)
           ) ${update} RETURNING to_json(batch.id)::text AS json`,
          [batch],
        );
      }
      const ids = new Set(filled);
      return {
        left: rows.map(({ id }) => id).filter((id) => !ids.has(id)),
        next: rows.at(batchSize - 1)?.place,
      };
    });
  }

  private report(left: readonly string[]): void {
    const named = left.slice(0, maxNamed).join(', ');
    if (named === this.reported) return;
    this.reported = named;
    if (named === '') return;
    const more = left.length > maxNamed ? ` and ${left.length - maxNamed} more` : '';
    this.logger.warn(
      `Older accounts have the mailboxes of these accounts, which sign in only with the exact spelling of their email: ${named}${more}. See "Emails of one mailbox" in docs/operation.md.`,
    );
  }
}
