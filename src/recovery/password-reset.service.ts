import { Injectable } from '@nestjs/common';
import type { Requester } from '../audit/requester.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { Account } from '../database/records.js';
import { LinkInvalidError, PreconditionFailedError } from '../errors/error-registry.js';
import { DtoValidator } from '../validation/dto-validator.js';
import { PasswordResetDto } from './dto/password-reset.dto.js';
import { MailRequestsService } from './mail-requests.service.js';
import { emailDigest } from './email-token.js';
import { EmailTokensRepository } from './email-tokens.repository.js';
import { EmailTokensService } from './email-tokens.service.js';

/** A new password for users who have forgotten theirs. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly requests: MailRequestsService,
    private readonly tokens: EmailTokensService,
    private readonly repository: EmailTokensRepository,
    private readonly accounts: AccountsService,
    private readonly validator: DtoValidator,
  ) {}

  /**
   * Asks for a mail with a link to this address. Whether an account has it is looked up later, so that neither the
   * response nor its time reveals that.
   *
   * @param languageCode the language of a mail to an address without an account
   * @throws ValidationFailedError about `email`
   */
  async request(input: PasswordResetDto, languageCode: string): Promise<void> {
    const { email } = await this.validator.validate(PasswordResetDto, input);
    await this.requests.passwordReset(email, languageCode);
  }

  /** The account whose password a link replaces. @throws LinkInvalidError */
  async accountOf(token: string): Promise<Account> {
    const {
      account,
      emailDigest: digest,
      credentialsGeneration,
    } = await this.tokens.find('password-reset', token);
    const isCurrent =
      emailDigest(account.email) === digest &&
      account.credentialsGeneration === credentialsGeneration;
    if (!isCurrent) throw new LinkInvalidError();
    return account;
  }

  /**
   * Replaces the password, and ends all sessions and grants. A link works once, since it is bound to the password that
   * it replaces.
   *
   * @throws LinkInvalidError; ValidationFailedError about `new_password`
   */
  async reset(
    token: string,
    newPassword: string,
    requester: Requester & { readonly endApplicationTokens?: boolean },
  ): Promise<Account> {
    const account = await this.accountOf(token);
    try {
      await this.accounts.setPassword(
        account.id,
        newPassword,
        requester,
        account.credentialsGeneration,
      );
    } catch (error) {
      throw error instanceof PreconditionFailedError ? new LinkInvalidError() : error;
    }
    await this.repository.deleteOf(account.id, 'password-reset');
    return account;
  }
}
