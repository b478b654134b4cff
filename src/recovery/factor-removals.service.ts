import { Injectable, type OnModuleInit } from '@nestjs/common';
import { FactorRemovalsRepository } from '../access/factors/factor-removals.repository.js';
import { FactorsService } from '../access/factors/factors.service.js';
import { SessionsService } from '../access/sessions/sessions.service.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { Requester } from '../audit/requester.js';
import { PurgeService } from '../database/purge/purge.service.js';
import type { Account, FactorRemoval } from '../database/records.js';
import { SecondFactorMissingError } from '../errors/error-registry.js';
import { EmailTokensService } from './email-tokens.service.js';
import { MailRequestsService } from './mail-requests.service.js';

/** In milliseconds: how long the owner can stop a removal. */
const factorRemovalMs = 24 * 60 * 60_000;

/** How many removals that are due one node makes at a time. */
const batchSize = 100;

/** Removes the second factor of owners who have lost it, a day after an operator has asked for that. */
@Injectable()
export class FactorRemovalsService implements OnModuleInit {
  constructor(
    private readonly repository: FactorRemovalsRepository,
    private readonly factors: FactorsService,
    private readonly sessions: SessionsService,
    private readonly tokens: EmailTokensService,
    private readonly mails: MailRequestsService,
    private readonly audit: AuditTrail,
    private readonly purge: PurgeService,
  ) {}

  onModuleInit(): void {
    this.purge.also(() => this.removeDue());
  }

  /** The removal that waits for its time; null where there is none. */
  find(accountId: string): Promise<FactorRemoval | null> {
    return this.repository.find(accountId);
  }

  /**
   * Begins a removal, and mails the owner a link that stops it; one that waits already is not begun again.
   *
   * @throws SecondFactorMissingError
   */
  async start({ id: accountId }: Account, requester: Requester): Promise<void> {
    if (!(await this.factors.isRequired(accountId))) throw new SecondFactorMissingError();
    const now = Date.now();
    const removal = {
      accountId,
      operator: requester.operator ?? '',
      requestedAt: new Date(now),
      dueAt: new Date(now + factorRemovalMs),
    };
    const events = [this.audit.eventOf({ event: 'removal.start', accountId, requester })];
    if (!(await this.repository.start(removal, events))) return;
    this.audit.log(events);
    await this.mails.factorChanged({ id: accountId }, 'factor-removal');
  }

  /** Stops the removal, if there is one. */
  async stop(accountId: string, requester: Requester): Promise<void> {
    const events = [this.audit.eventOf({ event: 'removal.stop', accountId, requester })];
    if (await this.repository.stop(accountId, events)) this.audit.log(events);
  }

  /** The account whose removal a link of a mail stops. @throws LinkInvalidError */
  async accountOf(token: string): Promise<Account> {
    return (await this.tokens.find('factor-removal', token)).account;
  }

  /** Makes the removals whose time has come, each on one node. */
  async removeDue(): Promise<void> {
    for (const removal of await this.repository.due(new Date(), batchSize)) {
      const { accountId, operator } = removal;
      const requester = { operator };
      const events = [this.audit.eventOf({ event: 'factor.remove', accountId, requester })];
      const isRemoved = await this.repository.complete(
        removal,
        (transaction) => this.sessions.endAllInTransaction(transaction, accountId),
        events,
      );
      if (!isRemoved) continue;
      this.audit.log(events);
      await this.mails.factorChanged({ id: accountId }, 'factor-removed');
    }
  }
}
