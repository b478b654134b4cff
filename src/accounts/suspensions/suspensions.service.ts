import { Injectable } from '@nestjs/common';
import { ChangesService } from '../../changes/changes.service.js';
import type { Requester } from '../../request/requester.js';
import { isIdentifier } from '../../database/identifier.js';
import type { Account } from '../../database/records.js';
import { AccountsService } from '../accounts.service.js';
import { SuspensionsRepository } from './suspensions.repository.js';

/**
 * Suspends accounts. Their tokens and sign-ins are refused, immediately on this node and within 250 ms on others.
 * Nothing is deleted, so everything works again after a restoration.
 */
@Injectable()
export class SuspensionsService {
  constructor(
    private readonly repository: SuspensionsRepository,
    private readonly accounts: AccountsService,
    private readonly changes: ChangesService,
  ) {}

  /**
   * Suspends an account. If it is already suspended, its reason stays unchanged.
   *
   * @param reason a note for operators, also in the audit trail. Users find it only in the export of their data
   * @throws AccountNotFoundError
   */
  async suspend(id: string, reason: string, proof: Requester): Promise<Account> {
    const record = { event: 'account.suspend', accountId: id, reason, proof } as const;
    const suspended =
      isIdentifier(id) &&
      (await this.changes.run(record, (change) => this.repository.suspend(change, id, reason)));
    return suspended || this.accounts.get(id);
  }

  /**
   * Ends the suspension of an account, if it is suspended.
   *
   * @param reason a note for operators, in the audit trail
   * @throws AccountNotFoundError
   */
  async restore(id: string, proof: Requester, reason?: string): Promise<Account> {
    const record = { event: 'account.restore', accountId: id, reason, proof } as const;
    const restored =
      isIdentifier(id) &&
      (await this.changes.run(record, (change) => this.repository.restore(change, id)));
    return restored || this.accounts.get(id);
  }
}
