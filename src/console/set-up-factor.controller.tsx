import { Get, Post, Query, Req } from '@nestjs/common';
import { FactorsService } from '../access/factors/factors.service.js';
import { totpUri } from '../access/factors/totp.js';
import { SignInService } from '../accounts/sign-in.service.js';
import type { Requester } from '../audit/requester.js';
import type { Account } from '../database/records.js';
import {
  CredentialsWrongError,
  FormExpiredError,
  SignInExpiredError,
} from '../errors/error-registry.js';
import { FormBody } from '../http/input/form-body.decorator.js';
import type { FormParameters } from '../http/input/form-body.js';
import { PublicUrl } from '../http/urls/public-url.js';
import { MailRequestsService } from '../recovery/mail-requests.service.js';
import { Confirmations } from './browser/confirmations.js';
import { ConsoleCookies } from './browser/console-cookies.js';
import { ConsolePages } from './browser/console-pages.decorator.js';
import { SignInRequiredError } from './browser/console.errors.js';
import { refusalOf, type FormRefusal } from './browser/form-refusal.js';
import { OpenToAll } from './browser/page.guard.js';
import { redirect, render, type Redirect, type RenderedPage } from './browser/page-response.js';
import { safeReturnTo } from './browser/return-to.js';
import { SessionStart, type SignInRequest } from './browser/session-start.js';
import { CurrentVisitor, VisitorRequester, type Visitor } from './browser/visitor.js';
import { withReturnTo } from './components/return-to.js';
import { AddAuthenticatorPage } from './pages/add-authenticator.page.js';
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
    const returnTo = this.returnTo(asked);
    return this.orSignInAgain(returnTo, async () => {
      const { account, isSigningIn } = await this.subject(request, visitor);
      if (!isSigningIn && (await this.factors.isRequired(account.id))) {
        return this.start.onward(returnTo);
      }
      return this.show(account, this.factors.begin(account).setup, returnTo);
    });
  }

  @Post()
  async setUp(
    @Req() request: SignInRequest,
    @CurrentVisitor() visitor: Visitor,
    @VisitorRequester() asking: Requester,
    @FormBody() { setup = '', code = '', return_to }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    const returnTo = this.returnTo(return_to);
    return this.orSignInAgain(returnTo, async () => {
      const { account, isSigningIn } = await this.subject(request, visitor);
      const requester = { ...asking, accountId: account.id };
      let codes: string[];
      try {
        codes = await this.factors.addFirst(account, setup, code, requester);
      } catch (error) {
        if (error instanceof FormExpiredError) return this.again(returnTo);
        return this.show(account, setup, returnTo, refusalOf(error, {}, visitor.language));
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
      if (!(error instanceof SignInExpiredError || error instanceof CredentialsWrongError)) {
        throw error;
      }
      const location = this.address.path(withReturnTo('/console/sign-in', returnTo));
      return { ...redirect(location, 'sign_in_expired'), pendingSignIn: null };
    }
  }

  private again(returnTo: string | undefined): Redirect {
    return redirect(this.address.path(withReturnTo(path, returnTo)), 'form_expired');
  }

  private show(
    account: Account,
    setup: string,
    returnTo: string | undefined,
    refusal?: FormRefusal,
  ): RenderedPage | Redirect {
    try {
      const secret = this.factors.secretOf(account, setup);
      const uri = totpUri(secret, new URL(this.address.url('')).hostname, account.email);
      const form = refusal?.form ?? { values: {} };
      const page = <AddAuthenticatorPage {...{ path, form, setup, secret, uri, returnTo }} />;
      return render(page, refusal);
    } catch (error) {
      if (error instanceof FormExpiredError) return this.again(returnTo);
      throw error;
    }
  }

  private returnTo(text: unknown): string | undefined {
    return typeof text === 'string' ? safeReturnTo(text, this.address) : undefined;
  }
}
