import { Get, Post, Query } from '@nestjs/common';
import { sourceKey } from '../access/rate-limits/rate-limit-keys.js';
import type { Requester } from '../audit/requester.js';
import { FormBody } from '../http/input/form-body.decorator.js';
import type { FormParameters } from '../http/input/form-body.js';
import { PublicUrl } from '../http/urls/public-url.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import { PasswordResetService } from '../recovery/password-reset.service.js';
import { ConsolePages } from './browser/console-pages.decorator.js';
import { refusalOf } from './browser/form-refusal.js';
import { orInvalidLink } from './browser/invalid-link.js';
import { redirect, render, type Redirect, type RenderedPage } from './browser/page-response.js';
import { OpenToAll } from './browser/page.guard.js';
import { CurrentVisitor, VisitorRequester, type Visitor } from './browser/visitor.js';
import { CheckMailPage } from './pages/check-mail.page.js';
import { ForgotPasswordPage } from './pages/forgot-password.page.js';
import { ResetPasswordPage } from './pages/reset-password.page.js';

const forgotPassword = '/console/forgot-password';

/** The pages of a forgotten password. */
@ConsolePages('console')
@OpenToAll()
export class PasswordResetPagesController {
  constructor(
    private readonly resets: PasswordResetService,
    private readonly limits: RateLimitsService,
    private readonly address: PublicUrl,
  ) {}

  @Get('forgot-password')
  forgotPage(@CurrentVisitor() { account, form }: Visitor): RenderedPage {
    return render(<ForgotPasswordPage form={{ values: form ?? { email: account?.email } }} />);
  }

  @Post('forgot-password')
  async forgot(
    @CurrentVisitor() { language }: Visitor,
    @VisitorRequester() { source = '' }: Requester,
    @FormBody() { email = '' }: FormParameters,
  ): Promise<RenderedPage> {
    try {
      await this.limits.consume('password-reset', sourceKey(source));
      await this.resets.request({ email }, language.code);
      return render(<CheckMailPage purpose="reset" email={email} />);
    } catch (error) {
      const { form, ...response } = refusalOf(error, { email }, language);
      return render(<ForgotPasswordPage form={form} />, response);
    }
  }

  @Get('reset-password')
  resetPage(@Query('token') token: unknown): Promise<RenderedPage> {
    return this.showReset(String(token));
  }

  @Post('reset-password')
  reset(
    @CurrentVisitor() { language }: Visitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { token = '', new_password = '', end_application_tokens: ends }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    return orInvalidLink(forgotPassword, async () => {
      const { sessionId: _, ...changer } = requester;
      try {
        await this.resets.reset(token, new_password, {
          ...changer,
          endApplicationTokens: ends === 'true',
        });
      } catch (error) {
        const refusal = refusalOf(error, { end_application_tokens: ends }, language);
        return this.showReset(token, refusal);
      }
      return redirect(this.address.path('/console/sign-in'), 'notice.password_reset', {
        token: null,
        reader: null,
      });
    });
  }

  private showReset(
    token: string,
    { form, ...response }: Partial<ReturnType<typeof refusalOf>> = {},
  ): Promise<RenderedPage> {
    return orInvalidLink(forgotPassword, async () => {
      const { email } = await this.resets.accountOf(token);
      const page = <ResetPasswordPage token={token} email={email} form={form ?? { values: {} }} />;
      return render(page, response);
    });
  }
}
