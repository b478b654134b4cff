import { Injectable } from '@nestjs/common';
import { SessionsService } from '../../access/sessions/sessions.service.js';
import type { PasswordResult } from '../../accounts/second-step.js';
import type { Requester } from '../../request/requester.js';
import type { Account } from '../../database/records.js';
import { CredentialsWrongError, SignInExpiredError } from '../../errors/error-registry.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { withReturnTo } from '../shell/components/return-to.js';
import { ConsoleOptions } from '../shell/console.options.js';
import { redirect, type Redirect } from '../shell/browser/page-response.js';
import type { Visitor } from '../shell/browser/visitor.js';

/** The request of a form that starts a session. */
export interface SignInRequest {
  readonly ip?: string;
  readonly headers: { readonly 'user-agent'?: string; readonly cookie?: string };
}

/** Starts console sessions. */
@Injectable()
export class SessionStart {
  constructor(
    private readonly sessions: SessionsService,
    private readonly address: PublicUrl,
    private readonly options: ConsoleOptions,
  ) {}

  /**
   * Continues after a right password: starts a session, or redirects to the second step or the factor set-up.
   *
   * @param returnTo the page the visitor requested. Default: the first section
   * @throws CredentialsWrongError if the password changed after it was checked
   */
  async continueSignIn(
    result: PasswordResult,
    request: SignInRequest,
    visitor: Visitor,
    requester: Requester,
    returnTo?: string,
  ): Promise<Redirect> {
    switch (result.status) {
      case 'authenticated':
        return this.begin(result.account, request, visitor, requester, returnTo);
      case 'second_factor_required':
        return this.pending('/console/second-step', result.pending, returnTo);
      case 'second_factor_setup_required':
        return this.pending('/console/set-up-factor', result.pendingSetup, returnTo);
    }
  }

  private pending(path: string, pendingSignIn: string, returnTo: string | undefined): Redirect {
    return { ...redirect(this.address.path(withReturnTo(path, returnTo))), pendingSignIn };
  }

  /** Starts a session and redirects. @throws CredentialsWrongError as {@link continueSignIn} does */
  async begin(
    account: Account,
    request: SignInRequest,
    visitor: Visitor,
    requester: Requester,
    returnTo?: string,
  ): Promise<Redirect> {
    const token = await this.token(account, request, visitor, requester);
    return { ...this.redirectAfterSignIn(returnTo), token, pendingSignIn: null };
  }

  /**
   * Starts a session, and ends the previous one of the browser. Returns the new token, so that a token an attacker has
   * planted in the browser is not signed in (session fixation).
   *
   * @throws CredentialsWrongError if the password changed after it was checked
   */
  async token(
    { id, credentialsGeneration: generation }: Account,
    { ip = '', headers }: SignInRequest,
    { account: before, session }: Visitor,
    requester: Requester,
  ): Promise<string> {
    const origin = { userAgent: headers['user-agent'] ?? '', source: ip };
    const proof = { shown: 'password', generation, requester } as const;
    const token = await this.sessions.begin(id, proof, origin);
    if (token === undefined) throw new CredentialsWrongError();
    if (before && session) await this.sessions.end(before.id, session.id, requester);
    return token;
  }

  /** Restarts a sign-in that has expired; returns undefined for other errors. */
  restartSignIn(error: unknown, returnTo: string | undefined): Redirect | undefined {
    if (!(error instanceof SignInExpiredError || error instanceof CredentialsWrongError)) {
      return undefined;
    }
    const location = this.address.path(withReturnTo('/console/sign-in', returnTo));
    return { ...redirect(location, 'sign_in_expired', { keptMs: 0 }), pendingSignIn: null };
  }

  /** Redirects a signed-in visitor to the requested page. */
  redirectAfterSignIn(returnTo: string | undefined): Redirect {
    return redirect(returnTo ?? this.address.path(`/console/${this.options.sections[0]}`));
  }
}
