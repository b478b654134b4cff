import { Get, Post, Query, Req } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import type { Requester } from '../audit/requester.js';
import { CredentialsWrongError, SignInExpiredError } from '../errors/error-registry.js';
import { FormBody } from '../http/input/form-body.decorator.js';
import type { FormParameters } from '../http/input/form-body.js';
import { PublicUrl } from '../http/urls/public-url.js';
import { AuthorizationsService } from '../oauth/authorizations.service.js';
import { ConsoleCookies } from './browser/console-cookies.js';
import { ConsolePages } from './browser/console-pages.decorator.js';
import { refusalOf } from './browser/form-refusal.js';
import { formTargetsOf } from './browser/form-targets.js';
import { OpenToAll } from './browser/page.guard.js';
import { redirect, render, type Redirect, type RenderedPage } from './browser/page-response.js';
import { safeReturnTo } from './browser/return-to.js';
import { SessionStart, type SignInRequest } from './browser/session-start.js';
import { CurrentVisitor, VisitorRequester, type Visitor } from './browser/visitor.js';
import { withReturnTo } from './components/return-to.js';
import { SecondStepPage } from './pages/second-step.page.js';
import type { FormState } from './rendering/page.js';

/** The second step of signing in. */
@ConsolePages('console/second-step')
@OpenToAll()
export class SecondStepController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly authorizations: AuthorizationsService,
    private readonly cookies: ConsoleCookies,
    private readonly start: SessionStart,
    private readonly address: PublicUrl,
  ) {}

  @Get()
  async page(
    @Req() request: SignInRequest,
    @CurrentVisitor() visitor: Visitor,
    @Query('return_to') asked: unknown,
  ): Promise<RenderedPage | Redirect> {
    const returnTo = this.returnTo(asked);
    if (this.cookies.pendingSignIn(request, visitor)) return this.show({ values: {} }, returnTo);
    if (visitor.account) return this.start.onward(returnTo);
    return redirect(this.signInPath(returnTo));
  }

  @Post()
  async verify(
    @Req() request: SignInRequest,
    @CurrentVisitor() visitor: Visitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { code = '', return_to }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    const returnTo = this.returnTo(return_to);
    try {
      const pending = this.cookies.pendingSignIn(request, visitor);
      if (pending === undefined) throw new SignInExpiredError();
      const account = await this.accounts.verifySecondFactor(pending, code, requester);
      return await this.start.begin(account, request, visitor, requester, returnTo);
    } catch (error) {
      if (error instanceof SignInExpiredError || error instanceof CredentialsWrongError) {
        const location = this.signInPath(returnTo);
        return { ...redirect(location, 'sign_in_expired'), pendingSignIn: null };
      }
      const { form, status, headers } = refusalOf(error, {}, visitor.language);
      return this.show(form, returnTo, status, headers);
    }
  }

  private async show(form: FormState, returnTo?: string, status = 200, headers = {}) {
    const formTargets = await formTargetsOf(returnTo, this.authorizations);
    const page = <SecondStepPage form={form} returnTo={returnTo} />;
    return render(page, { status, headers, formTargets });
  }

  private signInPath(returnTo: string | undefined): string {
    return this.address.path(withReturnTo('/console/sign-in', returnTo));
  }

  private returnTo(text: unknown): string | undefined {
    return typeof text === 'string' ? safeReturnTo(text, this.address) : undefined;
  }
}
