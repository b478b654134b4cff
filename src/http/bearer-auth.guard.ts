import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { OPTIONAL_DEPS_METADATA } from '@nestjs/common/constants.js';
import { AuthGuard } from '@nestjs/passport';
import { AuthenticationError } from '../errors/translatable.error.js';
import {
  AuthenticationRequiredError,
  InvalidTokenError,
  TokenConflictError,
} from '../errors/error-registry.js';
import { wrapUnexpected } from '../errors/host-error.js';
import type { BearerStrategy } from '../access/authentication/bearer.strategy.js';
import type { PresentingRequest } from '../access/authentication/bearer-credentials.js';
import { countFailedAuthentication } from '../access/authentication/failed-authentication.js';
import { startDeadline } from '../access/authentication/request-deadline.js';
import { readRequestableScope, readRequiredScope } from '../access/authentication/scope.guard.js';
import { mountedAccountsToken, type MountedAccounts } from './mounted-accounts.js';
import {
  assertOpensApi,
  rememberPrincipal,
  scopes,
  type Principal,
} from '../principals/principal.js';
import type { Resource } from '../principals/resource.js';
import { getCall, getRequest } from '../request/request.js';

interface IncomingRequest extends PresentingRequest {
  readonly ip?: string;
}

/**
 * Lets in requests with a valid bearer token, from the header or the query (SPEC 5.2), and stores their principal. The
 * token of a WebSocket handshake is checked again for each message. A failed token counts against its source address. A
 * valid token passes regardless of that count.
 */
@Injectable()
export class BearerAuthGuard extends AuthGuard('bearer') {
  constructor(@Inject(mountedAccountsToken) private readonly accounts: MountedAccounts) {
    super();
  }

  override getRequest(context: ExecutionContext): IncomingRequest {
    return getRequest<IncomingRequest>(context);
  }

  /** Runs the strategy without `PassportModule`, whose registry belongs to the host (docs/decisions/passport.md). */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = this.getRequest(context);
    startDeadline(request, this.accounts.hasher);
    try {
      const principal = await this.authenticate(request);
      this.assertUsable(principal, this.findResource(context));
      rememberPrincipal(request, principal, getCall(context));
      return true;
    } catch (error) {
      // An earlier message on the socket may have set one.
      rememberPrincipal(request, undefined, getCall(context));
      if (error instanceof AuthenticationError) {
        error.required = this.accounts.resources.accessFor(this.requiredScope(context));
        await countFailedAuthentication(
          this.accounts.limits,
          error,
          request.ip ?? '',
          isGuess(error),
        );
      }
      wrapUnexpected(error);
    }
  }

  /**
   * @param resource the host's resource that the route belongs to; undefined for the account API
   * @throws InvalidTokenError for a token of another resource; InsufficientScopeError if it gives access to no route at
   * all
   */
  protected assertUsable(principal: Principal, resource: Resource | undefined): void {
    if (!resource) assertOpensApi(principal);
    else if (principal.resource !== resource.identifier) throw new InvalidTokenError();
  }

  /** Whether tokens of this mount can have the scope that a route requires. */
  knowsScope(scope: string): boolean {
    return (
      scopes.some((each) => each === scope) ||
      this.accounts.resources.withScope(scope) !== undefined
    );
  }

  /** The scope that a client can request to use the route; undefined if it requires none, or an own token. */
  protected requiredScope(context: ExecutionContext): string | undefined {
    return readRequestableScope(context);
  }

  private findResource(context: ExecutionContext): Resource | undefined {
    const scope = readRequiredScope(context);
    return scope === undefined ? undefined : this.accounts.resources.withScope(scope);
  }

  /** Returns the parts of the request that may contain its token. */
  protected toPresented(request: IncomingRequest): PresentingRequest {
    return request;
  }

  private authenticate(request: IncomingRequest): Promise<Principal> {
    return new Promise((resolve, reject) => {
      // Passport reports the outcome on the strategy object. Each request has its own object, because concurrent
      // requests would receive each other's principal on a shared one.
      const attempt = Object.create(this.accounts.strategy) as BearerStrategy;
      attempt.success = resolve;
      attempt.error = reject;
      // A malformed token fails with a status. A missing token fails with a challenge that has no `error`.
      const fail: BearerStrategy['fail'] = (challenge) =>
        reject(
          typeof challenge === 'number' || challenge.includes('error=')
            ? new InvalidTokenError()
            : new AuthenticationRequiredError(),
        );
      attempt.fail = fail;
      attempt.authenticate(this.toPresented(request));
    });
  }
}

/** Whether the caller presented exactly one token, which may be a guess. */
function isGuess(error: AuthenticationError): boolean {
  return !(error instanceof AuthenticationRequiredError || error instanceof TokenConflictError);
}

// AuthGuard marks its parameter as optional. The parameter of this class at the same position is required.
Reflect.defineMetadata(OPTIONAL_DEPS_METADATA, [], BearerAuthGuard);
