import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import type { Requester } from '../audit/requester.js';
import { VerifiedEmailsRepository } from '../accounts/verified-emails.repository.js';
import type { Account, Bytes } from '../database/records.js';
import { LinkInvalidError } from '../errors/error-registry.js';
import { MailRequestsService } from './mail-requests.service.js';
import { EmailTokensRepository } from './email-tokens.repository.js';
import { EmailTokensService } from './email-tokens.service.js';

/** Proves that the email address of an account is its owner's. */
@Injectable()
export class EmailVerificationService {
  constructor(
    private readonly requests: MailRequestsService,
    private readonly tokens: EmailTokensService,
    private readonly repository: EmailTokensRepository,
    private readonly verifiedEmails: VerifiedEmailsRepository,
    private readonly audit: AuditTrail,
  ) {}

  /** Asks for a mail with a link to the address of the account. */
  request({ id }: Pick<Account, 'id'>): Promise<void> {
    return this.requests.verification(id);
  }

  /** When the address that the account has now was verified; null if it was not. */
  verifiedAt(account: Account): Promise<Date | null> {
    return this.verifiedEmails.verifiedAt(account);
  }

  /** The account that a link verifies the address of. @throws LinkInvalidError */
  async accountOf(token: string): Promise<Account> {
    const { account, emailKey } = await this.tokens.find('verification', token);
    if (account.emailKey !== emailKey) throw new LinkInvalidError();
    return account;
  }

  /** Verifies the address that a link was sent to, if the account still has it. @throws LinkInvalidError */
  async verify(token: string, requester: Requester): Promise<void> {
    const { account, emailKey, hash } = await this.tokens.find('verification', token);
    const record = { event: 'email.verify', accountId: account.id, requester } as const;
    const events = [this.audit.eventOf(record)];
    if (!(await this.repository.delete(hash as Bytes))) throw new LinkInvalidError();
    if (!(await this.verifiedEmails.verify(account.id, emailKey, events))) {
      throw new LinkInvalidError();
    }
    this.audit.log(events);
  }
}
