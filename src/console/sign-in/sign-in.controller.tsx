import { Get, Optional, Post, Query, Req } from '@nestjs/common';
import type { ByVisitor, Requester } from '../../request/requester.js';
import { sourceKey } from '../../access/rate-limits/rate-limit-keys.js';
import { SessionsService } from '../../access/sessions/sessions.service.js';
import { PasskeysService } from '../../factors/passkeys.service.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { SignInService } from '../../accounts/sign-in.service.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import { ConfirmedSignUpService } from '../../email-flows/confirmed-sign-up.service.js';
import { withReturnTo } from '../shell/components/return-to.js';
import { ConsoleOptions } from '../shell/console.options.js';
import { CheckMailLinks } from '../shell/browser/check-mail.links.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { NotFoundError, PasskeyWrongError } from '../../errors/error-registry.js';
import { toRefusal, type FormRefusal } from '../shell/browser/form-refusal.js';
import { languageChoices } from '../shell/rendering/language-choices.js';
import type { FormState } from '../shell/rendering/page.js';
import {
  redirect,
  render,
  type Redirect,
  type RenderedPage,
} from '../shell/browser/page-response.js';
import { OpenToAll } from '../shell/browser/page.guard.js';
import { RelyingParties } from '../shell/browser/relying-parties.js';
import { SessionStart, type SignInRequest } from './session-start.js';
import { SignInPage } from './sign-in.page.js';
import { SignUpPage } from './sign-up.page.js';
import { safeReturnTo } from '../shell/browser/return-to.js';
import { CurrentVisitor, VisitorRequester, type Visitor } from '../shell/browser/visitor.js';

/** The pages to sign up, sign in and sign out. */
@ConsolePages('console')
@OpenToAll()
export class SignInController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly signIns: SignInService,
    private readonly passkeys: PasskeysService,
    private readonly sites: RelyingParties,
    private readonly sessions: SessionsService,
    private readonly limits: RateLimitsService,
    private readonly address: PublicUrl,
    private readonly options: ConsoleOptions,
    private readonly start: SessionStart,
    private readonly checkMail: CheckMailLinks,
    @Optional() private readonly confirmed?: ConfirmedSignUpService,
  ) {}

  @Get('sign-in')
  async signInPage(
    @CurrentVisitor() visitor: Visitor,
    @Query('return_to') asked: unknown,
  ): Promise<RenderedPage | Redirect> {
    const returnTo = safeReturnTo(asked, this.address);
    if (visitor.account) return this.start.redirectAfterSignIn(returnTo);
    return this.showSignIn(visitor, returnTo, { form: { values: visitor.form ?? {} } });
  }

  @Post('sign-in')
  async signIn(
    @Req() request: SignInRequest,
    @CurrentVisitor() visitor: Visitor,
    @VisitorRequester() requester: ByVisitor,
    @FormBody() form: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    const returnTo = safeReturnTo(form.return_to, this.address);
    const { email = '', password = '' } = form;
    try {
      const result = await this.accounts.authenticate(email, password, requester);
      return await this.start.continueSignIn(result, request, visitor, requester, returnTo);
    } catch (error) {
      const refusal = toRefusal(error, { email }, visitor.language);
      return this.showSignIn(visitor, returnTo, { form: refusal.form }, refusal);
    }
  }

  @Post('sign-in/passkey')
  async signInWithPasskey(
    @Req() request: SignInRequest,
    @CurrentVisitor() visitor: Visitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { passkey = '', return_to }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    const returnTo = safeReturnTo(return_to, this.address);
    const site = this.sites.existing(visitor);
    try {
      const account = await this.signIns.authenticateWithPasskey(passkey, site, requester);
      return await this.start.begin(account, request, visitor, requester, returnTo);
    } catch (error) {
      const refusal = toRefusal(error, {}, visitor.language);
      const wrong = error instanceof PasskeyWrongError ? passkey : undefined;
      return this.showSignIn(visitor, returnTo, { passkeyForm: refusal.form, wrong }, refusal);
    }
  }

  @Get('sign-up')
  async signUpPage(
    @CurrentVisitor() { account, form = {} }: Visitor,
    @Query('return_to') asked: unknown,
  ): Promise<RenderedPage | Redirect> {
    this.assertSignUp();
    const returnTo = safeReturnTo(asked, this.address);
    if (account) return this.start.redirectAfterSignIn(returnTo);
    return this.showSignUp({ values: form }, returnTo);
  }

  @Post('sign-up')
  async signUp(
    @Req() request: SignInRequest,
    @CurrentVisitor() visitor: Visitor,
    @VisitorRequester() requester: Requester,
    @FormBody() form: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    this.assertSignUp();
    const returnTo = safeReturnTo(form.return_to, this.address);
    const { name = '', email = '', password = '', language_code = '' } = form;
    try {
      await this.limits.consume('sign-up', sourceKey(request.ip ?? ''));
      const input = { name, email, password, language_code };
      if (this.confirmed) {
        await this.confirmed.request(input, returnTo);
        return redirect(this.checkMail.path({ purpose: 'sign_up', email, returnTo }));
      }
      const account = await this.accounts.create(input, requester);
      const result = await this.signIns.afterPassword(account);
      return await this.start.continueSignIn(result, request, visitor, requester, returnTo);
    } catch (error) {
      const values = { name, email, language_code };
      const { form, status, headers } = toRefusal(error, values, visitor.language);
      return this.showSignUp(form, returnTo, status, headers);
    }
  }

  @Post('sign-out')
  async signOut(
    @CurrentVisitor() { account, session }: Visitor,
    @VisitorRequester() requester: Requester,
    @FormBody() form: FormParameters,
  ): Promise<Redirect> {
    if (account && session) await this.sessions.end(account.id, session.id, requester);
    const path = withReturnTo('/console/sign-in', safeReturnTo(form.return_to, this.address));
    const change = { token: null, reader: null, ...(!account && { keptMs: 0 }) };
    return redirect(this.address.path(path), 'notice.signed_out', change);
  }

  private async showSignIn(
    visitor: Visitor,
    returnTo: string | undefined,
    {
      form = { values: {} },
      passkeyForm,
      wrong,
    }: { form?: FormState; passkeyForm?: FormState; wrong?: string | undefined },
    { status, headers }: Partial<Pick<FormRefusal, 'status' | 'headers'>> = {},
  ) {
    const site = this.sites.of(visitor);
    const passkeys = site && (await this.passkeys.requestOptions(site, undefined, wrong));
    const page = <SignInPage {...{ form, returnTo, passkeys, passkeyForm }} />;
    return render(page, { status, headers });
  }

  private showSignUp(form: FormState, returnTo?: string, status = 200, headers = {}) {
    const page = <SignUpPage form={form} returnTo={returnTo} languages={languageChoices()} />;
    return render(page, { status, headers });
  }

  private assertSignUp(): void {
    if (!this.options.signUp) throw new NotFoundError();
  }
}
