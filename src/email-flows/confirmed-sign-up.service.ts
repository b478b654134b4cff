import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { FailedPasswords } from '../access/passwords/failed-passwords.js';
import { PasswordHasher } from '../access/passwords/password-hasher.js';
import { hashToken, hashToTokenId } from '../principals/access-token.js';
import { AccountCreations } from '../accounts/account-creations.js';
import type { WithCreation } from '../accounts/accounts.repository.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { CreateAccountDto } from '../accounts/dto/create-account.dto.js';
import { VerifiedEmailsRepository } from '../accounts/emails/verified-emails.repository.js';
import type { Requester } from '../request/requester.js';
import type { Account, Bytes } from '../database/records.js';
import { assertFilled } from '../errors/assert-filled.js';
import { LinkInvalidError } from '../errors/error-registry.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';
import { assertTexts } from '../validation/assert-texts.js';
import { DtoValidator } from '../validation/dto-validator.js';
import type { Destination, MailOrigin, SignUp } from './mails/mail-request.js';
import { MailRequestsService } from './mails/mail-requests.service.js';
import { EmailTokensRepository } from './links/email-tokens.repository.js';
import { EmailTokensService } from './links/email-tokens.service.js';
import type { Input } from '../validation/unvalidated.js';

/** Proves that the visitor who opens the link of a sign-up has signed up. Either is enough. */
export interface SignUpProof {
  /** The password chosen at sign-up. Default: the browser requested the mail */
  readonly password?: string | undefined;
  /** The id of the last mail that the browser requested. */
  readonly codeRequest?: string | undefined;
}

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
    private readonly creations: AccountCreations,
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

  /**
   * Requests the mail again, with a new link and code. Takes the same time whether or not an account has the address.
   *
   * @param previous the id of the request for the earlier mail, from the browser that signed up
   */
  requestAgain(email: string, previous: string, origin: MailOrigin): Promise<void> {
    return this.requests.signUpAgain({ email, previous, ...origin });
  }

  /**
   * The sign-up that a link completes, and whether it requires the password in this browser.
   *
   * @param codeRequest the id of the last mail that the browser requested. Default: none
   * @throws LinkInvalidError
   */
  async findSubject(
    token: string,
    codeRequest?: string,
  ): Promise<{ readonly email: string; readonly requiresPassword: boolean } & Destination> {
    const found = await this.tokens.content<SignUp>('sign-up', token);
    const { email, returnTo } = found.content;
    return { email, returnTo, requiresPassword: !isRequest(found.codeRequest, codeRequest) };
  }

  /**
   * Creates the account with its verified address.
   *
   * @throws LinkInvalidError; ValidationFailedError about `password`, or if the address is already taken;
   *   RateLimitedError
   */
  async confirm(
    token: string,
    { password, codeRequest }: SignUpProof,
    requester: Requester,
  ): Promise<{ account: Account } & Destination> {
    const found = await this.tokens.content<SignUp>('sign-up', token);
    const { hash, content } = found;
    const { returnTo, ...signUp } = content;
    if (password !== undefined || !isRequest(found.codeRequest, codeRequest)) {
      assertTexts({ password });
      assertFilled({ password: password! });
      const attempt = { subject: `sign-up ${hashToTokenId(hash)}`, source: requester.source ?? '' };
      const isRight = await this.failedPasswords.isRight(attempt, () =>
        this.hasher.verify(signUp.passwordHash, password!),
      );
      if (!isRight) throw ValidationFailedError.about({ password: 'sign_up_password_wrong' });
    }
    const account = await this.creations.create(signUp, byLink(requester), this.uses(hash));
    return { account, returnTo };
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
    const also = this.uses(hash);
    const account = await this.accounts.create({ ...input, email }, byLink(requester), { also });
    return { account, returnTo };
  }

  /** Uses the link in the transaction that creates its account. */
  private uses(hash: Bytes): WithCreation {
    return async (change, { id, email }) => {
      if (!(await this.repository.delete(change, hash))) throw new LinkInvalidError();
      await this.verifiedEmails.verify(change, id, email);
    };
  }
}

const byLink = (requester: Requester) => ({ shown: 'link', requester }) as const;

/** Whether the browser with this request has requested the mail. */
function isRequest(codeRequest: Bytes | null, own: string | undefined): boolean {
  if (own === undefined || codeRequest === null) return false;
  return timingSafeEqual(codeRequest, hashToken(own));
}
