import { Get, Post, Query } from '@nestjs/common';
import { newIdentifier } from '../../database/identifier.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { EmailCodesService } from '../../email-flows/links/email-codes.service.js';
import { MailLinks } from '../../email-flows/links/mail-links.js';
import { PasswordResetService } from '../../email-flows/password-reset.service.js';
import { CheckMailLinks } from '../shell/browser/check-mail.links.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { formAction, type FormRefusal } from '../shell/forms/form-refusal.js';
import { redirect, redirectTo, render } from '../shell/browser/page-response.js';
import { OpenToAll } from '../shell/browser/page.guard.js';
import { CurrentVisitor, type PageVisitor } from '../shell/browser/visitor.js';
import { CheckMailPage, ForgotPasswordPage } from './forgot-password.page.js';

@ConsolePages('console')
@OpenToAll()
export class ForgotPasswordController {
  constructor(
    private readonly resets: PasswordResetService,
    private readonly checkMail: CheckMailLinks,
    private readonly codes: EmailCodesService,
    private readonly links: MailLinks,
  ) {}

  @Get('forgot-password')
  forgotPage(@CurrentVisitor() { account, form, returnTo }: PageVisitor) {
    const state = { values: form ?? { email: account?.email } };
    return render(<ForgotPasswordPage form={state} returnTo={returnTo} />);
  }

  @Post('forgot-password')
  forgot(@CurrentVisitor() visitor: PageVisitor, @FormBody() { email = '' }: FormParameters) {
    const { requester, returnTo } = visitor;
    const showAgain = (refusal: FormRefusal) =>
      render(<ForgotPasswordPage form={refusal.form} returnTo={returnTo} />, refusal);
    return formAction(visitor, { email }, showAgain, async () => {
      const codeRequest = newIdentifier();
      await this.resets.requestByVisitor({ email }, requester, returnTo, codeRequest);
      const path = this.checkMail.path({ purpose: 'reset', email, returnTo });
      return redirect(path, undefined, { codeRequest });
    });
  }

  /** The page after a request for a mail. */
  @Get('check-mail')
  checkMailPage(@Query('to') to: unknown) {
    return this.showCheckMail(String(to));
  }

  /** Continues on the page of the mail's link. */
  @Post('check-mail')
  enterCode(
    @CurrentVisitor() visitor: PageVisitor,
    @FormBody() { to = '', code = '' }: FormParameters,
  ) {
    const { purpose: form } = this.checkMail.content(to);
    const showAgain = (refusal: FormRefusal) => this.showCheckMail(to, refusal);
    return formAction(visitor, {}, showAgain, async () => {
      const { token, purpose } = await this.codes.exchange(code, form, visitor);
      return redirectTo(this.links.toPath(purpose, token));
    });
  }

  private showCheckMail(to: string, refusal?: FormRefusal) {
    const form = refusal?.form ?? { values: {} };
    const mail = this.checkMail.content(to);
    const { returnTo } = mail;
    return render(<CheckMailPage {...mail} {...{ to, form }} />, { ...refusal, returnTo });
  }
}
