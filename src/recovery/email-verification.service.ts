import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import type { Requester } from '../audit/requester.js';
import { VerifiedEmailsRepository } from '../accounts/verified-emails.repository.js';
import type { Account, Bytes } from '../database/records.js';
import { LinkInvalidError } from '../errors/error-registry.js';
import { MailRequestsService } from './mail-requests.service.js';
import { emailDigest, type EmailTokenOfAccount } from './email-token.js';
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

  /** Asks for a mail with a link to the address of the account. @throws RateLimitedError */
  request(account: Pick<Account, 'id' | 'email'>): Promise<void> {
    return this.requests.verification(account);
  }

  /** When the address that the account has now was verified; null if it was not. */
  verifiedAt(account: Account): Promise<Date | null> {
    return this.verifiedEmails.verifiedAt(account);
  }

  /** The account that a link verifies the address of. @throws LinkInvalidError */
  async accountOf(token: string): Promise<Account> {
    return (await this.find(token)).account;
  }

  /** Verifies the address that a link was sent to, if the account still has it. @throws LinkInvalidError */
  async verify(token: string, requester: Requester): Promise<void> {
    const { account, hash } = await this.find(token);
    const record = { event: 'email.verify', accountId: account.id, requester } as const;
    const events = [this.audit.eventOf(record)];
    if (!(await this.repository.delete(hash as Bytes))) throw new LinkInvalidError();
    if (!(await this.verifiedEmails.verify(account.id, account.email, events))) {
      throw new LinkInvalidError();
    }
    this.audit.log(events);
  }

  private async find(token: string): Promise<EmailTokenOfAccount> {
    const found = await this.tokens.find('verification', token);
    if (emailDigest(found.account.email) !== found.emailDigest) throw new LinkInvalidError();
    return found;
  }
}
