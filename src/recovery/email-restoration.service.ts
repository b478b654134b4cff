import { Injectable } from '@nestjs/common';
import { AccountRecoveryService } from '../accounts/account-recovery.service.js';
import { VerifiedEmailsRepository } from '../accounts/verified-emails.repository.js';
import type { Requester } from '../audit/requester.js';
import type { Account, Bytes, VerifiedEmail } from '../database/records.js';
import { LinkInvalidError, PreconditionFailedError } from '../errors/error-registry.js';
import { EmailTokensRepository } from './email-tokens.repository.js';
import { EmailTokensService } from './email-tokens.service.js';

/** Undoes a change of the email address, for the owner of the address before. */
@Injectable()
export class EmailRestorationService {
  constructor(
    private readonly tokens: EmailTokensService,
    private readonly repository: EmailTokensRepository,
    private readonly recovery: AccountRecoveryService,
    private readonly verifiedEmails: VerifiedEmailsRepository,
  ) {}

  /** The address that a link restores. @throws LinkInvalidError */
  async emailOf(token: string): Promise<string> {
    return (await this.find(token)).verified.email;
  }

  /**
   * Restores the address, and ends the password, all sessions, grants and tokens: the user who changed the address knew
   * the password. Returns the token of a link to a new password.
   *
   * @throws LinkInvalidError; ValidationFailedError when another account has the address now
   */
  async restore(token: string, requester: Requester): Promise<string> {
    const { account, verified, hash } = await this.find(token);
    try {
      const restored = await this.recovery.restoreEmail(account, verified, requester);
      await this.repository.delete(hash);
      return await this.tokens.create('password-reset', {
        email: restored.email,
        account: restored,
      });
    } catch (error) {
      throw error instanceof PreconditionFailedError ? new LinkInvalidError() : error;
    }
  }

  /** The account of a token, and its earlier address. The token works as long as that address can be restored. */
  private async find(
    token: string,
  ): Promise<{ account: Account; verified: VerifiedEmail; hash: Bytes }> {
    const purpose = 'email-restoration';
    const { account } = await this.tokens.find(purpose, token);
    const { content, hash } = await this.tokens.content<{ email: string }>(purpose, token);
    const verified = await this.verifiedEmails.findReplaced(account.id, content);
    if (!verified) throw new LinkInvalidError();
    return { account, verified, hash };
  }
}
