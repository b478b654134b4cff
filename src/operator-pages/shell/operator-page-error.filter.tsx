import { Catch, Inject, Injectable, type ArgumentsHost } from '@nestjs/common';
import { SignInRequiredError } from '../../console/shell/browser/console.errors.js';
import { render } from '../../console/shell/browser/page-response.js';
import { ErrorPage } from '../../console/shell/error.page.js';
import { errorCodes } from '../../errors/error-registry.js';
import { HookRefusalError } from '../../errors/host-error.js';
import { TranslatableError } from '../../errors/translatable.error.js';
import { ValidationFailedError } from '../../errors/validation-failed.error.js';
import { AccountsErrorFilter } from '../../http/accounts-error.filter.js';
import { requestId } from '../../http/headers/request-id.js';
import { readVisitor } from './operator-page.guard.js';
import { goTo } from './operator-page-response.js';
import { OperatorPageWriter, type PageRequest } from './operator-page.writer.js';
import { operatorLanguage } from './operator-texts.js';

/** Renders errors as pages, and redirects operators who must sign in first. */
@Catch(TranslatableError, ValidationFailedError, HookRefusalError)
@Injectable()
export class OperatorPageErrorFilter extends AccountsErrorFilter {
  @Inject(OperatorPageWriter) private readonly writer!: OperatorPageWriter;

  override catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<PageRequest>();
    const response = http.getResponse<unknown>();
    if (error instanceof SignInRequiredError) {
      const query = new URLSearchParams(error.returnTo ? { return_to: error.returnTo } : {});
      this.writer.redirect(request, response, goTo(`/sign-in${query.size > 0 ? `?${query}` : ''}`));
      return this.reply(response, 303, '');
    }
    const id = requestId(request);
    const { status, sentence, headers } = this.toContent(error, id);
    const page = <ErrorPage {...{ status, sentence }} requestId={status >= 500 ? id : undefined} />;
    const shown = render(page, { status, headers });
    this.reply(response, status, this.writer.write(request, response, readVisitor(request), shown));
  }

  private toContent(error: unknown, id: string) {
    if (error instanceof HookRefusalError) {
      return { status: error.status, sentence: error.message, headers: {} };
    }
    const { code, params } = this.readCode(error, id);
    const { 'Retry-After': retryAfter } = this.headersFor(error, code);
    return {
      status: errorCodes[code].status,
      sentence: operatorLanguage.say(code, params),
      headers: { ...(retryAfter && { 'Retry-After': retryAfter }) },
    };
  }
}
