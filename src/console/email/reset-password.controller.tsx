import { Get, Post, Query } from '@nestjs/common';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { PasswordResetService } from '../../email-flows/password-reset.service.js';
import { ConsoleOptions } from '../shell/console.options.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { toRefusal } from '../shell/forms/form-refusal.js';
import { orInvalidLink } from '../shell/browser/invalid-link.js';
import { redirectTo, render } from '../shell/browser/page-response.js';
import { OpenToAll } from '../shell/browser/page.guard.js';
import { CurrentVisitor, type PageVisitor } from '../shell/browser/visitor.js';
import { withReturnTo } from '../shell/browser/return-to.js';
import { ResetPasswordPage } from './reset-password.page.js';

/** The page that a password reset link opens. Operators can create such links, even without mails. */
@ConsolePages('console')
@OpenToAll()
export class ResetPasswordController {
  constructor(
    private readonly resets: PasswordResetService,
    private readonly publicUrl: PublicUrl,
    private readonly options: ConsoleOptions,
  ) {}

  @Get('reset-password')
  resetPage(@CurrentVisitor() { form }: PageVisitor, @Query('token') token: unknown) {
    return this.showReset(String(token), form && { form: { values: form } });
  }

  @Post('reset-password')
  reset(
    @CurrentVisitor() { requester, language }: PageVisitor,
    @FormBody() { token = '', new_password = '', end_application_tokens: ends }: FormParameters,
  ) {
    return orInvalidLink(this.again, async () => {
      try {
        const changer = { ...requester, endApplicationTokens: ends === 'true' };
        const { account, returnTo } = await this.resets.reset(token, new_password, changer);
        const page = this.publicUrl.path(withReturnTo('/console/sign-in', returnTo));
        const values = { email: account.email };
        const form = { page, reader: '', values, isExpired: false };
        return redirectTo(page, 'notice.password_reset', { token: null, reader: null, form });
      } catch (error) {
        const refusal = toRefusal(error, { end_application_tokens: ends }, language);
        return this.showReset(token, refusal);
      }
    });
  }

  private get again(): string {
    return this.options.mail ? '/console/forgot-password' : '/console/sign-in';
  }

  private showReset(
    token: string,
    { form, ...response }: Partial<ReturnType<typeof toRefusal>> = {},
  ) {
    return orInvalidLink(this.again, async () => {
      const { account, isFirstProof } = await this.resets.findSubject(token);
      const { email } = account;
      // Ticked by default, because an intruder may have the tokens.
      const state = form ?? { values: { end_application_tokens: 'true' } };
      const page = <ResetPasswordPage {...{ token, email, isFirstProof }} form={state} />;
      return render(page, response);
    });
  }
}
