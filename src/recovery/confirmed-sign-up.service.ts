import { Injectable } from '@nestjs/common';
import { FailedPasswords } from '../access/passwords/failed-passwords.js';
import { PasswordHasher } from '../access/passwords/password-hasher.js';
import { tokenIdOf } from '../principals/access-token.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { CreateAccountDto } from '../accounts/dto/create-account.dto.js';
import { VerifiedEmailsRepository } from '../accounts/verified-emails.repository.js';
import type { Requester } from '../request/requester.js';
import type { Account, Bytes } from '../database/records.js';
import { LinkInvalidError } from '../errors/error-registry.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';
import { DtoValidator } from '../validation/dto-validator.js';
import { MailRequestsService } from './mail-requests.service.js';
import { EmailTokensRepository } from './email-tokens.repository.js';
import { EmailTokensService } from './email-tokens.service.js';

/** An account that is created when its owner has followed a link; sealed until then. */
export interface SignUp {
  readonly name: string;
  readonly email: string;
  readonly language_code: string;
  readonly passwordHash: string;
}

/**
 * Creates accounts of visitors who have proved that the address is theirs, with the password that they chose before. A
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
   * Asks for a mail with a link. Takes the same time whether or not an account has the address.
   *
   * @throws ValidationFailedError, but not for an address that is taken; OverloadedError
   */
  async request(input: CreateAccountDto): Promise<void> {
    const { password, name, email, language_code } = await this.validator.validate(
      CreateAccountDto,
      input,
    );
    const passwordHash = await this.hasher.hash(password);
    await this.requests.signUp({ name, email, language_code, passwordHash });
  }

  /** The address that a link was sent to. @throws LinkInvalidError */
  async emailOf(token: string): Promise<string> {
    return (await this.tokens.content<SignUp>('sign-up', token)).content.email;
  }

  /**
   * Creates the account with its verified address.
   *
   * @param password the one that was chosen at sign-up
   * @throws LinkInvalidError; ValidationFailedError about `password`, or when the address has been taken meanwhile;
   *   RateLimitedError
   */
  async confirm(token: string, password: string, requester: Requester): Promise<Account> {
    const { content, hash } = await this.tokens.content<SignUp>('sign-up', token);
    const { passwordHash, ...signUp } = content;
    const attempt = { subject: `sign-up ${tokenIdOf(token)}`, source: requester.source ?? '' };
    const isRight = await this.failedPasswords.isRight(attempt, () =>
      this.hasher.verify(passwordHash, password),
    );
    if (!isRight) throw ValidationFailedError.about({ password: 'sign_up_password_wrong' });
    return this.create({ ...signUp, password }, hash, requester);
  }

  /**
   * Creates the account with another name, password and language than were entered at sign-up, for an owner of the
   * address whose link is that of another visitor's sign-up.
   *
   * @throws LinkInvalidError; ValidationFailedError, also when the address has been taken meanwhile
   */
  async restart(
    token: string,
    input: Pick<CreateAccountDto, 'name' | 'password' | 'language_code'>,
    requester: Requester,
  ): Promise<Account> {
    const { content, hash } = await this.tokens.content<SignUp>('sign-up', token);
    return this.create({ ...input, email: content.email }, hash, requester);
  }

  private async create(
    input: CreateAccountDto,
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
