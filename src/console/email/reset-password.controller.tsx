import { Get, Post, Query } from '@nestjs/common';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { PasswordResetService } from '../../email-flows/password-reset.service.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { formAction, type FormRefusal } from '../shell/forms/form-refusal.js';
import { MailLink } from '../shell/browser/mail-link.js';
import { redirectTo, render } from '../shell/browser/page-response.js';
import { CurrentVisitor, type PageVisitor } from '../shell/browser/visitor.js';
import { withReturnTo } from '../shell/browser/return-to.js';
import { ResetPasswordPage } from './reset-password.page.js';

const again = '/console/forgot-password';

/** The page that a password reset link opens. Operators can create such links, even without mails. */
@ConsolePages('console')
export class ResetPasswordController {
  constructor(
    private readonly resets: PasswordResetService,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Get('reset-password')
  @MailLink(again)
  resetPage(@CurrentVisitor() { form }: PageVisitor, @Query('token') token: unknown) {
    return this.showReset(String(token), form && { form: { values: form } });
  }

  @Post('reset-password')
  @MailLink(again)
  reset(
    @CurrentVisitor() visitor: PageVisitor,
    @FormBody() { token = '', new_password = '', end_application_tokens: ends }: FormParameters,
  ) {
    const showAgain = (refusal: FormRefusal) => this.showReset(token, refusal);
    return formAction(visitor, { end_application_tokens: ends }, showAgain, async () => {
      const changer = { ...visitor.requester, endApplicationTokens: ends === 'true' };
      const { account, returnTo } = await this.resets.reset(token, new_password, changer);
      const page = this.publicUrl.path(withReturnTo('/console/sign-in', returnTo));
      const values = { email: account.email };
      const form = { page, reader: '', values, isExpired: false };
      return redirectTo(page, 'notice.password_reset', { token: null, reader: null, form });
    });
  }

  private async showReset(token: string, { form, ...response }: Partial<FormRefusal> = {}) {
    const { account, isFirstProof } = await this.resets.findSubject(token);
    const { email } = account;
    // Ticked by default, because an intruder may have the tokens.
    const state = form ?? { values: { end_application_tokens: 'true' } };
    const page = <ResetPasswordPage {...{ token, email, isFirstProof }} form={state} />;
    return render(page, response);
  }
}
