import { Get, Post, Query } from '@nestjs/common';
import { ConfirmedSignUpService } from '../../email-flows/confirmed-sign-up.service.js';
import { EmailAdoptionService } from '../../email-flows/email-adoption.service.js';
import { EmailRestorationService } from '../../email-flows/email-restoration.service.js';
import { EmailVerificationService } from '../../email-flows/email-verification.service.js';
import { newIdentifier } from '../../database/identifier.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { CheckMailLinks } from '../shell/browser/check-mail.links.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { formAction, type FormRefusal } from '../shell/forms/form-refusal.js';
import { MailLink } from '../shell/browser/mail-link.js';
import { PageLimit } from '../shell/browser/page-limit.js';
import { redirect, render } from '../shell/browser/page-response.js';
import { PasskeyPrompts } from '../shell/browser/passkey-prompts.js';
import {
  CurrentVisitor,
  type PageVisitor,
  type SignedInVisitor,
} from '../shell/browser/visitor.js';
import type { FormState } from '../shell/rendering/use-page.js';
import { BrowserSignUpService } from '../../sign-in/browser-sign-up.service.js';
import { getConfirmedId } from '../../sign-in/browser.js';
import { SessionStart } from '../sign-in/session-start.js';
import { ConfirmSignUpPage, type ConfirmSignUpProps } from './confirm-sign-up.page.js';
import { AdoptEmailPage, EmailPage } from './email.page.js';

const account = '/console/account';
const signUp = '/console/sign-up';
const empty: FormState = { values: {} };

/** The pages behind mail links: they verify an address, adopt one, undo changes and confirm sign-ups. */
@ConsolePages('console')
export class EmailPagesController {
  constructor(
    private readonly verification: EmailVerificationService,
    private readonly restoration: EmailRestorationService,
    private readonly adoption: EmailAdoptionService,
    private readonly confirmedSignUps: ConfirmedSignUpService,
    private readonly signUps: BrowserSignUpService,
    private readonly prompts: PasskeyPrompts,
    private readonly start: SessionStart,
    private readonly checkMail: CheckMailLinks,
  ) {}

  @Post('account/verify-email')
  @PageLimit('accounts.verify')
  async request(@CurrentVisitor() { account: own }: SignedInVisitor) {
    const codeRequest = newIdentifier();
    await this.verification.request(own, codeRequest);
    return this.checkMail.redirect({ purpose: 'verification', email: own.email, codeRequest });
  }

  @Get('verify-email')
  @MailLink(account)
  verifyPage(@CurrentVisitor() visitor: PageVisitor, @Query('token') token: unknown) {
    return this.showVerify(String(token), visitor);
  }

  @Post('verify-email')
  @MailLink(account)
  verify(
    @CurrentVisitor() visitor: PageVisitor,
    @FormBody() { token = '', password = '', code = '' }: FormParameters,
  ) {
    const showAgain = (refusal: FormRefusal) => this.showVerify(token, visitor, refusal);
    return formAction(visitor, {}, showAgain, async () => {
      const shown = { password, code };
      await this.verification.verify(token, shown, getConfirmedId(visitor), visitor.requester);
      return redirect(toNextPath(visitor), 'notice.email_verified');
    });
  }

  @Get('adopt-email')
  @MailLink(account)
  adoptPage(@Query('token') token: unknown) {
    return this.showAdopt(String(token));
  }

  @Post('adopt-email')
  @MailLink(account)
  adopt(@CurrentVisitor() visitor: PageVisitor, @FormBody() { token = '' }: FormParameters) {
    const showAgain = (refusal: FormRefusal) => this.showAdopt(token, refusal);
    return formAction(visitor, {}, showAgain, async () => {
      await this.adoption.adopt(token, visitor.requester);
      return redirect(toNextPath(visitor), 'notice.account_saved');
    });
  }

  @Get('confirm-sign-up')
  @MailLink(signUp)
  confirmPage(@CurrentVisitor() visitor: PageVisitor, @Query('token') token: unknown) {
    const { form } = visitor;
    const again = form?.name === undefined ? undefined : { values: form };
    return this.showConfirm(String(token), visitor, { form: empty, again });
  }

  @Post('confirm-sign-up')
  @MailLink(signUp)
  confirm(
    @CurrentVisitor() visitor: PageVisitor,
    @FormBody() { token = '', password }: FormParameters,
  ) {
    const showAgain = (refusal: FormRefusal) =>
      this.showConfirm(token, visitor, { form: refusal.form, again: empty }, refusal);
    return formAction(visitor, {}, showAgain, async () => {
      const confirmed = await this.signUps.confirm({ token }, password, visitor);
      return this.start.finishSignUp(confirmed, visitor);
    });
  }

  @Post('sign-up-again')
  @MailLink(signUp)
  again(
    @CurrentVisitor() visitor: PageVisitor,
    @FormBody() { token = '', name = '', password = '' }: FormParameters,
  ) {
    const { language } = visitor;
    const showAgain = (refusal: FormRefusal) =>
      this.showConfirm(token, visitor, { form: empty, again: refusal.form }, refusal);
    return formAction(visitor, { name }, showAgain, async () => {
      const renamed = { name, language_code: language.code };
      const confirmed = await this.signUps.confirm({ token }, password, visitor, renamed);
      return this.start.finishSignUp(confirmed, visitor);
    });
  }

  @Get('restore-email')
  @MailLink(account)
  restorePage(@CurrentVisitor() visitor: PageVisitor, @Query('token') token: unknown) {
    return this.showRestore(String(token), visitor);
  }

  @Post('restore-email')
  @MailLink(account)
  async restore(
    @CurrentVisitor() visitor: PageVisitor,
    @FormBody() { token = '', code = '', passkey, release }: FormParameters,
  ) {
    const { requester } = visitor;
    if (release === 'true') {
      await this.restoration.release(token, requester);
      return redirect(toNextPath(visitor), 'notice.account_saved');
    }
    const name = passkey === undefined ? 'form' : 'passkeyForm';
    const showAgain = (refusal: FormRefusal) => this.showRestore(token, visitor, refusal, name);
    return formAction(visitor, {}, showAgain, async () => {
      const shown =
        passkey === undefined
          ? { code }
          : { passkey: { response: passkey, site: this.prompts.site(visitor) } };
      const { undone, reset } = await this.restoration.restore(token, shown, requester);
      const path = `/console/reset-password?token=${reset}`;
      return redirect(path, notices[undone], { token: null, reader: null });
    });
  }

  private async showConfirm(
    token: string,
    { codeRequest }: PageVisitor,
    forms: Pick<ConfirmSignUpProps, 'form' | 'again'>,
    refusal?: FormRefusal,
  ) {
    const subject = await this.confirmedSignUps.findSubject(token, codeRequest);
    const { email, requiresPassword, returnTo } = subject;
    const page = <ConfirmSignUpPage {...{ token, email, requiresPassword }} {...forms} />;
    return render(page, { ...refusal, returnTo });
  }

  private async showVerify(token: string, visitor: PageVisitor, refusal?: FormRefusal) {
    const owner = await this.verification.findAccount(token);
    const { email } = owner;
    const fields = await this.verification.listRequired(owner, getConfirmedId(visitor));
    const form = refusal?.form ?? empty;
    return render(<EmailPage action="verify" {...{ token, email, fields, form }} />, refusal);
  }

  private async showAdopt(token: string, refusal?: FormRefusal) {
    const { account: owner, pending } = await this.adoption.findSubject(token);
    const { email } = owner;
    const form = refusal?.form ?? empty;
    return render(<AdoptEmailPage {...{ token, email, pending, form }} />, refusal);
  }

  private async showRestore(
    token: string,
    visitor: PageVisitor,
    refusal?: FormRefusal,
    refused: 'form' | 'passkeyForm' = 'form',
  ) {
    const { account: owner, email, undoes } = await this.restoration.findSubject(token);
    const asks = await this.restoration.asksForFactor(owner);
    const prompt = asks ? await this.prompts.secondFactor(visitor, owner.id) : undefined;
    const forms = { form: empty, ...(refusal && { [refused]: refusal.form }) };
    return render(
      <EmailPage action={undoes} {...{ token, email, ...prompt, ...forms }} />,
      refusal,
    );
  }
}

const notices = {
  'email-changed': 'notice.email_restored',
  'factor-added': 'notice.app_removed',
  'passkey-added': 'notice.passkey_removed',
} as const;

const toNextPath = ({ account: own }: PageVisitor) => (own ? account : '/console/sign-in');
