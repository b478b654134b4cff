import { Injectable, Optional, type OnModuleInit } from '@nestjs/common';
import { authenticationMethods, unite } from '../access/sessions/authentication-methods.js';
import { isConfirmed } from '../access/sessions/sessions.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { FactorSetup } from '../accounts/sign-in/second-step.js';
import { SignInService } from '../accounts/sign-in/sign-in.service.js';
import { Brand } from '../brand/brand.js';
import type { Account } from '../database/records.js';
import {
  SecondFactorMissingError,
  SessionUnconfirmedError,
  SignInExpiredError,
} from '../errors/error-registry.js';
import { FactorRemovalsService } from '../email-flows/factor-removals.service.js';
import { FactorsService } from '../factors/factors.service.js';
import { PasskeysService } from '../factors/passkeys.service.js';
import type { RelyingParty } from '../factors/webauthn.js';
import { PublicUrl } from '../http/urls/public-url.js';
import { Mailer } from '../mail/mailer.js';
import { totpUri } from '../factors/totp.js';
import { asOwner, type Requester } from '../request/requester.js';
import { BrowserSignInService, ignoreExpired } from './browser-sign-in.service.js';
import { assertSignedIn, type Browser, type SigningInBrowser } from './browser.js';
import { assertInstalled } from './optional-package.js';

/** The account that receives a factor. */
interface Subject {
  readonly account: Account;
  /** Whether the factor completes a sign-in, so that no session exists yet. */
  readonly isSigningIn: boolean;
}

/** A passkey of an account, as its owner sees it. */
export interface OwnPasskey {
  /** Identifies the passkey in the account. */
  readonly id: string;
  /** The name that its owner has given it. */
  readonly name: string;
  /** When it was added. */
  readonly createdAt: Date;
  /** When it was last used; null if it never was. */
  readonly lastUsedAt: Date | null;
}

/** The second factors of an account. */
export interface AccountFactors {
  /** Whether the account has an authenticator app. */
  readonly hasApp: boolean;
  /** The passkeys, in the order in which they were added. */
  readonly passkeys: readonly OwnPasskey[];
  /** The number of unused recovery codes. */
  readonly recoveryCodes: number;
  /** Whether the policy allows the owner to remove a factor. */
  readonly isRemovable: boolean;
  /** When a removal that an operator requested takes effect. Null: no removal is pending. */
  readonly removalAt: Date | null;
}

/** A new factor, in a session, or of a sign-in that it has completed. */
export type AddedFactor = {
  /** The owner of the factor. */
  readonly account: Account;
  /** Each replaces a code once. Undefined if the account already had a factor. */
  readonly recoveryCodes: readonly string[] | undefined;
} & (
  | { readonly status: 'added' }
  | {
      readonly status: 'signed_in';
      /** The session token for the browser's cookie. */
      readonly token: string;
    }
);

/** Adds and removes second factors on pages of the host, in a confirmed session. Adding also completes a sign-in. */
@Injectable()
export class BrowserFactorsService implements OnModuleInit {
  constructor(
    private readonly accounts: AccountsService,
    private readonly pending: SignInService,
    private readonly signIns: BrowserSignInService,
    private readonly factors: FactorsService,
    private readonly passkeys: PasskeysService,
    private readonly removals: FactorRemovalsService,
    private readonly publicUrl: PublicUrl,
    private readonly brand: Brand,
    @Optional() private readonly mailer?: Mailer,
  ) {}

  /** The package is loaded when the first QR code is drawn. @throws AccountsOptionsError if it is not installed */
  onModuleInit(): void {
    assertInstalled('qr');
  }

  /** Returns the factors of an account. */
  async find({ id }: Pick<Account, 'id'>): Promise<AccountFactors> {
    const { hasApp, recoveryCodes } = await this.factors.status(id);
    const passkeys = await this.passkeys.list(id);
    return {
      hasApp,
      passkeys: passkeys.map(({ id: passkey, name, createdAt, lastUsedAt }) => ({
        id: passkey,
        name,
        createdAt,
        lastUsedAt,
      })),
      recoveryCodes,
      isRemovable: await this.factors.isRemovable(id),
      removalAt: (await this.removals.find(id))?.dueAt ?? null,
    };
  }

  /** Whether a new factor triggers a mail that asks to confirm the address. */
  async asksForProof(account: Account): Promise<boolean> {
    return this.mailer !== undefined && (await this.accounts.emailVerifiedAt(account)) === null;
  }

  /** Returns the secret of a new app. Nothing is stored until its first code is verified. @throws as {@link addApp} */
  async beginApp(browser: SigningInBrowser): Promise<FactorSetup> {
    const { account } = await this.findSubject(browser);
    const { setup, secret } = this.factors.begin(account);
    return { setup, secret, uri: this.appUri(account, secret) };
  }

  /** Returns the URI in the QR code of an app, which lists the account under the name of the service. */
  appUri({ email }: Pick<Account, 'email'>, secret: string): string {
    const issuer = this.brand.name ?? new URL(this.publicUrl.url('')).hostname;
    return totpUri(secret, issuer, email);
  }

  /**
   * Adds an app, or moves it to another phone.
   *
   * @throws SessionRequiredError, SessionUnconfirmedError, AccountSuspendedError, SignInExpiredError;
   *   ValidationFailedError about `code`; FormExpiredError
   */
  addApp(
    { setup, code }: { readonly setup: string; readonly code: string },
    browser: SigningInBrowser,
  ): Promise<AddedFactor> {
    return this.add(browser, authenticationMethods.code, ({ account, isSigningIn }, requester) =>
      isSigningIn
        ? this.factors.addFirst(account, setup, code, requester)
        : this.factors.addOrReplace(account, setup, code, requester),
    );
  }

  /** Returns the WebAuthn creation options, as JSON. @throws as {@link addPasskey} */
  async passkeyOptions(site: RelyingParty, browser: SigningInBrowser): Promise<string> {
    const { account } = await this.findSubject(browser);
    return this.passkeys.creationOptions(account, site);
  }

  /**
   * @throws SessionRequiredError, SessionUnconfirmedError, AccountSuspendedError, SignInExpiredError;
   *   ValidationFailedError about `name`; PasskeyWrongError, TooManyPasskeysError
   */
  addPasskey(
    created: { readonly passkey: string; readonly name: string; readonly site: RelyingParty },
    browser: SigningInBrowser,
  ): Promise<AddedFactor> {
    return this.add(browser, authenticationMethods.passkey, ({ account, isSigningIn }, requester) =>
      this.passkeys.add(account, created, requester, isSigningIn),
    );
  }

  /**
   * Returns false if the account has no passkey with this id.
   *
   * @throws SessionRequiredError, AccountSuspendedError; ValidationFailedError about `name`
   */
  renamePasskey(id: string, name: string, browser: SigningInBrowser): Promise<boolean> {
    assertSignedIn(browser);
    return this.passkeys.rename(browser.account.id, id, name, browser.requester);
  }

  /**
   * Removes the authenticator app, if there is one. With the last factor, the recovery codes end.
   *
   * @throws SessionRequiredError, SessionUnconfirmedError, AccountSuspendedError; SecondFactorMandatoryError if it is the
   *   last factor of an account that must have one
   */
  async removeApp(browser: SigningInBrowser): Promise<void> {
    assertConfirmed(browser);
    await this.factors.remove(browser.account, asOwner(browser.requester, browser.account.id));
  }

  /** Removes a passkey, if there is one with this id. @throws as {@link removeApp} */
  async removePasskey(id: string, browser: SigningInBrowser): Promise<void> {
    assertConfirmed(browser);
    const { id: accountId } = browser.account;
    await this.passkeys.remove(accountId, id, asOwner(browser.requester, accountId));
  }

  /**
   * Returns new recovery codes. The previous ones end.
   *
   * @throws SessionRequiredError, SessionUnconfirmedError, AccountSuspendedError; SecondFactorMissingError
   */
  async replaceRecoveryCodes(browser: SigningInBrowser): Promise<readonly string[]> {
    assertConfirmed(browser);
    const { account, requester } = browser;
    if (!(await this.factors.hasFactor(account.id))) throw new SecondFactorMissingError();
    return this.factors.replaceRecoveryCodes(account, asOwner(requester, account.id));
  }

  private async add(
    browser: SigningInBrowser,
    amr: readonly string[],
    addTo: (subject: Subject, requester: Requester) => Promise<string[] | undefined>,
  ): Promise<AddedFactor> {
    const subject = await this.findSubject(browser);
    const { account, isSigningIn } = subject;
    const requester = asOwner(browser.requester, account.id);
    const recoveryCodes = await addTo(subject, requester);
    if (!isSigningIn) return { status: 'added', account, recoveryCodes };
    const methods = unite(authenticationMethods.password, amr);
    const token = await this.signIns.begin(account, { ...browser, requester }, methods);
    return { status: 'signed_in', account, recoveryCodes, token };
  }

  /** Returns the account of a sign-in that waits for its first factor; otherwise that of the confirmed session. */
  private async findSubject(browser: SigningInBrowser): Promise<Subject> {
    const { pendingSignIn } = browser;
    if (pendingSignIn !== undefined) {
      const account = await this.pending.accountToSetUp(pendingSignIn).catch(ignoreExpired);
      if (account) return { account, isSigningIn: true };
      if (!browser.session) throw new SignInExpiredError();
    }
    assertConfirmed(browser);
    return { account: browser.account, isSigningIn: false };
  }
}

/** @throws SessionUnconfirmedError, and the errors of {@link assertSignedIn} */
function assertConfirmed<B extends Pick<Browser, 'session' | 'account' | 'suspendedSession'>>(
  browser: B,
): asserts browser is B & Required<Pick<Browser, 'session' | 'account'>> {
  assertSignedIn(browser);
  if (!isConfirmed(browser.session)) throw new SessionUnconfirmedError();
}
