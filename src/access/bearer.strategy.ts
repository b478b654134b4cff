import { Injectable } from '@nestjs/common';
import { Strategy, type VerifyFunction } from 'passport-http-bearer';
import type { Principal } from './principal.js';
import { PrincipalsService } from './principals.service.js';

/** Only what the strategy reads of a request: never its body, which stock Passport would search too. */
export interface BearerRequest {
  readonly headers: { readonly authorization?: string };
}

/** Reads a bearer token (RFC 6750) and asks for the principal behind it. */
@Injectable()
export class BearerStrategy extends Strategy<VerifyFunction> {
  /** How Passport strategies report; set by whoever runs one. */
  declare success: (principal: Principal) => void;
  declare fail: () => void;
  declare error: (error: unknown) => void;
  declare authenticate: (request: BearerRequest) => void;

  constructor(principals: PrincipalsService) {
    super((token, done) => {
      principals.authenticate(token).then((principal) => done(null, principal), done);
    });
  }
}
