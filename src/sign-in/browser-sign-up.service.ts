import { Inject, Injectable } from '@nestjs/common';
import { sourceKey } from '../access/rate-limits/rate-limit-keys.js';
import { accountsDefaults } from '../accounts.defaults.js';
import { accountsOptionsToken, type AccountsModuleOptions } from '../accounts.options.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { SignUpDto } from '../accounts/dto/sign-up.dto.js';
import { ConfirmedSignUpService } from '../email-flows/confirmed-sign-up.service.js';
import { EmailCodesService, type MailProof } from '../email-flows/links/email-codes.service.js';
import type { Destination, MailOrigin } from '../email-flows/mails/mail-request.js';
import { NotFoundError } from '../errors/error-registry.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import { OptionalOwn } from '../options/own-provider.js';
import { assertCounted } from '../request/requester.js';
import { assertTexts } from '../validation/assert-texts.js';
import { DtoValidator } from '../validation/dto-validator.js';
import type { Input } from '../validation/unvalidated.js';
import { BrowserSignInService, type SignInStep } from './browser-sign-in.service.js';
import type { SigningInBrowser } from './browser.js';

/** Signs visitors up, for the console, for the session routes and in code. */
@Injectable()
export class BrowserSignUpService {
  /** Sign-ups of this process by result. */
  readonly results = { requested: 0, completed: 0, failed: 0 };

  constructor(
    private readonly accounts: AccountsService,
    private readonly signIns: BrowserSignInService,
    private readonly limits: RateLimitsService,
    private readonly validator: DtoValidator,
    private readonly codes: EmailCodesService,
    @Inject(accountsOptionsToken) private readonly options: AccountsModuleOptions,
    @OptionalOwn(ConfirmedSignUpService) private readonly confirmed?: ConfirmedSignUpService,
  ) {}

  /** @throws NotFoundError if visitors cannot sign up */
  assertOpen(): void {
    if (!(this.options.signUp ?? accountsDefaults.signUp)) throw new NotFoundError();
  }

  /**
   * Creates an account, and signs in. If mails are configured, requests a mail with a link instead, whether or not an
   * account has the address, and returns undefined.
   *
   * @throws NotFoundError if visitors cannot sign up; ValidationFailedError, without mails also for a taken address;
   *   RateLimitedError, OverloadedError; TypeError without a source
   */
  async signUp(
    input: Input<SignUpDto>,
    browser: SigningInBrowser,
    origin: MailOrigin,
  ): Promise<SignInStep | undefined> {
    this.assertOpen();
    assertCounted(browser.requester);
    return this.counted(async () => {
      const { requester } = browser;
      await this.limits.consume('sign-up', sourceKey(requester.source ?? ''));
      const signUp = await this.validator.validate(SignUpDto, input);
      if (!this.confirmed) {
        const account = await this.accounts.create(signUp, requester);
        return this.signIns.afterPassword(account, browser);
      }
      await this.confirmed.request(signUp, origin);
      return undefined;
    });
  }

  /**
   * Requests the mail of this browser's sign-up again, whether or not an account has the address.
   *
   * @throws NotFoundError without mails, or if visitors cannot sign up or this browser requested another mail last;
   *   RateLimitedError; TypeError without a source
   */
  async sendAgain(email: string, browser: SigningInBrowser, origin: MailOrigin): Promise<void> {
    this.assertOpen();
    assertCounted(browser.requester);
    const { confirmed } = this;
    const { requester, codeRequest } = browser;
    if (!confirmed || codeRequest === undefined) throw new NotFoundError();
    await this.counted(async () => {
      await this.limits.consume('sign-up', sourceKey(requester.source ?? ''));
      await confirmed.requestAgain(email, codeRequest, origin);
    });
  }

  /**
   * Creates the account of a mailed link, and signs in. Also returns the id of the account, and the page that the link
   * finally redirects to.
   *
   * @param shown the token of the link, or the code in the mail, which takes precedence
   * @param password the password of the sign-up; undefined in the browser that signed up
   * @param renamed another name and language, which come with a new password, because someone other than the owner of
   *   the address may have signed up. Default: those of the sign-up, with its password
   * @throws NotFoundError without mails; LinkInvalidError; ValidationFailedError, also for a taken address or a wrong
   *   code; RateLimitedError; TypeError without a source
   */
  async confirm(
    shown: MailProof,
    password: string | undefined,
    browser: SigningInBrowser,
    renamed?: Pick<SignUpDto, 'name' | 'language_code'>,
  ): Promise<{ step: SignInStep; accountId: string } & Destination> {
    const { confirmed } = this;
    if (!confirmed) throw new NotFoundError();
    assertCounted(browser.requester);
    assertTexts({
      token: shown.token ?? '',
      code: shown.code ?? '',
      ...((renamed || password !== undefined) && { password }),
    });
    return this.counted(async () => {
      const { requester, codeRequest } = browser;
      const token = await this.codes.resolve(shown, 'sign_up', browser);
      const { account, returnTo } = renamed
        ? await confirmed.restart(token, { ...renamed, password: password! }, requester)
        : await confirmed.confirm(token, { password, codeRequest }, requester);
      const step = await this.signIns.afterPassword(account, browser);
      return { step, accountId: account.id, returnTo };
    });
  }

  /** @param attempt returns undefined if it requested a mail */
  private async counted<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      const result = await attempt();
      this.results[result === undefined ? 'requested' : 'completed']++;
      return result;
    } catch (error) {
      this.results.failed++;
      throw error;
    }
  }
}
