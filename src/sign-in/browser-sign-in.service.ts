import { Injectable } from '@nestjs/common';
import { authenticationMethods, unite } from '../access/sessions/authentication-methods.js';
import { SessionsService } from '../access/sessions/sessions.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { PasswordResult } from '../accounts/sign-in/second-step.js';
import { SignInService } from '../accounts/sign-in/sign-in.service.js';
import type { Account } from '../database/records.js';
import { CredentialsWrongError, SignInExpiredError } from '../errors/error-registry.js';
import { PasskeysService } from '../factors/passkeys.service.js';
import type { RelyingParty } from '../factors/webauthn.js';
import { asOwner, assertCounted } from '../request/requester.js';
import {
  getSession,
  toKnownAccount,
  type SignedInBrowser,
  type SigningInBrowser,
} from './browser.js';

/** The outcome of a correct password: a session, a second step, or the set-up of a mandatory factor. */
export type SignInStep =
  | {
      readonly status: 'signed_in';
      /** The session token for the browser's cookie. */
      readonly token: string;
    }
  | Exclude<PasswordResult, { readonly status: 'authenticated' }>;

/** How long after its creation an account may be used in any browser without a notice, to complete the sign-up. */
const firstSignInMs = 60 * 60_000;

/**
 * Signs browsers in and out, for the console and for the session routes. A sign-in returns a new session token, so that
 * a token that an attacker has planted in the browser never becomes a session (session fixation).
 */
@Injectable()
export class BrowserSignInService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly signIns: SignInService,
    private readonly sessions: SessionsService,
    private readonly passkeys: PasskeysService,
  ) {}

  /** @throws the errors of {@link AccountsService.authenticate} */
  async signIn(email: string, password: string, browser: SigningInBrowser): Promise<SignInStep> {
    const result = await this.accounts.authenticate(email, password, browser.requester);
    return this.continueSignIn(result, browser);
  }

  /** Signs in to an account whose password is known to be right. */
  async afterPassword(account: Account, browser: SigningInBrowser): Promise<SignInStep> {
    return this.continueSignIn(await this.signIns.afterPassword(account), browser);
  }

  /** Completes the second step with a code. @throws the errors of {@link SignInService.verifySecondFactor} */
  async verifyCode(code: string, browser: SigningInBrowser): Promise<string> {
    assertCounted(browser.requester);
    const pending = getPendingSignIn(browser);
    const account = await this.signIns.verifySecondFactor(pending, code, browser.requester);
    return this.begin(
      account,
      browser,
      unite(authenticationMethods.password, authenticationMethods.code),
    );
  }

  /** Completes the second step with a passkey. @throws the errors of {@link SignInService.verifyPasskey} */
  async verifyPasskey(
    passkey: string,
    site: RelyingParty,
    browser: SigningInBrowser,
  ): Promise<string> {
    const pending = getPendingSignIn(browser);
    const account = await this.signIns.verifyPasskey(pending, passkey, site, browser.requester);
    return this.begin(
      account,
      browser,
      unite(authenticationMethods.password, authenticationMethods.passkey),
    );
  }

  /** Returns the WebAuthn request options, as JSON, for {@link usePasskey}, or in a session for a confirmation. */
  async passkeyOptions(site: RelyingParty, browser: SigningInBrowser): Promise<string> {
    const account = (await this.findWaiting(browser)) ?? browser.account;
    return this.passkeys.requestOptions(site, account?.id);
  }

  /**
   * Completes the sign-in that waits for its second step; without one, signs in with the passkey alone.
   *
   * @throws the errors of {@link verifyPasskey} and {@link signInWithPasskey}
   */
  async usePasskey(
    passkey: string,
    site: RelyingParty,
    browser: SigningInBrowser,
  ): Promise<string> {
    return (await this.findWaiting(browser))
      ? this.verifyPasskey(passkey, site, browser)
      : this.signInWithPasskey(passkey, site, browser);
  }

  /** Signs in with a passkey alone. @throws the errors of {@link SignInService.authenticateWithPasskey} */
  async signInWithPasskey(
    passkey: string,
    site: RelyingParty,
    browser: SigningInBrowser,
  ): Promise<string> {
    const account = await this.signIns.authenticateWithPasskey(passkey, site, browser.requester);
    return this.begin(account, browser, authenticationMethods.passkey);
  }

  /**
   * Starts a session, and ends the previous one of the browser unless it is of the same user. Returns the new token.
   *
   * @param amr how the user has authenticated (RFC 8176)
   * @throws CredentialsWrongError if the password changed after it was checked
   */
  async begin(
    account: Account,
    browser: SigningInBrowser,
    amr: readonly string[],
  ): Promise<string> {
    const { id, credentialsGeneration: generation } = account;
    const { requester, userAgent, session } = browser;
    const proof = { shown: 'password', generation, requester } as const;
    if (session?.accountId === id) {
      const renewed = await this.sessions.confirm(session, proof, amr);
      if (renewed !== undefined) return renewed;
    }
    const token = await this.sessions.begin(id, proof, {
      userAgent,
      source: requester.source ?? '',
      amr,
      isNewBrowser: isNewBrowser(account, browser),
    });
    if (token === undefined) throw new CredentialsWrongError();
    await this.end(browser);
    return token;
  }

  /**
   * Confirms that the user is at the browser, for ten minutes: by a code if the account has a second factor, otherwise
   * by the password. Returns the new session token, or undefined if the session has ended.
   *
   * @throws the errors of {@link SignInService.confirm}
   */
  async confirm(
    shown: { readonly password?: string | undefined; readonly code?: string | undefined },
    { account, session, requester }: SignedInBrowser,
  ): Promise<string | undefined> {
    const proof = await this.signIns.confirm(account, shown, requester);
    const amr = authenticationMethods[proof.shown === 'factor' ? 'code' : 'password'];
    return this.sessions.confirm(session, proof, amr);
  }

  /** Confirms with a passkey. @throws the errors of {@link PasskeysService.verify} */
  async confirmWithPasskey(
    passkey: string,
    site: RelyingParty,
    { account, session, requester }: SignedInBrowser,
  ): Promise<string | undefined> {
    await this.passkeys.verify(passkey, site, requester, account.id);
    return this.sessions.confirm(
      session,
      { shown: 'factor', requester },
      authenticationMethods.passkey,
    );
  }

  /** Ends the session of the browser, if it has one. */
  async end(browser: SigningInBrowser): Promise<void> {
    const session = getSession(browser);
    if (!session) return;
    const { id, accountId } = session;
    await this.sessions.end(accountId, id, asOwner(browser.requester, accountId));
  }

  /** Returns the account whose sign-in waits for its second step. @throws AccountSuspendedError */
  private async findWaiting({ pendingSignIn }: SigningInBrowser): Promise<Account | undefined> {
    if (pendingSignIn === undefined) return undefined;
    return this.signIns.findAccount(pendingSignIn).catch(ignoreExpired);
  }

  private async continueSignIn(
    result: PasswordResult,
    browser: SigningInBrowser,
  ): Promise<SignInStep> {
    if (result.status !== 'authenticated') return result;
    const token = await this.begin(result.account, browser, authenticationMethods.password);
    return { status: 'signed_in', token };
  }
}

function isNewBrowser(account: Account, { knownAccounts }: SigningInBrowser): boolean {
  const isFirstHour = Date.now() - account.createdAt.getTime() < firstSignInMs;
  return !isFirstHour && knownAccounts?.includes(toKnownAccount(account)) === false;
}

/** Returns undefined for a sign-in that has expired, or waits for another step. */
export function ignoreExpired(error: unknown): undefined {
  if (!(error instanceof SignInExpiredError)) throw error;
}

/** @throws SignInExpiredError */
export function getPendingSignIn({
  pendingSignIn,
}: Pick<SigningInBrowser, 'pendingSignIn'>): string {
  if (pendingSignIn === undefined) throw new SignInExpiredError();
  return pendingSignIn;
}
