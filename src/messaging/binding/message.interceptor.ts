import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { defer, lastValueFrom, type Observable } from 'rxjs';
import { throwHookRefusal } from '../../errors/host-error.js';
import { ResponseHeaders } from '../../http/headers/response-headers.js';
import {
  responseBodyIn,
  ApiVersions,
  requestBodyIn,
  rememberVersion,
} from '../../http/versions/api-versions.js';
import { rememberBodyChange } from '../../http/input/json-body.js';
import { entityTagFor, TaggedResponse } from '../../http/headers/tagged-response.js';
import { readOperation } from '../../http/operation.decorator.js';
import type { AccountsReply } from '../accounts-message.js';
import { getMessage } from './message-request.js';
import { replyTo } from './message.reply.js';

/** Refuses unsupported versions, converts bodies between versions, and creates the reply. */
@Injectable()
export class MessageInterceptor implements NestInterceptor {
  constructor(
    private readonly headers: ResponseHeaders,
    private readonly versions: ApiVersions,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<AccountsReply> {
    const message = getMessage(context);
    const { version, headers } = this.headers.description(message);
    if (!version) throw this.versions.unsupported();
    rememberVersion(message, version);
    Object.assign(message.responseHeaders, headers);
    const operation = readOperation(context);
    if (version.difference) {
      rememberBodyChange(message, (body) => requestBodyIn(version, operation, body));
    }
    return defer(async () => {
      const result: unknown = await message
        .inTime(() => message.span.within(() => lastValueFrom(next.handle())))
        .catch(throwHookRefusal);
      if (result === undefined) return replyTo(message, 204, null);
      if (!(result instanceof TaggedResponse)) {
        return replyTo(message, 200, responseBodyIn(version, operation, result));
      }
      message.responseHeaders.ETag = entityTagFor(message, result.tag);
      return replyTo(message, 200, responseBodyIn(version, operation, result.body));
    });
  }
}
