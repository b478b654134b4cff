import { Strategy } from 'passport-http-bearer';
import type { Principal } from '../../principals/principal.js';
import type { PrincipalsService } from '../../principals/principals.service.js';
import { BearerCredentials, type PresentingRequest } from './bearer-credentials.js';

/** Its published types lack these methods, one of which reports the outcome, and do not support Fastify. */
interface PassportStrategy {
  success(principal: Principal): void;
  fail(challenge: number | string): void;
  error(error: unknown): void;
  authenticate(request: object): void;
}

type Verify = (
  credentials: BearerCredentials,
  token: string,
  done: (error: unknown, principal?: Principal) => void,
) => void;

const HttpBearerStrategy = Strategy as unknown as new (
  options: { readonly passReqToCallback: true },
  verify: Verify,
) => PassportStrategy;

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
