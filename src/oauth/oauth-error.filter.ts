import { Catch, Injectable } from '@nestjs/common';
import { AccountsErrorFilter } from '../http/accounts-error.filter.js';
import { oauthErrorBody } from '../errors/error-body.js';
import type { ErrorCode } from '../errors/error-registry.js';
import { TranslatableError } from '../errors/translatable.error.js';
import type { Violation } from '../errors/form-error.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';

/** As in RFC 6749 section 5.2, in English: the RFC limits the characters of a description to ASCII. */
@Catch(TranslatableError, ValidationFailedError)
@Injectable()
export class OAuthErrorFilter extends AccountsErrorFilter {
  /** Adds the header for HTTP/1.0 caches, which RFC 6749 section 5.1 requires. */
  protected override headersFor(error: unknown, code: ErrorCode) {
    return { ...super.headersFor(error, code), Pragma: 'no-cache' };
  }

  protected override readBody(violation: Violation): object {
    return oauthErrorBody(violation);
  }
}
