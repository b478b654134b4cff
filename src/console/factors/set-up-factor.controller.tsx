import { Get, Post, Query, Req } from '@nestjs/common';
import { FactorsService } from '../../factors/factors.service.js';
import { PasskeysService } from '../../factors/passkeys.service.js';
import { SignInService } from '../../accounts/sign-in.service.js';
import type { Requester } from '../../request/requester.js';
import type { Account } from '../../database/records.js';
import { FormExpiredError } from '../../errors/error-registry.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { AuthenticatorSetup, type SetupPlace } from './authenticator-setup.js';
import { Confirmations } from '../shell/browser/confirmations.js';
import { ConsoleCookies } from '../shell/browser/console-cookies.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { SignInRequiredError } from '../shell/browser/console.errors.js';
import { toRefusal } from '../shell/browser/form-refusal.js';
import { OpenToAll } from '../shell/browser/page.guard.js';
import { render, type Redirect, type RenderedPage } from '../shell/browser/page-response.js';
import { RelyingParties } from '../shell/browser/relying-parties.js';
import { safeReturnTo } from '../shell/browser/return-to.js';
import { SessionStart, type SignInRequest } from '../sign-in/session-start.js';
import { CurrentVisitor, VisitorRequester, type Visitor } from '../shell/browser/visitor.js';
import { RecoveryCodesPage } from './recovery-codes.page.js';
import { SetUpFactorPage } from './set-up-factor.page.js';
import type { FormState } from '../shell/rendering/page.js';
import { lineOfUserAgent } from '../shell/rendering/user-agent.js';

const path = '/console/set-up-factor';

/** The account that sets up a second factor. */
interface Subject {
  readonly account: Account;
  /** Whether the factor completes a sign-in, so that no session exists yet. */
  readonly isSigningIn: boolean;
}

/** A submitted form that sets up a factor. */
interface Attempt {
  readonly request: SignInRequest;
  readonly visitor: Visitor;
  readonly asking: Requester;
  /** The page the visitor requested. */
  readonly returnTo: string | undefined;
}

/** The steps that differ between an app and a passkey. */
interface Adding {
  /** Adds the factor, and returns the recovery codes. */
  readonly add: (account: Account, requester: Requester) => Promise<string[]>;
  /** Shows the form again. @throws every other error */
  readonly again: (error: unknown, account: Account) => Promise<RenderedPage | Redirect>;
}

/** The page where users set up the second factor that they need to sign in or to create a token. */
@ConsolePages('console/set-up-factor')
@OpenToAll()
export class SetUpFactorController {
  constructor(
    private readonly signIns: SignInService,
    private readonly factors: FactorsService,
    private readonly passkeys: PasskeysService,
    private readonly sites: RelyingParties,
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
      if (!isSigningIn && (await this.factors.hasFactor(account.id))) {
        return this.start.redirectAfterSignIn(returnTo);
      }
      const place = await this.place(account, visitor, request, returnTo);
      return this.setup.show(account, place, visitor.form?.setup);
    });
  }

  @Post()
  setUpApp(
    @Req() request: SignInRequest,
    @CurrentVisitor() visitor: Visitor,
    @VisitorRequester() asking: Requester,
    @FormBody() { setup = '', code = '', return_to }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    const returnTo = safeReturnTo(return_to, this.address);
    return this.setUp(
      { request, visitor, asking, returnTo },
      {
        add: (account, requester) => this.factors.addFirst(account, setup, code, requester),
        again: async (error, account) => {
          if (error instanceof FormExpiredError) return this.setup.restart({ path, returnTo });
          const place = await this.place(account, visitor, request, returnTo);
          return this.setup.show(account, place, setup, toRefusal(error, {}, visitor.language));
        },
      },
    );
  }

  @Post('passkey')
  addPasskey(
    @Req() request: SignInRequest,
    @CurrentVisitor() visitor: Visitor,
    @VisitorRequester() asking: Requester,
    @FormBody() { passkey = '', name = '', return_to }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    const returnTo = safeReturnTo(return_to, this.address);
    const site = this.sites.existing(visitor);
    return this.setUp(
      { request, visitor, asking, returnTo },
      {
        add: (account, requester) =>
          this.passkeys.addFirst(account, passkey, name, site, requester),
        again: async (error, account) => {
          const refusal = toRefusal(error, { name }, visitor.language);
          const place = await this.place(account, visitor, request, returnTo, refusal.form);
          return this.setup.show(account, place, undefined, { ...refusal, form: { values: {} } });
        },
      },
    );
  }

  /** Adds the factor, and shows the recovery codes. */
  private setUp(
    { request, visitor, asking, returnTo }: Attempt,
    { add, again }: Adding,
  ): Promise<RenderedPage | Redirect> {
    return this.orSignInAgain(returnTo, async () => {
      const { account, isSigningIn } = await this.subject(request, visitor);
      const requester = { ...asking, accountId: account.id };
      let codes: string[];
      try {
        codes = await add(account, requester);
      } catch (error) {
        return again(error, account);
      }
      const next = this.start.redirectAfterSignIn(returnTo).location;
      const isMailed = await this.setup.asksForProof(account);
      const page = <RecoveryCodesPage {...{ codes, next, isMailed }} />;
      if (!isSigningIn) return render(page);
      const token = await this.start.token(account, request, visitor, requester);
      return render(page, { signedIn: { token, account } });
    });
  }

  /** @param form the form of a refused passkey. Default: a name from the browser */
  private async place(
    account: Account,
    visitor: Visitor,
    { headers }: SignInRequest,
    returnTo: string | undefined,
    form: FormState = { values: { name: lineOfUserAgent(headers['user-agent'] ?? '') } },
  ): Promise<SetupPlace> {
    const site = this.sites.of(visitor);
    const options = site && (await this.passkeys.creationOptions(account, site));
    const passkey = options === undefined ? undefined : { form, options };
    return {
      path,
      returnTo,
      page: (app) => <SetUpFactorPage {...{ app, passkey, returnTo }} />,
    };
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
      const again = this.start.restartSignIn(error, returnTo);
      if (again) return again;
      throw error;
    }
  }
}
