import { Get, Post } from '@nestjs/common';
import { newIdentifier } from '../../database/identifier.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { BrowserSignInService } from '../../sign-in/browser-sign-in.service.js';
import { BrowserSignUpService } from '../../sign-in/browser-sign-up.service.js';
import { CheckMailLinks } from '../shell/browser/check-mail.links.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { PasskeyWrongError } from '../../errors/error-registry.js';
import { formAction, toRefusal, type FormRefusal } from '../shell/forms/form-refusal.js';
import { redirect, render } from '../shell/browser/page-response.js';
import { OpenToAll } from '../shell/browser/page.guard.js';
import { PasskeyPrompts } from '../shell/browser/passkey-prompts.js';
import { readClientParameter, withReturnTo } from '../shell/browser/return-to.js';
import { CurrentVisitor, type PageVisitor } from '../shell/browser/visitor.js';
import type { FormState } from '../shell/rendering/use-page.js';
import { SessionStart } from './session-start.js';
import { SignInPage } from './sign-in.page.js';
import { SignUpPage } from './sign-up.page.js';

/** The pages to sign up, sign in and sign out. */
@ConsolePages('console')
@OpenToAll()
export class SignInController {
  constructor(
    private readonly signIns: BrowserSignInService,
    private readonly signUps: BrowserSignUpService,
    private readonly prompts: PasskeyPrompts,
    private readonly start: SessionStart,
    private readonly checkMail: CheckMailLinks,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Get('sign-in')
  async signInPage(@CurrentVisitor() visitor: PageVisitor) {
    if (visitor.account) return this.start.redirectAfterSignIn(visitor);
    const email = readClientParameter(visitor.returnTo ?? '', 'login_hint', this.publicUrl);
    const values = visitor.form ?? (email === undefined ? {} : { email: email.slice(0, 255) });
    return this.showSignIn(visitor, { form: { values } });
  }

  @Post('sign-in')
  async signIn(
    @CurrentVisitor() visitor: PageVisitor,
    @FormBody() { email = '', password = '', can_add_passkey: canAdd }: FormParameters,
  ) {
    const showAgain = (refusal: FormRefusal) =>
      this.showSignIn(visitor, { form: refusal.form }, refusal);
    return formAction(visitor, { email }, showAgain, async () => {
      const step = await this.signIns.signIn(email, password, visitor);
      if (canAdd === 'true' && step.status === 'signed_in') {
        return this.start.offerPasskey(step.token, visitor);
      }
      return this.start.continueSignIn(step, visitor);
    });
  }

  @Post('sign-in/passkey')
  async signInWithPasskey(
    @CurrentVisitor() visitor: PageVisitor,
    @FormBody() { passkey = '' }: FormParameters,
  ) {
    const site = this.prompts.site(visitor);
    try {
      const token = await this.signIns.signInWithPasskey(passkey, site, visitor);
      return this.start.begin(token, visitor);
    } catch (error) {
      const refusal = toRefusal(error, {}, visitor.language);
      const wrong = error instanceof PasskeyWrongError ? passkey : undefined;
      return this.showSignIn(visitor, { passkeyForm: refusal.form, wrong }, refusal);
    }
  }

  @Get('sign-up')
  signUpPage(@CurrentVisitor() visitor: PageVisitor) {
    this.signUps.assertOpen();
    if (visitor.account) return this.start.redirectAfterSignIn(visitor);
    const { form = {}, returnTo } = visitor;
    return render(<SignUpPage form={{ values: form }} returnTo={returnTo} />);
  }

  @Post('sign-up')
  async signUp(
    @CurrentVisitor() visitor: PageVisitor,
    @FormBody() { name = '', email = '', password = '', language_code = '' }: FormParameters,
  ) {
    const { returnTo } = visitor;
    const showAgain = (refusal: FormRefusal) =>
      render(<SignUpPage form={refusal.form} returnTo={returnTo} />, refusal);
    return formAction(visitor, { name, email, language_code }, showAgain, async () => {
      const input = { name, email, password, language_code };
      const codeRequest = newIdentifier();
      const step = await this.signUps.signUp(input, visitor, { returnTo, codeRequest });
      if (step) return this.start.continueSignIn(step, visitor);
      return this.checkMail.redirect({ purpose: 'sign_up', email, returnTo, codeRequest });
    });
  }

  @Post('sign-out')
  async signOut(@CurrentVisitor() visitor: PageVisitor) {
    await this.signIns.end(visitor);
    const change = { token: null, reader: null, ...(!visitor.account && { keptMs: 0 }) };
    const path = withReturnTo('/console/sign-in', visitor.returnTo);
    return redirect(path, 'notice.signed_out', change);
  }

  private async showSignIn(
    visitor: PageVisitor,
    {
      form = { values: {} },
      passkeyForm,
      wrong,
    }: { form?: FormState; passkeyForm?: FormState; wrong?: string },
    refusal?: FormRefusal,
  ) {
    const passkeys = await this.prompts.request(visitor, undefined, wrong);
    const { returnTo } = visitor;
    return render(<SignInPage {...{ form, returnTo, passkeys, passkeyForm }} />, refusal);
  }
}
