import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { OPTIONAL_DEPS_METADATA } from '@nestjs/common/constants.js';
import { AuthGuard } from '@nestjs/passport';
import { AuthenticationError } from '../errors/translatable.error.js';
import {
  AuthenticationRequiredError,
  InvalidTokenError,
  TokenConflictError,
} from '../errors/error-registry.js';
import { throwAsOwn } from '../errors/throw-as-own.js';
import type { BearerStrategy } from '../access/authentication/bearer.strategy.js';
import type { PresentingRequest } from '../access/authentication/bearer-credentials.js';
import { countFailedAuthentication } from '../access/authentication/failed-authentication.js';
import { startDeadline } from '../access/authentication/request-deadline.js';
import { mountedAccountsToken, type MountedAccounts } from './mounted-accounts.js';
import { forgetPrincipal, rememberPrincipal, type Principal } from '../principals/principal.js';
import { getRequest } from '../request/request.js';

interface IncomingRequest extends PresentingRequest {
  readonly ip?: string;
}

/**
 * Lets in requests with a valid bearer token, from the `Authorization` header or the `access_token`
 * query parameter (SPEC 5.2), and remembers their principal. Each message of a WebSocket presents the token of the
 * handshake again.
 *
 * A token that fails counts against its source address; a valid one passes whatever that count is.
 */
@Injectable()
export class BearerAuthGuard extends AuthGuard('bearer') {
  constructor(@Inject(mountedAccountsToken) private readonly accounts: MountedAccounts) {
    super();
  }

  override getRequest(context: ExecutionContext): IncomingRequest {
    return getRequest<IncomingRequest>(context);
  }

  /**
   * Runs the strategy as Passport runs one of its registry, without the registry and the options of
   * `PassportModule`, which are the host's (docs/decisions/passport.md).
   */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = this.getRequest(context);
    startDeadline(request, this.accounts.hasher);
    try {
      rememberPrincipal(request, await this.authenticate(request));
      return true;
    } catch (error) {
      // An earlier message of the socket may have had one.
      forgetPrincipal(request);
      if (error instanceof AuthenticationError) {
        await countFailedAuthentication(
          this.accounts.limits,
          error,
          request.ip ?? '',
          isGuess(error),
        );
      }
      throwAsOwn(error);
    }
  }

  private authenticate(request: IncomingRequest): Promise<Principal> {
    return new Promise((resolve, reject) => {
      // Passport reports the outcome on an object made for this request alone; on a shared one,
      // two requests at once would receive each other's principal.
      const attempt = Object.create(this.accounts.strategy) as BearerStrategy;
      attempt.success = resolve;
      attempt.error = reject;
      // The strategy fails with a status for a malformed token, and with a challenge without an error if there is none.
      attempt.fail = (challenge) =>
        reject(
          typeof challenge === 'number' || challenge.includes('error=')
            ? new InvalidTokenError()
            : new AuthenticationRequiredError(),
        );
      attempt.authenticate(request);
    });
  }
}

/** Whether the caller has presented one token, which may be a guess. */
function isGuess(error: AuthenticationError): boolean {
  return !(error instanceof AuthenticationRequiredError || error instanceof TokenConflictError);
}

// The parameter of AuthGuard is optional, and ours, at its position, is not.
Reflect.defineMetadata(OPTIONAL_DEPS_METADATA, [], BearerAuthGuard);
