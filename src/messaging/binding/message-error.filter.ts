import { Catch, Injectable, Logger, type ArgumentsHost } from '@nestjs/common';
import { throwError, type Observable } from 'rxjs';
import { AccountsErrorFilter } from '../../http/accounts-error.filter.js';
import { requestId } from '../../http/headers/request-id.js';
import { getMessage } from './message-request.js';
import { replyTo } from './message.reply.js';
import { HookRefusalError } from '../../errors/host-error.js';
import { TranslatableError } from '../../errors/translatable.error.js';
import { ValidationFailedError } from '../../errors/validation-failed.error.js';

/** Converts every error to its HTTP response, and returns that as the error of the message. */
@Catch(TranslatableError, ValidationFailedError, HookRefusalError)
@Injectable()
export class MessageErrorFilter extends AccountsErrorFilter {
  private readonly messageLogger = new Logger(MessageErrorFilter.name);

  override catch(error: unknown, host: ArgumentsHost): Observable<never> {
    const message = getMessage(host);
    const id = requestId(message);
    const { language, headers } = this.accounts.headers.description(message);
    const answer =
      error instanceof HookRefusalError
        ? { status: error.status, headers: {}, body: error.body }
        : this.responseTo(error, id, language);
    // HTTP requests have their own log lines. Of messages, only those with a 5xx response are logged.
    if (answer.status >= 500) {
      this.messageLogger.warn(`Message ${id} failed with ${answer.status}`);
    }
    Object.assign(message.responseHeaders, headers, answer.headers);
    return throwError(() => replyTo(message, answer.status, answer.body));
  }
}
