import { Catch, Injectable, Logger, type ArgumentsHost } from '@nestjs/common';
import { RpcException } from '@nestjs/microservices';
import { throwError, type Observable } from 'rxjs';
import { AccessDeniedError } from '../access/access.errors.js';
import { ErrorFilter } from '../http/error.filter.js';
import { requestId } from '../http/request-id.js';
import { messageOf } from './message-request.js';
import { replyTo } from './message.reply.js';

/** Turns every failure into what it is answered with over HTTP, as the error of the message. */
@Catch()
@Injectable()
export class MessageErrorFilter extends ErrorFilter {
  private readonly messageLogger = new Logger(MessageErrorFilter.name);

  override catch(error: unknown, host: ArgumentsHost): Observable<never> {
    const message = messageOf(host);
    const id = requestId(message);
    const { language, headers } = this.headers.description(message);
    // What Nest throws when a guard of the host says no.
    const refused = error instanceof RpcException ? new AccessDeniedError() : error;
    const answer = this.answerTo(refused, id, language);
    // The log of requests says how each of them ended; of messages, those that we failed.
    if (answer.status >= 500) {
      this.messageLogger.warn(`Message ${id} is answered with ${answer.status}`);
    }
    Object.assign(message.answerHeaders, headers, answer.headers);
    return throwError(() => replyTo(message, answer.status, answer.body));
  }
}
