import { Injectable } from '@nestjs/common';
import { authenticationMethods } from '../../access/sessions/authentication-methods.js';
import { SessionsService } from '../../access/sessions/sessions.service.js';
import type { PasswordResult } from '../../accounts/sign-in/second-step.js';
import { SignInService } from '../../accounts/sign-in/sign-in.service.js';
import type { Account } from '../../database/records.js';
import { CredentialsWrongError, SignInExpiredError } from '../../errors/error-registry.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { withReturnTo } from '../shell/browser/return-to.js';
import { ConsoleOptions } from '../shell/console.options.js';
import { redirect, redirectTo, type Redirect } from '../shell/browser/page-response.js';
import { getSession, type PageVisitor, type Visitor } from '../shell/browser/visitor.js';

@Injectable()
export class SessionStart {
  constructor(
    private readonly sessions: SessionsService,
    private readonly signIns: SignInService,
    private readonly publicUrl: PublicUrl,
    private readonly options: ConsoleOptions,
  ) {}

  /** Signs in to an account whose password is known to be right, as {@link continueSignIn} does. */
  async signIn(account: Account, visitor: PageVisitor): Promise<Redirect> {
    return this.continueSignIn(await this.signIns.afterPassword(account), visitor);
  }

  /**
   * Continues after a right password: starts a session, or redirects to the second step or the factor set-up.
   *
   * @throws CredentialsWrongError if the password changed after it was checked
   */
  async continueSignIn(result: PasswordResult, visitor: PageVisitor): Promise<Redirect> {
    const { returnTo } = visitor;
    switch (result.status) {
      case 'authenticated':
        return this.begin(result.account, visitor, authenticationMethods.password);
      case 'second_factor_required':
        return toStep('/console/second-step', result.pending, returnTo);
      case 'second_factor_setup_required':
        return toStep('/console/set-up-factor', result.pendingSetup, returnTo);
    }
  }

  /**
   * Starts a session and redirects.
   *
   * @param amr how the user has authenticated (RFC 8176)
   * @throws CredentialsWrongError as {@link continueSignIn} does
   */
  async begin(account: Account, visitor: PageVisitor, amr: readonly string[]): Promise<Redirect> {
    const token = await this.token(account, visitor, amr);
    return redirectTo(this.pageAfterSignIn(visitor), undefined, { token, pendingSignIn: null });
  }

  /**
   * Starts a session, and ends the previous one of the browser, unless that is the same user's. Returns the new token,
   * so that a token an attacker has planted in the browser is not signed in (session fixation).
   *
   * @throws CredentialsWrongError if the password changed after it was checked
   */
  async token(
    { id, credentialsGeneration: generation }: Account,
    visitor: PageVisitor,
    amr: readonly string[],
  ): Promise<string> {
    const { requester, userAgent, session } = visitor;
    const proof = { shown: 'password', generation, requester } as const;
    if (session?.accountId === id) {
      const renewed = await this.sessions.confirm(session, proof, amr);
      if (renewed !== undefined) return renewed;
    }
    const token = await this.sessions.begin(id, proof, {
      userAgent,
      source: requester.source ?? '',
      amr,
    });
    if (token === undefined) throw new CredentialsWrongError();
    await this.end(visitor);
    return token;
  }

  /** Ends the session of the browser, if it has one. */
  async end(visitor: PageVisitor): Promise<void> {
    const session = getSession(visitor);
    if (!session) return;
    const { id, accountId } = session;
    await this.sessions.end(accountId, id, { ...visitor.requester, accountId });
  }

  /** Restarts a sign-in that has expired; returns undefined for other errors. */
  restartSignIn(error: unknown, { returnTo }: Visitor): Redirect | undefined {
    if (!(error instanceof SignInExpiredError || error instanceof CredentialsWrongError)) {
      return undefined;
    }
    const path = withReturnTo('/console/sign-in', returnTo);
    return redirect(path, 'sign_in_expired', { keptMs: 0, pendingSignIn: null });
  }

  redirectAfterSignIn(visitor: Visitor): Redirect {
    return redirectTo(this.pageAfterSignIn(visitor));
  }

  /** The requested page, or the first section. */
  pageAfterSignIn({ returnTo }: Visitor): string {
    return returnTo ?? this.publicUrl.path(`/console/${this.options.sections[0]}`);
  }
}

const toStep = (path: string, pendingSignIn: string, returnTo: string | undefined) =>
  redirect(withReturnTo(path, returnTo), undefined, { pendingSignIn });
