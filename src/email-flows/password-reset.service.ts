import { Injectable } from '@nestjs/common';
import type { Change } from '../changes/change.js';
import { assertCounted, type CountedRequester, type Requester } from '../request/requester.js';
import { sourceKey } from '../access/rate-limits/rate-limit-keys.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import type { PasswordChanger } from '../accounts/sign-in/account-credentials.service.js';
import { AccountRecoveryService } from '../accounts/sign-in/account-recovery.service.js';
import type { Account, Bytes } from '../database/records.js';
import { LinkInvalidError, RateLimitedError } from '../errors/error-registry.js';
import { DtoValidator } from '../validation/dto-validator.js';
import { PasswordResetDto } from './dto/password-reset.dto.js';
import { VerifiedEmailsRepository } from '../accounts/emails/verified-emails.repository.js';
import type { Destination } from './mails/mail-request.js';
import { MailRequestsService } from './mails/mail-requests.service.js';
import { asInvalidLink } from './links/email-token.js';
import { EmailTokensRepository } from './links/email-tokens.repository.js';
import { EmailTokensService } from './links/email-tokens.service.js';
import type { Input } from '../validation/unvalidated.js';

/** The account whose password a link replaces, and the page it finally redirects to. */
export interface ResetSubject extends Destination {
  /** The account, whose password and email have not changed since the link was sent. */
  readonly account: Account;
  /** Whether the link is the first proof of the address. Then it also ends everything created before. */
  readonly isFirstProof: boolean;
}

/** Resets forgotten passwords. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly requests: MailRequestsService,
    private readonly tokens: EmailTokensService,
    private readonly repository: EmailTokensRepository,
    private readonly recovery: AccountRecoveryService,
    private readonly verifiedEmails: VerifiedEmailsRepository,
    private readonly validator: DtoValidator,
    private readonly limits: RateLimitsService,
  ) {}

  /**
   * Requests a mail with a link to this address. The account is looked up later, so that neither the response nor its
   * time reveals whether it exists. An address without an account gets no mail.
   *
   * @param returnTo the page that the link finally redirects to. Default: the first page
   * @param codeRequest the id of a browser's request, for a code in the mail. Default: no code
   * @throws ValidationFailedError about `email`
   */
  async request(
    input: Input<PasswordResetDto>,
    returnTo?: string,
    codeRequest?: string,
  ): Promise<void> {
    const { email } = await this.validator.validate(PasswordResetDto, input);
    try {
      await this.requests.passwordReset({ email, returnTo, codeRequest });
    } catch (error) {
      // Do not reveal how many mails an address receives.
      if (!(error instanceof RateLimitedError)) throw error;
    }
  }

  /**
   * Requests a mail as {@link request} does, for a visitor, whose source address is counted.
   *
   * @throws ValidationFailedError about `email`; RateLimitedError; TypeError without a source
   */
  async requestByVisitor(
    input: Input<PasswordResetDto>,
    requester: CountedRequester,
    returnTo?: string,
    codeRequest?: string,
  ): Promise<void> {
    assertCounted(requester);
    await this.limits.consume('password-reset', sourceKey(requester.source ?? ''));
    await this.request(input, returnTo, codeRequest);
  }

  /** Returns the account of a link. @throws LinkInvalidError */
  async findSubject(token: string): Promise<ResetSubject> {
    const { hash: _, ...subject } = await this.find(token);
    return subject;
  }

  /**
   * Replaces the password, and ends all sessions and grants. A first proof also verifies the address, and ends
   * everything created before. A link works once, because it is bound to the password that it replaces.
   *
   * @throws LinkInvalidError; ValidationFailedError about `new_password`
   */
  async reset(
    token: string,
    newPassword: string,
    requester: Requester & PasswordChanger,
  ): Promise<ResetSubject> {
    const { hash, ...subject } = await this.find(token);
    const { account, isFirstProof } = subject;
    const { id, credentialsGeneration: generation } = account;
    const { endApplicationTokens } = requester;
    const proof = { shown: 'link', generation, requester, endApplicationTokens } as const;
    const useLink = async (change: Change) => {
      const isUnused = await this.repository.delete(change, hash);
      if (isUnused)
        await this.repository.deleteForAccount(change, id, ['password-reset', 'first-proof']);
      return isUnused;
    };
    const changed: Promise<unknown> = isFirstProof
      ? this.recovery.proveFirst(account, newPassword, proof, useLink)
      : this.recovery.setPassword(id, newPassword, proof, useLink);
    await changed.catch(asInvalidLink);
    return subject;
  }

  private async find(token: string): Promise<ResetSubject & { hash: Bytes }> {
    const isFirstProof = await this.tokens.isFor('first-proof', token);
    const purpose = isFirstProof ? 'first-proof' : 'password-reset';
    const { account, hash, content } = await this.tokens.find<Destination>(purpose, token);
    if (isFirstProof && (await this.verifiedEmails.hasAny(account.id)))
      throw new LinkInvalidError();
    return { account, hash, isFirstProof, returnTo: content?.returnTo };
  }
}
