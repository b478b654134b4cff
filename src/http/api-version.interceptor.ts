import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import type { IncomingHeaders } from '../request/incoming-headers.js';
import { getRequest } from '../request/request.js';
import { ResponseHeaders } from './headers/response-headers.js';
import { rememberBodyChange } from './input/json-body.js';
import { readOperation } from './operation.decorator.js';
import {
  ApiVersions,
  rememberVersion,
  requestBodyIn,
  responseBodyIn,
} from './versions/api-versions.js';

/** Reads `Accept-Version` (SPEC 9.1). Converts the request body before the handler, and the response body after it. */
@Injectable()
export class ApiVersionInterceptor implements NestInterceptor {
  constructor(
    private readonly headers: ResponseHeaders,
    private readonly versions: ApiVersions,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = getRequest<IncomingHeaders>(context);
    const response = context.switchToHttp().getResponse<unknown>();
    const { version } = this.headers.describe(request, response);
    if (!version) throw this.versions.unsupported();
    rememberVersion(request, version);
    if (!version.difference) return next.handle();
    const operation = readOperation(context);
    rememberBodyChange(request, (body) => requestBodyIn(version, operation, body));
    return next.handle().pipe(map((body: unknown) => responseBodyIn(version, operation, body)));
  }
}
