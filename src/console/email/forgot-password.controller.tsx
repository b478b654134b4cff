import { Get, Post } from '@nestjs/common';
import { newIdentifier } from '../../database/identifier.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { PasswordResetService } from '../../email-flows/password-reset.service.js';
import { CheckMailLinks } from '../shell/browser/check-mail.links.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { formAction, type FormRefusal } from '../shell/forms/form-refusal.js';
import { render } from '../shell/browser/page-response.js';
import { OpenToAll } from '../shell/browser/page.guard.js';
import { CurrentVisitor, type PageVisitor } from '../shell/browser/visitor.js';
import { ForgotPasswordPage } from './forgot-password.page.js';

@ConsolePages('console')
@OpenToAll()
export class ForgotPasswordController {
  constructor(
    private readonly resets: PasswordResetService,
    private readonly checkMail: CheckMailLinks,
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
      return this.checkMail.redirect({ purpose: 'reset', email, returnTo, codeRequest });
    });
  }
}
