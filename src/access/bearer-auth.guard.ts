import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import {
  AuthenticationError,
  AuthenticationRequiredError,
  InvalidTokenError,
  TokenConflictError,
} from './access.errors.js';
import { BearerStrategy } from './bearer.strategy.js';
import { countFailedAuthentication } from './failed-authentication.js';
import { rememberPrincipal, type Principal } from './principal.js';

/** What is read of a request, on Express and Fastify alike. */
interface IncomingRequest {
  readonly headers: { readonly authorization?: string };
  readonly url: string;
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
   * Runs our own strategy instead of one from Passport's registry, which is the host's: two modules
   * in one process would overwrite each other there.
   */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IncomingRequest>();
    const presented = presentedToken(request);
    try {
      rememberPrincipal(request, await this.authenticate(presented));
      return true;
    } catch (error) {
      if (error instanceof AuthenticationError) {
        const guessed = typeof presented === 'object';
        await countFailedAuthentication(this.limits, error, request.ip ?? '', guessed);
      }
      throw error;
    }
  }

  private authenticate(presented: PresentedToken | undefined): Promise<Principal> {
    if (presented === 'conflict') return Promise.reject(new TokenConflictError());
    return new Promise((resolve, reject) => {
      // Passport reports the outcome on an object made for this request alone; on a shared one,
      // two requests at once would receive each other's principal.
      const attempt = Object.create(this.strategy) as BearerStrategy;
      attempt.success = (principal) =>
        resolve(presented?.viaQuery ? { ...principal, viaQuery: true } : principal);
      attempt.error = reject;
      attempt.fail = () =>
        reject(presented ? new InvalidTokenError() : new AuthenticationRequiredError());
      attempt.authenticate({
        headers: { authorization: presented && `Bearer ${presented.token}` },
      });
    });
  }
}

type PresentedToken = { token: string; viaQuery: boolean } | 'conflict';

const bearer = /^bearer(?: +(.*))?$/i;

/** The token a request carries; `conflict` when it carries more than one (RFC 6750 section 2). */
function presentedToken({ headers, url }: IncomingRequest): PresentedToken | undefined {
  const inQuery = queryTokens(url);
  const inHeader = headers.authorization && bearer.exec(headers.authorization)?.[1];
  if (inQuery.length + (inHeader ? 1 : 0) > 1) return 'conflict';
  if (inHeader) return { token: inHeader, viaQuery: false };
  return inQuery[0] === undefined ? undefined : { token: inQuery[0], viaQuery: true };
}

function queryTokens(url: string): string[] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  return new URLSearchParams(url.slice(start)).getAll('access_token').filter((token) => token);
}
