import {
  Injectable,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { catchError, map, type Observable } from 'rxjs';
import { withinDeadline } from '../../access/authentication/request-deadline.js';
import { throwHookRefusal } from '../../errors/host-error.js';
import { throwAsOwn } from '../../errors/throw-as-own.js';
import type { Redirect, RenderedPage } from './page-response.js';
import { PageWriter } from './page-writer.js';
import { visitorOf } from './visitor.js';

type Answer = RenderedPage | Redirect | StreamableFile;

/** Writes the HTTP response of what a handler of pages returns. */
@Injectable()
export class PageInterceptor implements NestInterceptor {
  constructor(private readonly writer: PageWriter) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<object>();
    const response = http.getResponse<unknown>();
    const visitor = visitorOf(request)!;
    return withinDeadline(request, next.handle() as Observable<Answer>).pipe(
      map((answer) => {
        try {
          if (answer instanceof StreamableFile) return this.writer.save(response, answer);
          if ('location' in answer) return this.writer.redirect(response, visitor, answer);
          return this.writer.write(response, visitor, answer);
        } catch (error) {
          return throwAsOwn(error);
        }
      }),
      catchError(throwHookRefusal),
    );
  }
}
