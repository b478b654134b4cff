import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import { AuthenticationError } from '../../errors/translatable.error.js';
import { AuthenticationRequiredError, InvalidTokenError } from '../../errors/error-registry.js';
import { throwAsOwn } from '../../errors/throw-as-own.js';
import { BearerStrategy } from './bearer.strategy.js';
import { countFailedAuthentication } from './failed-authentication.js';
import { presentedToken, type PresentedToken, type PresentingRequest } from './presented-token.js';
import { startDeadline } from './request-deadline.js';
import { rememberPrincipal, type Principal } from '../principals/principal.js';

interface IncomingRequest extends PresentingRequest {
  readonly ip?: string;
}

/**
 * Lets in requests with a valid bearer token, from the `Authorization` header or the `access_token`
 * query parameter (SPEC 5.2), and remembers their principal.
 *
 * A token that fails counts against its source address; a valid one passes whatever that count is.
 */
@Injectable()
export class BearerAuthGuard extends AuthGuard('bearer') {
  constructor(
    private readonly strategy: BearerStrategy,
    private readonly limits: RateLimitsService,
  ) {
    super();
  }

  /**
   * Runs the strategy as Passport runs one of its registry, without the registry and the options of
   * `PassportModule`, which are the host's (docs/decisions/passport.md).
   */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IncomingRequest>();
    startDeadline(request);
    let presented: PresentedToken | undefined;
    try {
      presented = presentedToken(request);
      rememberPrincipal(request, await this.authenticate(presented));
      return true;
    } catch (error) {
      if (error instanceof AuthenticationError) {
        const isGuessed = presented !== undefined;
        await countFailedAuthentication(this.limits, error, request.ip ?? '', isGuessed);
      }
      throwAsOwn(error);
    }
  }

  private authenticate(presented: PresentedToken | undefined): Promise<Principal> {
    return new Promise((resolve, reject) => {
      // Passport reports the outcome on an object made for this request alone; on a shared one,
      // two requests at once would receive each other's principal.
      const attempt = Object.create(this.strategy) as BearerStrategy;
      attempt.success = (principal) =>
        resolve(presented?.viaQuery ? { ...principal, viaQuery: true } : principal);
      attempt.error = reject;
      attempt.fail = () =>
        reject(presented ? new InvalidTokenError() : new AuthenticationRequiredError());
      attempt.authenticate({ query: { access_token: presented?.token } });
    });
  }
}
