import { Injectable } from '@nestjs/common';
import { CredentialsWrongError, SignInExpiredError } from '../../errors/error-registry.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import type { SignInStep } from '../../sign-in/browser-sign-in.service.js';
import type { BrowserSignUpService } from '../../sign-in/browser-sign-up.service.js';
import { withReturnTo } from '../shell/browser/return-to.js';
import { ConsoleOptions } from '../shell/console.options.js';
import { redirect, redirectTo, type Redirect } from '../shell/browser/page-response.js';
import type { Visitor } from '../shell/browser/visitor.js';

type ConfirmedSignUp = Awaited<ReturnType<BrowserSignUpService['confirm']>>;

/** Redirects visitors to the next step of a sign-in. */
@Injectable()
export class SessionStart {
  constructor(
    private readonly publicUrl: PublicUrl,
    private readonly options: ConsoleOptions,
  ) {}

  /** Continues after a right password: with the session, the second step or the factor set-up. */
  continueSignIn(step: SignInStep, visitor: Visitor): Redirect {
    const { returnTo } = visitor;
    switch (step.status) {
      case 'signed_in':
        return this.begin(step.token, visitor);
      case 'second_factor_required':
        return toStep('/console/second-step', step.pending, returnTo);
      case 'second_factor_setup_required':
        return toStep('/console/set-up-factor', step.pendingSetup, returnTo);
    }
  }

  /** Continues after a sign-up. Its link may have been opened in another browser, which the next page must explain. */
  finishSignUp({ step, accountId, returnTo }: ConfirmedSignUp, visitor: Visitor): Redirect {
    const next = this.continueSignIn(step, { ...visitor, returnTo });
    if (step.status !== 'signed_in') return next;
    return { ...next, notice: { key: 'notice.email_verified' }, reader: accountId };
  }

  /** Redirects with the token of a new session. */
  begin(token: string, visitor: Visitor): Redirect {
    return redirectTo(this.pageAfterSignIn(visitor), undefined, { token, pendingSignIn: null });
  }

  /** Begins like {@link begin}, but offers a passkey before the requested page. */
  offerPasskey(token: string, { returnTo }: Visitor): Redirect {
    const path = withReturnTo('/console/passkey-offer', returnTo);
    return redirect(path, undefined, { token, pendingSignIn: null });
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

  /** The requested page, the home page of the service, or the first section. */
  pageAfterSignIn({ returnTo }: Visitor): string {
    const { sections, brand } = this.options;
    return returnTo ?? brand.homeUrl ?? this.publicUrl.path(`/console/${sections[0]}`);
  }
}

const toStep = (path: string, pendingSignIn: string, returnTo: string | undefined) =>
  redirect(withReturnTo(path, returnTo), undefined, { pendingSignIn });
