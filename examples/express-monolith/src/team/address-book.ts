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
 * Keeps the emails of all accounts in a file, which stands for any external system. Updates it reliably **after** each
 * change, even if this process is killed in between.
 */
@Injectable()
export class AddressBook {
  constructor(private readonly accounts: AccountsService) {}

  @OnAccountEvent('address-book', 'account.created', 'account.updated', 'account.deleted')
  async follow({ account_id: id }: AccountEvent): Promise<void> {
    // Reads the current account instead of the event's data, so that repeated or late events do no harm.
    const email = await this.findEmail(id);
    const emails = this.emails();
    if (email === undefined) delete emails[id];
    else emails[id] = email;
    mkdirSync('.data', { recursive: true });
    // Renames a complete file, so that a killed process leaves no partial file.
    writeFileSync(`${file}.new`, JSON.stringify(emails));
    renameSync(`${file}.new`, file);
  }

  emails(): Record<string, string> {
    if (!existsSync(file)) return {};
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  }

  private async findEmail(id: string): Promise<string | undefined> {
    try {
      return (await this.accounts.get(id)).email;
    } catch (error) {
      if (error instanceof AccountNotFoundError) return undefined;
      throw error;
    }
  }
}
