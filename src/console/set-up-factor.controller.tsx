import { Get, Post, Query, Req } from '@nestjs/common';
import { FactorsService } from '../access/factors/factors.service.js';
import { SignInService } from '../accounts/sign-in.service.js';
import type { Requester } from '../audit/requester.js';
import type { Account } from '../database/records.js';
import { FormExpiredError } from '../errors/error-registry.js';
import { FormBody } from '../http/input/form-body.decorator.js';
import type { FormParameters } from '../http/input/form-body.js';
import { PublicUrl } from '../http/urls/public-url.js';
import { MailRequestsService } from '../recovery/mail-requests.service.js';
import { AuthenticatorSetup } from './browser/authenticator-setup.js';
import { Confirmations } from './browser/confirmations.js';
import { ConsoleCookies } from './browser/console-cookies.js';
import { ConsolePages } from './browser/console-pages.decorator.js';
import { SignInRequiredError } from './browser/console.errors.js';
import { refusalOf } from './browser/form-refusal.js';
import { OpenToAll } from './browser/page.guard.js';
import { render, type Redirect, type RenderedPage } from './browser/page-response.js';
import { safeReturnTo } from './browser/return-to.js';
import { SessionStart, type SignInRequest } from './browser/session-start.js';
import { CurrentVisitor, VisitorRequester, type Visitor } from './browser/visitor.js';
import { RecoveryCodesPage } from './pages/recovery-codes.page.js';

const path = '/console/set-up-factor';

/** An account for which a second factor is set up, and what may make that the end of a sign-in. */
interface Subject {
  readonly account: Account;
  /** Whether the sign-in waits for it: there is no session yet. */
  readonly isSigningIn: boolean;
}

/** Where users set up the second factor that they need to sign in, or to make a token. */
@ConsolePages('console/set-up-factor')
@OpenToAll()
export class SetUpFactorController {
  constructor(
    private readonly signIns: SignInService,
    private readonly factors: FactorsService,
    private readonly mails: MailRequestsService,
    private readonly cookies: ConsoleCookies,
    private readonly setup: AuthenticatorSetup,
    private readonly confirmations: Confirmations,
    private readonly start: SessionStart,
    private readonly address: PublicUrl,
  ) {}

  @Get()
  async page(
    @Req() request: SignInRequest,
    @CurrentVisitor() visitor: Visitor,
    @Query('return_to') asked: unknown,
  ): Promise<RenderedPage | Redirect> {
    const returnTo = safeReturnTo(asked, this.address);
    return this.orSignInAgain(returnTo, async () => {
      const { account, isSigningIn } = await this.subject(request, visitor);
      if (!isSigningIn && (await this.factors.isRequired(account.id))) {
        return this.start.onward(returnTo);
      }
      return this.setup.show(account, this.factors.begin(account).setup, { path, returnTo });
    });
  }

  @Post()
  async setUp(
    @Req() request: SignInRequest,
    @CurrentVisitor() visitor: Visitor,
    @VisitorRequester() asking: Requester,
    @FormBody() { setup = '', code = '', return_to }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    const returnTo = safeReturnTo(return_to, this.address);
    return this.orSignInAgain(returnTo, async () => {
      const { account, isSigningIn } = await this.subject(request, visitor);
      const requester = { ...asking, accountId: account.id };
      const place = { path, returnTo };
      let codes: string[];
      try {
        codes = await this.factors.addFirst(account, setup, code, requester);
      } catch (error) {
        if (error instanceof FormExpiredError) return this.setup.again(error, place);
        return this.setup.show(account, setup, place, refusalOf(error, {}, visitor.language));
      }
      await this.mails.factorChanged(account, 'factor-added');
      const page = <RecoveryCodesPage codes={codes} next={this.start.onward(returnTo).location} />;
      if (!isSigningIn) return render(page);
      const token = await this.start.token(account, request, visitor, requester);
      return render(page, { signedIn: { token, account } });
    });
  }

  /** @throws SignInExpiredError, AccountSuspendedError, ConfirmationRequiredError, SignInRequiredError */
  private async subject(request: SignInRequest, visitor: Visitor): Promise<Subject> {
    const pending = this.cookies.pendingSignIn(request, visitor);
    if (pending !== undefined) {
      return { account: await this.signIns.accountToSetUp(pending), isSigningIn: true };
    }
    const { account, session, location } = visitor;
    if (!account || !session) throw new SignInRequiredError(location);
    await this.confirmations.assert({ account, session }, 'everyone');
    return { account, isSigningIn: false };
  }

  private async orSignInAgain<T>(
    returnTo: string | undefined,
    show: () => Promise<T>,
  ): Promise<T | Redirect> {
    try {
      return await show();
    } catch (error) {
      const again = this.start.again(error, returnTo);
      if (again) return again;
      throw error;
    }
  }
}
