import { Get, Post } from '@nestjs/common';
import { sourceKey } from '../access/rate-limits/rate-limit-keys.js';
import type { Requester } from '../request/requester.js';
import { FormBody } from '../http/input/form-body.decorator.js';
import type { FormParameters } from '../http/input/form-body.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import { PasswordResetService } from '../recovery/password-reset.service.js';
import { ConsolePages } from './browser/console-pages.decorator.js';
import { refusalOf } from './browser/form-refusal.js';
import { render, type RenderedPage } from './browser/page-response.js';
import { OpenToAll } from './browser/page.guard.js';
import { CurrentVisitor, VisitorRequester, type Visitor } from './browser/visitor.js';
import { CheckMailPage } from './pages/check-mail.page.js';
import { ForgotPasswordPage } from './pages/forgot-password.page.js';

/** The page that asks for the mail of a forgotten password. */
@ConsolePages('console')
@OpenToAll()
export class ForgotPasswordController {
  constructor(
    private readonly resets: PasswordResetService,
    private readonly limits: RateLimitsService,
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
      await this.resets.request({ email });
      return render(<CheckMailPage purpose="reset" email={email} />);
    } catch (error) {
      const { form, ...response } = refusalOf(error, { email }, language);
      return render(<ForgotPasswordPage form={form} />, response);
    }
  }
}
