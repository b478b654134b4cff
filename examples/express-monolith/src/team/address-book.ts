import { Injectable } from '@nestjs/common';
import {
  AccountNotFoundError,
  AccountsService,
  OnAccountEvent,
  type AccountEvent,
} from 'nest-accounts';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const file = '.data/address-book.json';

/**
 * Keeps the emails of all accounts in a file, which stands for any other system: **after** each change, reliably, also
 * when this process is killed in between.
 */
@Injectable()
export class AddressBook {
  constructor(private readonly accounts: AccountsService) {}

  @OnAccountEvent('address-book', 'account.created', 'account.updated', 'account.deleted')
  async follow({ account_id: id }: AccountEvent): Promise<void> {
    // What the account is now, and not what the event was: a repeated or a late event does no harm.
    const email = await this.emailOf(id);
    const emails = this.emails();
    if (email === undefined) delete emails[id];
    else emails[id] = email;
    mkdirSync('.data', { recursive: true });
    // A rename, so that a process that is killed leaves no half of a file.
    writeFileSync(`${file}.new`, JSON.stringify(emails));
    renameSync(`${file}.new`, file);
  }

  emails(): Record<string, string> {
    if (!existsSync(file)) return {};
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  }

  private async emailOf(id: string): Promise<string | undefined> {
    try {
      return (await this.accounts.get(id)).email;
    } catch (error) {
      if (error instanceof AccountNotFoundError) return undefined;
      throw error;
    }
  }
}
