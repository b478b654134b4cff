import { Injectable } from '@nestjs/common';
import { Strategy } from 'passport-http-bearer';
import type { Principal } from '../principals/principal.js';
import { PrincipalsService } from '../principals/principals.service.js';

/**
 * A token as the strategy takes one without parsing. It sees nothing else of a request, whose body it
 * would search too.
 */
export interface BearerRequest {
  readonly query: { readonly access_token: string | undefined };
}

/** A Passport strategy for its caller: it reports the outcome to one of the first three. */
interface PassportStrategy {
  success(principal: Principal): void;
  fail(): void;
  error(error: unknown): void;
  authenticate(request: BearerRequest): void;
}

type Verify = (token: string, done: (error: unknown, principal?: Principal) => void) => void;

// Its published types know neither the outcome methods nor Fastify.
const HttpBearerStrategy = Strategy as unknown as new (verify: Verify) => PassportStrategy;

/** Asks for the principal behind a bearer token (RFC 6750). */
@Injectable()
export class BearerStrategy extends HttpBearerStrategy {
  constructor(principals: PrincipalsService) {
    super((token, done) => {
      principals.authenticate(token).then((principal) => done(null, principal), done);
    });
  }
}
