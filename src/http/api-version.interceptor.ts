import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Observable } from 'rxjs';
import { withinDeadline } from '../access/authentication/request-deadline.js';
import type { IncomingHeaders } from '../request/incoming-headers.js';
import { getHttpResponse, getRequest } from '../request/request.js';
import { ResponseHeaders } from './headers/response-headers.js';
import { entityTagFor, TaggedResponse } from './headers/tagged-response.js';
import { rememberBodyChange } from './input/json-body.js';
import { readOperation } from './operation.decorator.js';
import {
  ApiVersions,
  rememberVersion,
  requestBodyIn,
  responseBodyIn,
} from './versions/api-versions.js';

interface IncomingRequest extends IncomingHeaders {
  readonly method: string;
}

/**
 * Reads `Accept-Version` (SPEC 9.1). Converts the request body before the handler, and the response body after it.
 *
 * The deadline and the entity tag are part of it, because each interceptor adds RxJS layers to every request.
 */
@Injectable()
export class ApiVersionInterceptor implements NestInterceptor {
  constructor(
    private readonly headers: ResponseHeaders,
    private readonly versions: ApiVersions,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = getRequest<IncomingRequest>(context);
    const response = getHttpResponse(context);
    const { version } = this.headers.describe(request, response);
    if (!version) throw this.versions.unsupported();
    rememberVersion(request, version);
    const operation = readOperation(context);
    if (version.difference) {
      rememberBodyChange(request, (body) => requestBodyIn(version, operation, body));
    }
    return withinDeadline(request, next.handle(), (result: unknown) => {
      const body = this.untag(request, response, result);
      return version.difference ? responseBodyIn(version, operation, body) : body;
    });
  }

  /** Sends the entity tag of a result that has one. Returns its body, unless the client already has it. */
  private untag(request: IncomingRequest, response: unknown, result: unknown): unknown {
    if (!(result instanceof TaggedResponse)) return result;
    const isKnown = this.headers.tag(request, response, entityTagFor(request, result.tag));
    return isKnown ? undefined : result.body;
  }
}
