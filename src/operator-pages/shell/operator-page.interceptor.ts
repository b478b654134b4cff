import {
  Injectable,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { catchError, from, lastValueFrom, type Observable } from 'rxjs';
import { withinDeadline } from '../../access/authentication/request-deadline.js';
import type { PageResponse, Redirect } from '../../console/shell/browser/page-response.js';
import { SentFormsRepository } from '../../console/shell/forms/sent-forms.repository.js';
import { isIdentifier } from '../../database/identifier.js';
import { UnavailableError } from '../../errors/error-registry.js';
import { throwHookRefusal, wrapUnexpected } from '../../errors/host-error.js';
import { OperatorPageWriter, type PageRequest } from './operator-page.writer.js';
import { operatorVisitorSlot, type OperatorVisitor } from './operator-visitor.js';

type PageResult = PageResponse | StreamableFile;

/** Writes the result of a page handler as the HTTP response, or the stored response to the same form. */
@Injectable()
export class OperatorPageInterceptor implements NestInterceptor {
  constructor(
    private readonly writer: OperatorPageWriter,
    private readonly forms: SentFormsRepository,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<PageResult>): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<PageRequest>();
    const response = http.getResponse<unknown>();
    const visitor = operatorVisitorSlot.get(request)!;
    const handle = () => lastValueFrom(withinDeadline(request, next.handle()));
    const respond = async () => {
      const result = await this.handleOnce(request.url, visitor, handle);
      if (result instanceof StreamableFile) return this.writer.save(response, result);
      if ('location' in result) return this.writer.redirect(request, response, result);
      return this.writer.write(request, response, visitor, result);
    };
    return from(respond().catch(wrapUnexpected)).pipe(catchError(throwHookRefusal));
  }

  /** Repeats the redirect of a form that the browser has already sent, for example after a double click. */
  private async handleOnce(
    url: string,
    { token, form }: OperatorVisitor,
    handle: () => Promise<PageResult>,
  ): Promise<PageResult> {
    if (!form || !isIdentifier(form.form_id ?? '')) return handle();
    const sent = await this.forms.begin(token, url, form);
    if (sent.response) return sent.response as Redirect;
    try {
      const result = await handle();
      // The action has succeeded, so do not report a failure.
      const isDone = 'location' in result;
      await (isDone ? this.forms.keep(sent, result) : this.forms.forget(sent)).catch(
        () => undefined,
      );
      return result;
    } catch (error) {
      // An action that missed the deadline continues, so keep its form claimed.
      if (!(error instanceof UnavailableError)) {
        await this.forms.forget(sent).catch(() => undefined);
      }
      throw error;
    }
  }
}
