import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { map, type Observable } from 'rxjs';
import { withinDeadline } from '../access/authentication/request-deadline.js';
import { AnswerHeaders } from './headers/answer-headers.js';
import { answerIn, ApiVersions, bodyFrom, rememberVersion } from './headers/api-versions.js';
import type { IncomingHeaders } from './headers/incoming-headers.js';
import { entityTagFor, TaggedResponse } from './headers/tagged-response.js';
import { rememberBodyChange } from './input/json-body.decorator.js';
import { Operation } from './operation.decorator.js';

/**
 * Reads `Accept-Version` (SPEC 9.1), refuses unsupported versions, and applies the differences of a version; sends
 * entity tags, and ends with 503 at the timeout.
 */
@Injectable()
export class ApiVersionInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly headers: AnswerHeaders,
    private readonly versions: ApiVersions,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<IncomingRequest>();
    const response = http.getResponse<unknown>();
    const { version } = this.headers.describe(request, response);
    if (!version) throw this.versions.unsupported();
    rememberVersion(request, version);
    const operation = this.reflector.get(Operation, context.getHandler());
    if (version.difference) {
      rememberBodyChange(request, (body) => bodyFrom(version, operation, body));
    }
    return withinDeadline(request, next.handle()).pipe(
      map((result: unknown) => {
        if (!(result instanceof TaggedResponse)) return answerIn(version, operation, result);
        const isKnown = this.headers.tag(request, response, entityTagFor(request, result.tag));
        return isKnown ? undefined : answerIn(version, operation, result.body);
      }),
    );
  }
}

interface IncomingRequest extends IncomingHeaders {
  readonly method: string;
}
