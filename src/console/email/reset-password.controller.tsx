import { Get, Post, Query } from '@nestjs/common';
import type { Requester } from '../../request/requester.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { PasswordResetService } from '../../email-flows/password-reset.service.js';
import { ConsoleOptions } from '../shell/console.options.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { toRefusal } from '../shell/browser/form-refusal.js';
import { orInvalidLink } from '../shell/browser/invalid-link.js';
import {
  redirect,
  render,
  type Redirect,
  type RenderedPage,
} from '../shell/browser/page-response.js';
import { OpenToAll } from '../shell/browser/page.guard.js';
import { CurrentVisitor, VisitorRequester, type Visitor } from '../shell/browser/visitor.js';
import { withReturnTo } from '../shell/components/return-to.js';
import { ResetPasswordPage } from './reset-password.page.js';

/** The page that a password reset link opens. Operators can create such links, even without mails. */
@ConsolePages('console')
@OpenToAll()
export class ResetPasswordController {
  constructor(
    private readonly resets: PasswordResetService,
    private readonly address: PublicUrl,
    private readonly options: ConsoleOptions,
  ) {}

  @Get('reset-password')
  resetPage(
    @CurrentVisitor() { form }: Visitor,
    @Query('token') token: unknown,
  ): Promise<RenderedPage> {
    return this.showReset(String(token), form && { form: { values: form } });
  }

  @Post('reset-password')
  reset(
    @CurrentVisitor() { language }: Visitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { token = '', new_password = '', end_application_tokens: ends }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    return orInvalidLink(this.again, async () => {
      try {
        const changer = { ...requester, endApplicationTokens: ends === 'true' };
        const { account, returnTo } = await this.resets.reset(token, new_password, changer);
        const signIn = this.address.path(withReturnTo('/console/sign-in', returnTo));
        const target = redirect(signIn, 'notice.password_reset', { token: null, reader: null });
        return { ...target, form: { page: signIn, reader: '', values: { email: account.email } } };
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
  ): Promise<RenderedPage> {
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
