import { Injectable } from '@nestjs/common';
import { FactorsService } from '../factors/factors.service.js';
import type { CountedRequester } from '../request/requester.js';
import { ChangesService } from '../changes/changes.service.js';
import type { Proof } from '../changes/proof.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { OwnerEmailsService } from '../accounts/emails/owner-emails.service.js';
import { VerifiedEmailsRepository } from '../accounts/emails/verified-emails.repository.js';
import type { Account } from '../database/records.js';
import { assertFilled } from '../errors/assert-filled.js';
import { CredentialsWrongError, LinkInvalidError } from '../errors/error-registry.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';
import { MailRequestsService } from './mails/mail-requests.service.js';
import { EmailTokensRepository } from './links/email-tokens.repository.js';
import { EmailTokensService } from './links/email-tokens.service.js';

/** Verifies that an account's email address belongs to its owner. */
@Injectable()
export class EmailVerificationService {
  constructor(
    private readonly requests: MailRequestsService,
    private readonly tokens: EmailTokensService,
    private readonly repository: EmailTokensRepository,
    private readonly verifiedEmails: VerifiedEmailsRepository,
    private readonly accounts: AccountsService,
    private readonly ownerEmails: OwnerEmailsService,
    private readonly factors: FactorsService,
    private readonly changes: ChangesService,
  ) {}

  /**
   * Requests a mail with a link to the address of the account.
   *
   * @param codeRequest the id of a browser's request, for a code in the mail. Default: no code
   * @throws RateLimitedError
   */
  request(account: Pick<Account, 'id' | 'email'>, codeRequest?: string): Promise<void> {
    return this.requests.verification(account, codeRequest);
  }

  /** Returns the account whose address a link verifies. @throws LinkInvalidError */
  async findAccount(token: string): Promise<Account> {
    return (await this.tokens.find('verification', token)).account;
  }

  /**
   * Verifies the address that a link was sent to. The link proves only access to the mailbox, whose reader may not own
   * the account. So it also requires a confirmed session, or everything that a sign-in requires.
   *
   * @param confirmed the id of the account with a confirmed session, or undefined without one
   * @throws LinkInvalidError; ValidationFailedError about `password` or `code`, RateLimitedError, AccountSuspendedError
   */
  async verify(
    token: string,
    { password = '', code = '' }: { readonly password?: string; readonly code?: string },
    confirmed: string | undefined,
    requester: CountedRequester,
  ): Promise<void> {
    const { account, hash, credentialsGeneration } = await this.tokens.find('verification', token);
    const { id, email } = account;
    if (confirmed !== id) await this.signIn(account, password, code, requester);
    const shown = confirmed === id ? 'credentials' : 'password';
    const proof: Proof = { shown, generation: credentialsGeneration!, requester };
    const record = { event: 'email.verify', accountId: id, proof } as const;
    const isVerified = await this.changes.run(record, async (change) => {
      if (!(await this.repository.delete(change, hash))) return false;
      if (!(await this.verifiedEmails.verify(change, id, email))) return false;
      await this.ownerEmails.yield(change, email, id);
      return true;
    });
    if (!isVerified) throw new LinkInvalidError();
  }

  /**
   * Returns what {@link verify} requires in addition to the link.
   *
   * @param confirmed the id of the account with a confirmed session, or undefined without one
   */
  async listRequired({ id }: Account, confirmed?: string): Promise<('password' | 'code')[]> {
    if (confirmed === id) return [];
    return (await this.factors.hasFactor(id)) ? ['password', 'code'] : ['password'];
  }

  private async signIn(
    { email }: Account,
    password: string,
    code: string,
    requester: CountedRequester,
  ): Promise<void> {
    assertFilled({ password });
    try {
      const result = await this.accounts.authenticate(email, password, requester);
      if (result.status !== 'second_factor_required') return;
      await this.accounts.verifySecondFactor(result.pending, code, requester);
    } catch (error) {
      if (!(error instanceof CredentialsWrongError)) throw error;
      throw ValidationFailedError.about({ password: 'old_password_wrong' });
    }
  }
}
