import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { Requester } from '../../audit/requester.js';
import { isIdentifier } from '../../database/identifier.js';
import type { Grant, SqlTransaction } from '../../database/records.js';
import { GrantsRepository, type GrantOfApplication } from './grants.repository.js';

/** The authorizations of applications by users. */
@Injectable()
export class GrantsService {
  constructor(
    private readonly repository: GrantsRepository,
    private readonly audit: AuditTrail,
  ) {}

  /** The grants of an account, the latest first. */
  list(accountId: string): Promise<GrantOfApplication[]> {
    return this.repository.list(accountId);
  }

  /** The grant of an account to an application. */
  find(accountId: string, applicationId: string): Promise<Grant | null> {
    return this.repository.find(accountId, applicationId);
  }

  /** Revokes a grant, if it has not ended already: its codes and tokens end at once. */
  async revoke(accountId: string, id: string, requester: Requester): Promise<void> {
    if (!isIdentifier(id)) return;
    const grant = await this.repository.findById(accountId, id);
    if (!grant) return;
    const about = { accountId, applicationId: grant.applicationId, requester };
    const events = [this.audit.eventOf({ event: 'grant.revoke', ...about })];
    const isRevoked = await this.repository.delete(accountId, id, requester, events);
    if (isRevoked) this.audit.log(events);
  }

  /**
   * Ends all grants of an account with their codes and tokens, in the transaction of the caller, who
   * makes the principal cache forget the account.
   *
   * @param but the id of an authorization to keep, with its grant
   */
  endAllInTransaction(transaction: SqlTransaction, accountId: string, but?: string): Promise<void> {
    return this.repository.deleteAll(transaction, accountId, but);
  }
}
