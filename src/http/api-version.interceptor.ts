import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { map, type Observable } from 'rxjs';
import { withinDeadline } from '../access/authentication/request-deadline.js';
import { ResponseHeaders } from './headers/response-headers.js';
import { responseIn, ApiVersions, requestIn, rememberVersion } from './headers/api-versions.js';
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
    private readonly headers: ResponseHeaders,
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
      rememberBodyChange(request, (body) => requestIn(version, operation, body));
    }
    return withinDeadline(request, next.handle()).pipe(
      map((result: unknown) => {
        if (!(result instanceof TaggedResponse)) return responseIn(version, operation, result);
        const isKnown = this.headers.tag(request, response, entityTagFor(request, result.tag));
        return isKnown ? undefined : responseIn(version, operation, result.body);
      }),
    );
  }
}

interface IncomingRequest extends IncomingHeaders {
  readonly method: string;
}
