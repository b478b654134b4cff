import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Proof } from '../changes/proof.js';
import { ChangesService } from '../changes/changes.service.js';
import { FactorRemovalsRepository } from '../factors/factor-removals.repository.js';
import { FactorsService } from '../factors/factors.service.js';
import { SessionsRepository } from '../access/sessions/sessions.repository.js';
import { listEntitled } from '../accounts/sign-in/owner-proofs.js';
import { VerifiedEmailsRepository } from '../accounts/emails/verified-emails.repository.js';
import { isAuditedOperator } from '../audit/operator-name.js';
import { byHost, type OperatorRequester, type Requester } from '../request/requester.js';
import { PurgeService } from '../database/purge/purge.service.js';
import type { Account, FactorRemoval } from '../database/records.js';
import {
  LinkInvalidError,
  MailUnavailableError,
  SecondFactorMissingError,
} from '../errors/error-registry.js';
import { emailDigest, factorRemovalMs } from './links/email-token.js';
import { EmailTokensService } from './links/email-tokens.service.js';
import { MailRequestsService } from './mails/mail-requests.service.js';

/** The maximum number of due removals that one node performs at a time. */
const batchSize = 100;

/** Removes the second factor of an owner who lost it, a day after an operator requested that. */
@Injectable()
export class FactorRemovalsService implements OnModuleInit {
  constructor(
    private readonly repository: FactorRemovalsRepository,
    private readonly factors: FactorsService,
    private readonly sessions: SessionsRepository,
    private readonly tokens: EmailTokensService,
    private readonly verifiedEmails: VerifiedEmailsRepository,
    private readonly mails: MailRequestsService,
    private readonly changes: ChangesService,
    private readonly purge: PurgeService,
  ) {}

  onModuleInit(): void {
    this.purge.addTask(() => this.removeDue());
  }

  /** Returns the pending removal of an account's factors, if any. */
  find(accountId: string): Promise<FactorRemoval | null> {
    return this.repository.find(accountId);
  }

  /**
   * Starts a removal, and mails a link that stops it to every address that can undo changes. Keeps a pending removal,
   * and requests its unsent mails again.
   *
   * @throws SecondFactorMissingError, MailUnavailableError
   */
  async start({ id: accountId }: Account, proof: OperatorRequester): Promise<void> {
    if (!(await this.factors.hasFactor(accountId))) throw new SecondFactorMissingError();
    const now = Date.now();
    const requested = {
      accountId,
      operator: proof.operator,
      requestedAt: new Date(now),
      dueAt: new Date(now + factorRemovalMs),
    };
    const record = { event: 'removal.start', accountId, proof } as const;
    await this.changes.run(record, async (change) => {
      const addresses = listEntitled(await this.verifiedEmails.list(accountId, change.models));
      if (addresses.length === 0) throw new MailUnavailableError();
      const { removal, isNew } = await this.repository.start(change, requested);
      for (const { email } of addresses) {
        if (removal.mailedTo.includes(emailDigest(email))) continue;
        await this.mails.factorRemoval(change, { accountId, email, removal: removal.id });
      }
      return isNew;
    });
  }

  /** Stops the removal, if there is one. @throws InvalidTokenError if the session of the requester has ended */
  async stop(accountId: string, requester: Requester): Promise<void> {
    await this.stopThis({ accountId }, requester);
  }

  /** Stops only the removal that a mailed link names. @throws LinkInvalidError */
  async stopByLink(token: string, requester: Requester): Promise<void> {
    const removal = await this.findByLink(token);
    const proof = { shown: 'link', requester } as const;
    if (!(await this.stopThis(removal, proof))) throw new LinkInvalidError();
  }

  private stopThis(
    { accountId, id }: { readonly accountId: string; readonly id?: string },
    proof: Proof,
  ): Promise<boolean | undefined> {
    return this.changes.run({ event: 'removal.stop', accountId, proof }, (change) =>
      this.repository.stop(change, accountId, id),
    );
  }

  /** Returns the removal that a mailed link stops. @throws LinkInvalidError if it is no longer pending */
  async findByLink(token: string): Promise<FactorRemoval> {
    const found = await this.tokens.find<{ removal: string }>('factor-removal', token);
    const removal = await this.find(found.account.id);
    if (!removal || removal.id !== found.content?.removal) throw new LinkInvalidError();
    return removal;
  }

  /** Performs the due removals, each on one node. */
  async removeDue(): Promise<void> {
    const now = new Date();
    for (const removal of await this.repository.listDue(now, batchSize)) {
      const { accountId, operator } = removal;
      // An earlier release accepted any name.
      const proof = isAuditedOperator(operator) ? { ...byHost, operator } : byHost;
      const record = { event: 'factor.remove', accountId, proof } as const;
      await this.changes.run(record, async (change) => {
        const isRemoved = await this.repository.complete(change, removal, now);
        if (isRemoved) await this.sessions.deleteAll(change, accountId);
        return isRemoved;
      });
    }
  }
}
