import { Catch, Injectable } from '@nestjs/common';
import { AccountsErrorFilter } from '../http/accounts-error.filter.js';
import { errorCodes, type ErrorCode } from '../http/errors/error-codes.js';
import type { Complaint } from '../http/errors/form-error.js';
import { english } from '../language/english.js';
import { TranslatableError } from '../language/translatable.error.js';
import { ValidationFailedError } from '../http/errors/validation-failed.error.js';

/**
 * Errors as RFC 6749 section 5.2 says: a code and an English description, whose characters are
 * limited to ASCII there, and never a form.
 */
@Catch(TranslatableError, ValidationFailedError)
@Injectable()
export class OAuthErrorFilter extends AccountsErrorFilter {
  /** What caches of HTTP/1.0 go by, which RFC 6749 section 5.1 thinks of. */
  protected override headersFor(error: unknown, code: ErrorCode, name: string) {
    return { ...super.headersFor(error, code, name), Pragma: 'no-cache' };
  }

  protected override bodyOf({ code, params }: Complaint): object {
    const { status, error = code, oauth } = errorCodes[code];
    return {
      error: status === 400 && !oauth ? 'invalid_request' : error,
      error_description: english.say(code, params),
    };
  }
}
