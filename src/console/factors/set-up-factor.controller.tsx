import { Get, Post } from '@nestjs/common';
import { authenticationMethods, unite } from '../../access/sessions/authentication-methods.js';
import { SignInService } from '../../accounts/sign-in/sign-in.service.js';
import { FactorsService } from '../../factors/factors.service.js';
import { PasskeysService } from '../../factors/passkeys.service.js';
import type { Requester } from '../../request/requester.js';
import type { Account } from '../../database/records.js';
import { FormExpiredError } from '../../errors/error-registry.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { BrowserFactorsService } from '../../sign-in/browser-factors.service.js';
import { BrowserSignInService } from '../../sign-in/browser-sign-in.service.js';
import { Confirmations } from '../shell/browser/confirmations.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { SignInRequiredError } from '../shell/browser/console.errors.js';
import { toRefusal } from '../shell/forms/form-refusal.js';
import { OpenToAll } from '../shell/browser/page.guard.js';
import { render, type PageResponse } from '../shell/browser/page-response.js';
import { PasskeyPrompts } from '../shell/browser/passkey-prompts.js';
import { CurrentVisitor, type PageVisitor } from '../shell/browser/visitor.js';
import type { FormState } from '../shell/rendering/use-page.js';
import { describeUserAgent } from '../../http/headers/user-agent.js';
import { SessionStart } from '../sign-in/session-start.js';
import { AuthenticatorSetup, type SetupPlace } from './authenticator-setup.js';
import { SetUpFactorPage } from './new-factor.page.js';
import { RecoveryCodesPage } from './recovery-codes.page.js';

const path = '/console/set-up-factor';

interface Subject {
  readonly account: Account;
  /** Whether the factor completes a sign-in, so that no session exists yet. */
  readonly isSigningIn: boolean;
}

/** The steps that differ between an app and a passkey. */
interface Adding {
  /** How the factor authenticates (RFC 8176). */
  readonly amr: readonly string[];
  /** Adds the factor, and returns the recovery codes. */
  readonly add: (account: Account, requester: Requester) => Promise<string[]>;
  /** Shows the form again. @throws every other error */
  readonly showAgain: (error: unknown, account: Account) => Promise<PageResponse>;
}

/** The page where users set up the second factor that they need to sign in or to create a token. */
@ConsolePages('console/set-up-factor')
@OpenToAll()
export class SetUpFactorController {
  constructor(
    private readonly signIns: SignInService,
    private readonly browserSignIns: BrowserSignInService,
    private readonly factors: FactorsService,
    private readonly passkeys: PasskeysService,
    private readonly prompts: PasskeyPrompts,
    private readonly setup: AuthenticatorSetup,
    private readonly browserFactors: BrowserFactorsService,
    private readonly confirmations: Confirmations,
    private readonly start: SessionStart,
  ) {}

  @Get()
  page(@CurrentVisitor() visitor: PageVisitor) {
    return this.orSignInAgain(visitor, async () => {
      const { account, isSigningIn } = await this.findSubject(visitor);
      if (!isSigningIn && (await this.factors.hasFactor(account.id))) {
        return this.start.redirectAfterSignIn(visitor);
      }
      const place = await this.createSetupPlace(account, visitor);
      return this.setup.show(account, place, visitor.form?.setup);
    });
  }

  @Post()
  setUpApp(
    @CurrentVisitor() visitor: PageVisitor,
    @FormBody() { setup = '', code = '' }: FormParameters,
  ) {
    const { returnTo, language } = visitor;
    return this.setUp(visitor, {
      amr: authenticationMethods.code,
      add: (account, requester) => this.factors.addFirst(account, setup, code, requester),
      showAgain: async (error, account) => {
        if (error instanceof FormExpiredError) return this.setup.restart(error, { path, returnTo });
        const place = await this.createSetupPlace(account, visitor);
        return this.setup.show(account, place, setup, toRefusal(error, {}, language));
      },
    });
  }

  @Post('passkey')
  addPasskey(
    @CurrentVisitor() visitor: PageVisitor,
    @FormBody() { passkey = '', name = '' }: FormParameters,
  ) {
    const created = { passkey, name, site: this.prompts.site(visitor) };
    return this.setUp(visitor, {
      amr: authenticationMethods.passkey,
      add: (account, requester) => this.passkeys.addFirst(account, created, requester),
      showAgain: async (error, account) => {
        const refusal = toRefusal(error, { name }, visitor.language);
        const place = await this.createSetupPlace(account, visitor, refusal.form);
        return this.setup.show(account, place, undefined, { ...refusal, form: { values: {} } });
      },
    });
  }

  /** Leaves the page with the recovery codes. */
  @Post('continue')
  continue(@CurrentVisitor() visitor: PageVisitor) {
    return this.start.redirectAfterSignIn(visitor);
  }

  /** Adds the factor, and shows the recovery codes. */
  private setUp(visitor: PageVisitor, { amr, add, showAgain }: Adding) {
    return this.orSignInAgain(visitor, async () => {
      const { account, isSigningIn } = await this.findSubject(visitor);
      const requester = { ...visitor.requester, accountId: account.id };
      let codes: string[];
      try {
        codes = await add(account, requester);
      } catch (error) {
        return showAgain(error, account);
      }
      const next = this.start.pageAfterSignIn(visitor);
      const isMailed = await this.browserFactors.asksForProof(account);
      const page = <RecoveryCodesPage {...{ codes, next, isMailed }} />;
      if (!isSigningIn) return render(page);
      const methods = unite(authenticationMethods.password, amr);
      const token = await this.browserSignIns.begin(account, { ...visitor, requester }, methods);
      return render(page, { signedIn: { token, account } });
    });
  }

  /** @param form the form of a refused passkey. Default: a name from the browser */
  private async createSetupPlace(
    account: Account,
    visitor: PageVisitor,
    form: FormState = { values: { name: describeUserAgent(visitor.userAgent) } },
  ): Promise<SetupPlace> {
    const { returnTo } = visitor;
    const site = this.prompts.findSite(visitor);
    const options = site && (await this.passkeys.creationOptions(account, site));
    const passkey = options === undefined ? undefined : { form, options };
    return { path, returnTo, page: (app) => <SetUpFactorPage {...{ app, passkey, returnTo }} /> };
  }

  /** @throws SignInExpiredError, AccountSuspendedError, ConfirmationRequiredError, SignInRequiredError */
  private async findSubject(visitor: PageVisitor): Promise<Subject> {
    const { account, session, location, pendingSignIn } = visitor;
    if (pendingSignIn !== undefined) {
      return { account: await this.signIns.accountToSetUp(pendingSignIn), isSigningIn: true };
    }
    if (!account || !session) throw new SignInRequiredError(location);
    await this.confirmations.assert({ account, session }, 'everyone');
    return { account, isSigningIn: false };
  }

  private async orSignInAgain(visitor: PageVisitor, show: () => Promise<PageResponse>) {
    try {
      return await show();
    } catch (error) {
      const again = this.start.restartSignIn(error, visitor);
      if (again) return again;
      throw error;
    }
  }
}
