import { Strategy } from 'passport-http-bearer';
import type { Principal } from '../../principals/principal.js';
import type { PrincipalsService } from '../../principals/principals.service.js';
import { BearerCredentials, type PresentingRequest } from './bearer-credentials.js';

/** A Passport strategy as its caller sees it. It reports the outcome to one of the first three methods. */
interface PassportStrategy {
  success(principal: Principal): void;
  /** @param challenge a status, or the value of `WWW-Authenticate` */
  fail(challenge: number | string): void;
  error(error: unknown): void;
  authenticate(request: object): void;
}

type Verify = (
  credentials: BearerCredentials,
  token: string,
  done: (error: unknown, principal?: Principal) => void,
) => void;

// Its published types lack the outcome methods and do not support Fastify.
const HttpBearerStrategy = Strategy as unknown as new (
  options: { readonly passReqToCallback: true },
  verify: Verify,
) => PassportStrategy;

/** Authenticates the bearer token of a request (RFC 6750). */
export class BearerStrategy extends HttpBearerStrategy {
  constructor(principals: Pick<PrincipalsService, 'authenticate'>) {
    super({ passReqToCallback: true }, ({ query }, token, done) => {
      const viaQuery = query.access_token !== undefined;
      principals
        .authenticate(token)
        .then((principal) => done(null, viaQuery ? { ...principal, viaQuery } : principal), done);
    });
  }

  /** Passes on only {@link BearerCredentials}, so that the body is not searched. */
  override authenticate(request: PresentingRequest): void {
    super.authenticate(new BearerCredentials(request));
  }
}
