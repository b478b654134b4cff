import { Injectable } from '@nestjs/common';
import { FactorsRepository } from '../access/factors/factors.repository.js';
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
    private readonly factors: FactorsRepository,
  ) {}

  /** The address that a link restores, and the account that has it back then. @throws LinkInvalidError */
  async subjectOf(token: string): Promise<{ email: string; account: Account }> {
    const { account, verified } = await this.find(token);
    return { email: verified.email, account };
  }

  /** Whether the account has a trusted factor, which the link of a mail alone does not pass. */
  asksForFactor({ id }: Account): Promise<boolean> {
    return this.factors.hasTrusted(id);
  }

  /**
   * Restores the address, and ends the password, all sessions, grants and tokens: the user who changed the address knew
   * the password. Returns the token of a link to a new password.
   *
   * @param useFactor uses a factor of the account, or throws; called where the account has a trusted one
   * @throws LinkInvalidError; ValidationFailedError when another account has the address now; what `useFactor` throws
   */
  async restore(
    token: string,
    useFactor: (account: Account) => Promise<unknown>,
    requester: Requester,
  ): Promise<string> {
    const { account, verified, hash } = await this.find(token);
    const asksForFactor = await this.asksForFactor(account);
    if (asksForFactor) await useFactor(account);
    const { email } = verified;
    const restored = { ...account, credentialsGeneration: account.credentialsGeneration + 1 };
    let reset = '';
    try {
      await this.recovery.restoreEmail(account, verified, requester, async (change) => {
        // A factor that has become trusted meanwhile was not asked for.
        if (!asksForFactor && (await this.factors.hasTrusted(account.id, change.models)))
          return false;
        reset = await this.tokens.create('password-reset', { email, account: restored }, change);
        return this.repository.delete(change, hash);
      });
    } catch (error) {
      throw error instanceof PreconditionFailedError ? new LinkInvalidError() : error;
    }
    return reset;
  }

  /** The account of a token, and its earlier address. The token works while that is the one that can be restored. */
  private async find(
    token: string,
  ): Promise<{ account: Account; verified: VerifiedEmail; hash: Bytes }> {
    const purpose = 'email-restoration';
    const { account } = await this.tokens.find(purpose, token);
    const { content, hash } = await this.tokens.content<{ email: string }>(purpose, token);
    const verified = await this.verifiedEmails.findRestorable(account.id);
    if (verified?.email !== content.email) throw new LinkInvalidError();
    return { account, verified, hash };
  }
}
