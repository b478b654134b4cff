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
import {
  responseBodyIn,
  ApiVersions,
  requestBodyIn,
  rememberVersion,
} from './versions/api-versions.js';
import type { IncomingHeaders } from '../access/incoming-headers.js';
import { entityTagFor, TaggedResponse } from './headers/tagged-response.js';
import { rememberBodyChange } from './input/json-body.decorator.js';
import { Operation } from './operation.decorator.js';

/**
 * Surrounds each handler of the API: with the version of `Accept-Version` (SPEC 9.1) and its differences before it and
 * after it, with the deadline of the response, and with the entity tag, by which a read may be 304.
 */
@Injectable()
export class AccountsApiInterceptor implements NestInterceptor {
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
      rememberBodyChange(request, (body) => requestBodyIn(version, operation, body));
    }
    return withinDeadline(request, next.handle()).pipe(
      map((result: unknown) => {
        if (!(result instanceof TaggedResponse)) return responseBodyIn(version, operation, result);
        const isKnown = this.headers.tag(request, response, entityTagFor(request, result.tag));
        return isKnown ? undefined : responseBodyIn(version, operation, result.body);
      }),
    );
  }
}

interface IncomingRequest extends IncomingHeaders {
  readonly method: string;
}
