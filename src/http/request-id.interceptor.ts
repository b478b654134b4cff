import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Observable } from 'rxjs';
import { withinDeadline } from '../access/authentication/request-deadline.js';
import { ResponseHeaders } from './headers/response-headers.js';

@Injectable()
export class RequestIdInterceptor implements NestInterceptor {
  constructor(private readonly headers: ResponseHeaders) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest();
    this.headers.identify(request, http.getResponse());
    return withinDeadline(request, next.handle());
  }
}
