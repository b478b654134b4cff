import { Injectable } from '@nestjs/common';
import { FailedPasswords } from '../access/passwords/failed-passwords.js';
import { PasswordHasher } from '../access/passwords/password-hasher.js';
import { hashToTokenId } from '../principals/access-token.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { CreateAccountDto } from '../accounts/dto/create-account.dto.js';
import { VerifiedEmailsRepository } from '../accounts/emails/verified-emails.repository.js';
import type { Requester } from '../request/requester.js';
import type { Account, Bytes } from '../database/records.js';
import { LinkInvalidError } from '../errors/error-registry.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';
import { DtoValidator } from '../validation/dto-validator.js';
import type { Destination, MailOrigin, SignUp } from './mails/mail-request.js';
import { MailRequestsService } from './mails/mail-requests.service.js';
import { EmailTokensRepository } from './links/email-tokens.repository.js';
import { EmailTokensService } from './links/email-tokens.service.js';
import type { Input } from '../validation/unvalidated.js';

/**
 * Creates accounts for visitors who have proved that they own the address, with the password chosen at sign-up. A
 * visitor who enters the address of another person creates nothing.
 */
@Injectable()
export class ConfirmedSignUpService {
  constructor(
    private readonly requests: MailRequestsService,
    private readonly tokens: EmailTokensService,
    private readonly repository: EmailTokensRepository,
    private readonly accounts: AccountsService,
    private readonly verifiedEmails: VerifiedEmailsRepository,
    private readonly validator: DtoValidator,
    private readonly hasher: PasswordHasher,
    private readonly failedPasswords: FailedPasswords,
  ) {}

  /**
   * Requests a mail with a link. Takes the same time whether or not an account has the address.
   *
   * @throws ValidationFailedError, but not for a taken address; OverloadedError
   */
  async request(input: Input<CreateAccountDto>, origin: MailOrigin = {}): Promise<void> {
    const { password, name, email, language_code } = await this.validator.validate(
      CreateAccountDto,
      input,
    );
    const passwordHash = await this.hasher.hash(password);
    await this.requests.signUp({ name, email, language_code, passwordHash, ...origin });
  }

  /** The sign-up that a link completes. @throws LinkInvalidError */
  async findSubject(token: string): Promise<{ readonly email: string } & Destination> {
    return (await this.tokens.content<SignUp>('sign-up', token)).content;
  }

  /**
   * Creates the account with its verified address.
   *
   * @param password the password chosen at sign-up
   * @throws LinkInvalidError; ValidationFailedError about `password`, or if the address is already taken;
   *   RateLimitedError
   */
  async confirm(
    token: string,
    password: string,
    requester: Requester,
  ): Promise<{ account: Account } & Destination> {
    const { content, hash } = await this.tokens.content<SignUp>('sign-up', token);
    const { passwordHash, returnTo, ...signUp } = content;
    const attempt = { subject: `sign-up ${hashToTokenId(hash)}`, source: requester.source ?? '' };
    const isRight = await this.failedPasswords.isRight(attempt, () =>
      this.hasher.verify(passwordHash, password),
    );
    if (!isRight) throw ValidationFailedError.about({ password: 'sign_up_password_wrong' });
    return { account: await this.create({ ...signUp, password }, hash, requester), returnTo };
  }

  /**
   * Creates the account with a new name, password and language, when the owner of the address opens the link of another
   * visitor's sign-up.
   *
   * @throws LinkInvalidError; ValidationFailedError, also if the address is already taken
   */
  async restart(
    token: string,
    input: Pick<CreateAccountDto, 'name' | 'password' | 'language_code'>,
    requester: Requester,
  ): Promise<{ account: Account } & Destination> {
    const { content, hash } = await this.tokens.content<SignUp>('sign-up', token);
    const { email, returnTo } = content;
    return { account: await this.create({ ...input, email }, hash, requester), returnTo };
  }

  private async create(
    input: Input<CreateAccountDto>,
    hash: Bytes,
    requester: Requester,
  ): Promise<Account> {
    return this.accounts.create(
      input,
      { shown: 'link', requester },
      {
        also: async (change, { id, email }) => {
          if (!(await this.repository.delete(change, hash))) throw new LinkInvalidError();
          await this.verifiedEmails.verify(change, id, email);
        },
      },
    );
  }
}
