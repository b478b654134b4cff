import { Get, Post, Query, Req } from '@nestjs/common';
import { accountKey } from '../access/rate-limits/rate-limit-keys.js';
import { SignInService } from '../accounts/sign-in.service.js';
import type { Requester } from '../audit/requester.js';
import { FormBody } from '../http/input/form-body.decorator.js';
import type { FormParameters } from '../http/input/form-body.js';
import { PublicUrl } from '../http/urls/public-url.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import { ConfirmedSignUpService } from '../recovery/confirmed-sign-up.service.js';
import { EmailRestorationService } from '../recovery/email-restoration.service.js';
import { EmailVerificationService } from '../recovery/email-verification.service.js';
import { ConsolePages } from './browser/console-pages.decorator.js';
import { refusalOf, type FormRefusal } from './browser/form-refusal.js';
import { orInvalidLink } from './browser/invalid-link.js';
import { redirect, render, type Redirect, type RenderedPage } from './browser/page-response.js';
import { OpenToAll } from './browser/page.guard.js';
import { SessionStart, type SignInRequest } from './browser/session-start.js';
import {
  CurrentVisitor,
  VisitorRequester,
  type SignedInVisitor,
  type Visitor,
} from './browser/visitor.js';
import { ConfirmSignUpPage, type ConfirmSignUpProps } from './pages/confirm-sign-up.page.js';
import { EmailPage } from './pages/email.page.js';
import type { FormState } from './rendering/page.js';

const account = '/console/account';
const signUp = '/console/sign-up';
const empty: FormState = { values: {} };

/** The pages that verify an email address. */
@ConsolePages('console')
export class EmailPagesController {
  constructor(
    private readonly verification: EmailVerificationService,
    private readonly restoration: EmailRestorationService,
    private readonly signUps: ConfirmedSignUpService,
    private readonly signIns: SignInService,
    private readonly limits: RateLimitsService,
    private readonly start: SessionStart,
    private readonly address: PublicUrl,
  ) {}

  @Post('account/verify-email')
  async request(@CurrentVisitor() { account: own }: SignedInVisitor): Promise<Redirect> {
    await this.limits.consume('accounts.verify', accountKey(own.id));
    await this.verification.request(own);
    return redirect(this.address.path(account), 'notice.verification_sent');
  }

  @Get('verify-email')
  @OpenToAll()
  verifyPage(@Query('token') text: unknown): Promise<RenderedPage> {
    return orInvalidLink(account, async () => {
      const token = String(text);
      const { email } = await this.verification.accountOf(token);
      return render(
        <EmailPage action="verify" token={token} email={email} form={{ values: {} }} />,
      );
    });
  }

  @Post('verify-email')
  @OpenToAll()
  verify(
    @CurrentVisitor() { account: own }: Visitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { token = '' }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    return orInvalidLink(account, async () => {
      await this.verification.verify(token, requester);
      const next = own ? account : '/console/sign-in';
      return redirect(this.address.path(next), 'notice.email_verified');
    });
  }

  @Get('confirm-sign-up')
  @OpenToAll()
  confirmPage(@Query('token') token: unknown): Promise<RenderedPage> {
    return this.showConfirm(String(token), { form: empty });
  }

  @Post('confirm-sign-up')
  @OpenToAll()
  confirm(
    @Req() request: SignInRequest,
    @CurrentVisitor() visitor: Visitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { token = '', password = '' }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    return orInvalidLink(signUp, async () => {
      try {
        const created = await this.signUps.confirm(token, password, requester);
        const result = await this.signIns.afterPassword(created);
        return await this.start.proceed(result, request, visitor, requester);
      } catch (error) {
        const { form, ...response } = refusalOf(error, {}, visitor.language);
        return this.showConfirm(token, { form, again: empty }, response);
      }
    });
  }

  @Post('sign-up-again')
  @OpenToAll()
  again(
    @Req() request: SignInRequest,
    @CurrentVisitor() visitor: Visitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { token = '', name = '', password = '' }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    return orInvalidLink(signUp, async () => {
      try {
        const input = { name, password, language_code: visitor.language.code };
        const created = await this.signUps.restart(token, input, requester);
        const result = await this.signIns.afterPassword(created);
        return await this.start.proceed(result, request, visitor, requester);
      } catch (error) {
        const { form, ...response } = refusalOf(error, { name }, visitor.language);
        return this.showConfirm(token, { form: empty, again: form }, response);
      }
    });
  }

  @Get('restore-email')
  @OpenToAll()
  restorePage(@Query('token') token: unknown): Promise<RenderedPage> {
    return this.showRestore(String(token));
  }

  @Post('restore-email')
  @OpenToAll()
  restore(
    @CurrentVisitor() { language }: Visitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { token = '' }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    return orInvalidLink(account, async () => {
      try {
        const { sessionId: _, ...restorer } = requester;
        const reset = await this.restoration.restore(token, restorer);
        const path = this.address.path(`/console/reset-password?token=${reset}`);
        return redirect(path, 'notice.email_restored', { token: null, reader: null });
      } catch (error) {
        return this.showRestore(token, refusalOf(error, {}, language));
      }
    });
  }

  private showConfirm(
    token: string,
    forms: Pick<ConfirmSignUpProps, 'form' | 'again'>,
    response?: Omit<FormRefusal, 'form'>,
  ): Promise<RenderedPage> {
    return orInvalidLink(signUp, async () => {
      const email = await this.signUps.emailOf(token);
      return render(<ConfirmSignUpPage token={token} email={email} {...forms} />, response);
    });
  }

  private showRestore(token: string, refusal?: FormRefusal): Promise<RenderedPage> {
    return orInvalidLink(account, async () => {
      const email = await this.restoration.emailOf(token);
      const form = refusal?.form ?? { values: {} };
      const page = <EmailPage action="restore_email" token={token} email={email} form={form} />;
      return render(page, refusal);
    });
  }
}
