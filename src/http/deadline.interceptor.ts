import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Observable } from 'rxjs';
import { withinDeadline } from '../access/authentication/request-deadline.js';

/** Answers 503 when the time of a request is over, which its guard has started. */
@Injectable()
export class DeadlineInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return withinDeadline(context.switchToHttp().getRequest<object>(), next.handle());
  }
}
