import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import type { IncomingHeaders } from '../request/incoming-headers.js';
import { ResponseHeaders } from './headers/response-headers.js';
import { entityTagFor, TaggedResponse } from './headers/tagged-response.js';

interface IncomingRequest extends IncomingHeaders {
  readonly method: string;
}

/** Sends the entity tag of a {@link TaggedResponse}; a read whose client knows it is 304 (RFC 9110 section 13). */
@Injectable()
export class EntityTagInterceptor implements NestInterceptor {
  constructor(private readonly headers: ResponseHeaders) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      map((result: unknown) => {
        if (!(result instanceof TaggedResponse)) return result;
        const http = context.switchToHttp();
        const request = http.getRequest<IncomingRequest>();
        const response = http.getResponse<unknown>();
        const isKnown = this.headers.tag(request, response, entityTagFor(request, result.tag));
        return isKnown ? undefined : (result.body as unknown);
      }),
    );
  }
}
