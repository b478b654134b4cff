import { Injectable } from '@nestjs/common';
import type { Change } from '../../changes/change.js';
import { ChangesService } from '../../changes/changes.service.js';
import type { Proof } from '../../changes/proof.js';
import type { Account } from '../../database/records.js';
import { PreconditionFailedError } from '../../errors/error-registry.js';
import { AccountsRepository } from '../accounts.repository.js';
import { YieldingAccountsRepository } from './yielding-accounts.repository.js';

@Injectable()
export class OwnerEmailsService {
  constructor(
    private readonly repository: AccountsRepository,
    private readonly yielding: YieldingAccountsRepository,
    private readonly changes: ChangesService,
  ) {}

  /**
   * Removes an email that a user has proved to own from the other accounts that show it without having verified it.
   * Each falls back to its last verified address, or else to its first email.
   */
  async yield(change: Change, email: string, ownId = ''): Promise<void> {
    // Show the other accounts only the console as the channel, not the user who proved the address.
    const proof = { channel: 'console' } as const;
    for (const { id, fallback } of await this.yielding.find(change, email, ownId)) {
      const record = { event: 'account.update', accountId: id, members: ['email'], proof } as const;
      const yieldEmail = (inner: Change) => this.yielding.yield(inner, id, fallback);
      await this.changes.run(record, yieldEmail, change);
    }
  }

  /**
   * Replaces the account's email with its pending one, which the owner has confirmed.
   *
   * @param email the pending email that the owner has seen
   * @throws PreconditionFailedError if it is no longer pending; AccountNotFoundError; errors of `also`
   */
  async adopt(
    id: string,
    email: string,
    proof: Proof,
    also?: (change: Change) => Promise<unknown>,
  ): Promise<Account> {
    // PostgreSQL cannot compare it.
    if (email.includes('\0')) throw new PreconditionFailedError();
    const record = { event: 'account.update', accountId: id, members: ['email'], proof } as const;
    const update = { fields: { email }, setter: 'adoption', also } as const;
    const adopted = await this.repository.update([record], id, update);
    if (adopted) return adopted;
    await this.repository.get(id);
    throw new PreconditionFailedError();
  }
}
