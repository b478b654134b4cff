import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { withinDeadline } from '../access/authentication/request-deadline.js';
import type { IncomingHeaders } from '../request/incoming-headers.js';
import { getRequest } from '../request/request.js';
import { ResponseHeaders } from './headers/response-headers.js';
import { entityTagFor, TaggedResponse } from './headers/tagged-response.js';

interface IncomingRequest extends IncomingHeaders {
  readonly method: string;
}

/** One interceptor for deadline and entity tag, because each adds RxJS layers to every request. */
@Injectable()
export class ResponseInterceptor implements NestInterceptor {
  constructor(private readonly headers: ResponseHeaders) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = getRequest<IncomingRequest>(context);
    return withinDeadline(request, next.handle()).pipe(
      map((result: unknown) => {
        if (!(result instanceof TaggedResponse)) return result;
        const response = context.switchToHttp().getResponse<unknown>();
        const isKnown = this.headers.tag(request, response, entityTagFor(request, result.tag));
        return isKnown ? undefined : result.body;
      }),
    );
  }
}
