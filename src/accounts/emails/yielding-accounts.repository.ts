import { Injectable } from '@nestjs/common';
import type { Change } from '../../changes/change.js';
import { PrismaService } from '../../database/prisma.service.js';
import { AccountsRepository } from '../accounts.repository.js';
import { hasEmail, showsEmail, toKeys } from './email-columns.js';
import { mailboxKey } from './email-key.js';

interface FoundYielding {
  readonly id: string;
  readonly isPending: boolean;
  /** The last verified address, if it may still restore the account. */
  readonly last: string | null;
  /** The first email, if it is another one. */
  readonly first: string | null;
}

/** An account that must give up an email. */
interface Yielding {
  readonly id: string;
  /** The address that replaces its own. Default: none, because the email is only pending. */
  readonly fallback?: string;
}

@Injectable()
export class YieldingAccountsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly accounts: AccountsRepository,
  ) {}

  /**
   * Finds the other accounts that have or show an email without having proved it. An account that has had the email
   * since its creation keeps it.
   */
  async find(change: Change, email: string, ownId: string): Promise<Yielding[]> {
    const verified = await this.prisma.table('verified_emails');
    const found = await change.query<FoundYielding>(
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
      // The first email may be the same mailbox in another spelling, or another account may already have it.
      else if (first !== null) {
        const isSame = mailboxKey(first) === mailboxKey(email);
        const isTaken = isSame || (await this.accounts.isEmailTaken(first, id, change.models));
        yielding.push({ id, fallback: isTaken ? `${id}@email.invalid` : first });
      }
    }
    return yielding;
  }

  async yield(change: Change, id: string, fallback: string | undefined): Promise<boolean> {
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
}
