import { Injectable } from '@nestjs/common';
import { newAccessToken } from '../access/tokens/access-token.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { VerifiedEmailsRepository } from '../accounts/verified-emails.repository.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { Requester } from '../audit/requester.js';
import type { Bytes } from '../database/records.js';
import { LinkInvalidError } from '../errors/error-registry.js';
import { EmailTokensRepository } from './email-tokens.repository.js';
import { EmailTokensService } from './email-tokens.service.js';

/** Undoes a change of the email address, for the owner of the address before. */
@Injectable()
export class EmailRestorationService {
  constructor(
    private readonly tokens: EmailTokensService,
    private readonly repository: EmailTokensRepository,
    private readonly accounts: AccountsService,
    private readonly verifiedEmails: VerifiedEmailsRepository,
    private readonly audit: AuditTrail,
  ) {}

  /** The address that a link restores. @throws LinkInvalidError */
  async emailOf(token: string): Promise<string> {
    await this.tokens.find('email-restoration', token);
    return (await this.tokens.content<{ email: string }>('email-restoration', token)).content.email;
  }

  /**
   * Restores the address, and ends the password, all sessions and all grants: whoever changed the address knew the
   * password. Returns the token of a link to a new password.
   *
   * @throws LinkInvalidError; ValidationFailedError when another account has the address now
   */
  async restore(token: string, requester: Requester): Promise<string> {
    const { account, emailKey, hash } = await this.tokens.find('email-restoration', token);
    const email = await this.emailOf(token);
    await this.accounts.update(account.id, { email }, requester);
    if (!(await this.repository.delete(hash as Bytes))) throw new LinkInvalidError();
    // Letters and digits satisfy every policy of passwords, and nobody knows them.
    await this.accounts.setPassword(account.id, newAccessToken(), requester);
    const record = { event: 'email.restore', accountId: account.id, requester } as const;
    const events = [this.audit.eventOf(record)];
    await this.verifiedEmails.verify(account.id, emailKey, events);
    this.audit.log(events);
    const restored = await this.accounts.get(account.id);
    return this.tokens.create('password-reset', { emailKey, account: restored });
  }
}
