import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import type { Requester } from '../audit/requester.js';
import type { Account, AuditEvent } from '../database/records.js';
import { AccountsService } from './accounts.service.js';
import { SuspensionsRepository } from './suspensions.repository.js';

/**
 * Suspends accounts: their tokens and sign-ins are refused, on this node at once and on others within 250 ms. Nothing is
 * deleted, so that all of it works again when they are restored.
 */
@Injectable()
export class SuspensionsService {
  constructor(
    private readonly repository: SuspensionsRepository,
    private readonly accounts: AccountsService,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Suspends an account; one that is suspended already stays as it is, with the reason of before.
   *
   * @param reason a note for operators, which users do not see; also in the audit trail
   * @throws AccountNotFoundError
   */
  suspend(id: string, reason: string, requester: Requester = {}): Promise<Account> {
    const record = { event: 'account.suspend', accountId: id, reason, requester } as const;
    const event = this.audit.eventOf(record);
    return this.change(id, event, () => this.repository.suspend(id, reason, [event]));
  }

  /**
   * Ends the suspension of an account, if it is suspended.
   *
   * @param reason a note for operators, in the audit trail
   * @throws AccountNotFoundError
   */
  restore(id: string, reason?: string, requester: Requester = {}): Promise<Account> {
    const record = { event: 'account.restore', accountId: id, reason, requester } as const;
    const event = this.audit.eventOf(record);
    return this.change(id, event, () => this.repository.restore(id, [event]));
  }

  private async change(
    id: string,
    event: AuditEvent,
    change: () => Promise<Account | undefined>,
  ): Promise<Account> {
    const account = await this.accounts.get(id);
    const changed = await change();
    if (!changed) return this.accounts.get(account.id);
    this.audit.log([event]);
    return changed;
  }
}
