import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import {
  isTokenPresented,
  type PresentingRequest,
} from '../access/authentication/bearer-credentials.js';
import { startDeadline } from '../access/authentication/request-deadline.js';
import { SessionRequiredError, SessionUnconfirmedError } from '../errors/error-registry.js';
import { wrapUnexpected } from '../errors/host-error.js';
import { AccountsOptionsError } from '../options/accounts-options.error.js';
import { findCaller, rememberPrincipal } from '../principals/principal.js';
import { isRecent } from '../principals/session-principal.js';
import { getCall, getRequest } from '../request/request.js';
import { BearerAuthGuard } from './bearer-auth.guard.js';
import {
  mountedAccountsToken,
  type MountedAccounts,
  type MountedSessions,
  type OriginRequest,
} from './mounted-accounts.js';

/**
 * Lets in requests with a session of the console or of the host's pages, and stores their principal. Pages of other
 * sites cannot use the session to change something.
 */
@Injectable()
export class SessionAuthGuard implements CanActivate {
  private readonly sessions: MountedSessions;

  constructor(@Inject(mountedAccountsToken) private readonly accounts: MountedAccounts) {
    this.sessions = requireSessions(accounts);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = getRequest<OriginRequest>(context);
    startDeadline(request, this.accounts.hasher);
    try {
      this.sessions.assertOrigin(request);
      if (await authenticate(this.sessions, request, context)) return true;
      throw new SessionRequiredError();
    } catch (error) {
      // An earlier message on the socket may have set one.
      rememberPrincipal(request, undefined, getCall(context));
      return wrapUnexpected(error);
    }
  }
}

/** Lets in requests from pages on an allowed origin, whether or not they have a session. */
@Injectable()
export class AllowedOriginGuard implements CanActivate {
  private readonly sessions: MountedSessions;

  constructor(@Inject(mountedAccountsToken) accounts: MountedAccounts) {
    this.sessions = requireSessions(accounts);
  }

  canActivate(context: ExecutionContext): boolean {
    try {
      this.sessions.assertOrigin(getRequest<OriginRequest>(context));
      return true;
    } catch (error) {
      return wrapUnexpected(error);
    }
  }
}

/** Runs after {@link SessionAuthGuard}. Lets in users who signed in or confirmed in the last ten minutes. */
@Injectable()
export class ConfirmedSessionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const principal = findCaller(context);
    if (principal?.kind === 'session' && isRecent(principal.authenticatedAt)) return true;
    throw new SessionUnconfirmedError();
  }
}

/** Lets in requests with a token, like {@link BearerAuthGuard}, or without one but with a session. */
@Injectable()
export class AnyAuthGuard extends BearerAuthGuard {
  private readonly sessions: MountedSessions;

  constructor(@Inject(mountedAccountsToken) private readonly mount: MountedAccounts) {
    super(mount);
    this.sessions = requireSessions(mount);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = getRequest<PresentingRequest & OriginRequest>(context);
    if (isTokenPresented(request)) return super.canActivate(context);
    startDeadline(request, this.mount.hasher);
    try {
      if (await authenticate(this.sessions, request, context)) return true;
      rememberPrincipal(request, undefined, getCall(context));
    } catch (error) {
      rememberPrincipal(request, undefined, getCall(context));
      wrapUnexpected(error);
    }
    return this.admitAnonymous(context);
  }

  /** Decides about a request with neither a token nor a session. */
  protected admitAnonymous(context: ExecutionContext): Promise<boolean> {
    return super.canActivate(context);
  }
}

/** Lets in all requests, except those with an invalid token, and stores the principal of a token or session. */
@Injectable()
export class OptionalAuthGuard extends AnyAuthGuard {
  protected override admitAnonymous(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

/** Stores the principal of a session. Returns false without a session. @throws OriginNotAllowedError */
async function authenticate(
  sessions: MountedSessions,
  request: OriginRequest,
  context: ExecutionContext,
): Promise<boolean> {
  const principal = await sessions.find(request);
  if (!principal) return false;
  sessions.assertOrigin(request);
  rememberPrincipal(request, principal, getCall(context));
  return true;
}

/** @throws AccountsOptionsError at the start of a host that guards a route with sessions but does not mount them */
function requireSessions({ sessions }: MountedAccounts): MountedSessions {
  if (sessions) return sessions;
  throw new AccountsOptionsError(
    '@SessionAuth(), @AnyAuth(), @OptionalAuth() and @AllowedOrigin() need signInFeature in the features of AccountsModule.',
  );
}
