import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { map, type Observable } from 'rxjs';
import { answerInTime } from '../access/authentication/answer-time.js';
import { AnswerHeaders } from './headers/answer-headers.js';
import { answerIn, ApiVersions, bodyFrom, rememberVersion } from './headers/api-versions.js';
import { rememberBodyChange } from './input/json-body.decorator.js';
import { Operation } from './operation.decorator.js';

/**
 * Reads `Accept-Version` (SPEC 9.1), refuses unsupported versions, and applies the differences of a version;
 * ends with 503 at the timeout.
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
    const request = http.getRequest();
    const { version } = this.headers.describe(request, http.getResponse());
    if (!version) throw this.versions.unsupported();
    rememberVersion(request, version);
    const answer = answerInTime(request, next.handle());
    if (!version.difference) return answer;

    const operation = this.reflector.get(Operation, context.getHandler());
    rememberBodyChange(request, (body) => bodyFrom(version, operation, body));
    return answer.pipe(map((body: unknown) => answerIn(version, operation, body)));
  }
}
