import {
  Injectable,
  StreamableFile,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { catchError, from, mergeMap, throwError, type Observable } from 'rxjs';
import { withinDeadline } from '../../../access/authentication/request-deadline.js';
import { UnavailableError } from '../../../errors/error-registry.js';
import { throwHookRefusal, wrapUnexpected } from '../../../errors/host-error.js';
import { PublicUrl } from '../../../http/urls/public-url.js';
import { AuthorizationsService } from '../../../oauth/authorizations/authorizations.service.js';
import { KeptFormsRepository, type KeptFormRequest } from '../forms/kept-forms.repository.js';
import type { PageResponse } from './page-response.js';
import { findNextClient, toSource } from '../forms/form-targets.js';
import { PageWriter } from './page-writer.js';
import {
  sentFormSlot,
  SentFormsRepository,
  type FormResponse,
  type SentForm,
} from '../forms/sent-forms.repository.js';
import { getVisitor, type Visitor } from './visitor.js';

type PageResult = PageResponse | StreamableFile;

/** Writes the result of a page handler as the HTTP response, or the stored response to the same form. */
@Injectable()
export class PageInterceptor implements NestInterceptor {
  constructor(
    private readonly writer: PageWriter,
    private readonly forms: SentFormsRepository,
    private readonly keptForms: KeptFormsRepository,
    private readonly authorizations: AuthorizationsService,
    private readonly publicUrl: PublicUrl,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<KeptFormRequest>();
    const response = http.getResponse<unknown>();
    const visitor = getVisitor(request)!;
    const form = sentFormSlot.get(request);
    const write = async (result: PageResult | FormResponse) =>
      this.write(request, response, visitor, result);
    if (form?.response) return from(write(form.response).catch(wrapUnexpected));
    return withinDeadline<PageResult>(request, next.handle()).pipe(
      mergeMap(async (result) => {
        try {
          const shown = await this.complete(visitor, result);
          const written = await write(shown);
          // The change has succeeded, so do not report a failure.
          if (form) await this.finish(form, visitor, shown, written).catch(() => undefined);
          return written;
        } catch (error) {
          return wrapUnexpected(error);
        }
      }),
      catchError((error: unknown) => {
        // Work that missed the deadline continues, so keep its form claimed.
        const isOver = error instanceof UnavailableError;
        const forgotten = form && !isOver ? this.forms.forget(form).catch(() => undefined) : [];
        return from(Promise.resolve(forgotten)).pipe(mergeMap(() => throwError(() => error)));
      }),
      catchError(throwHookRefusal),
    );
  }

  /** Lets a page on the way to an OAuth client redirect to it, and stay connected with its window. */
  private async complete(visitor: Visitor, result: PageResult): Promise<PageResult> {
    if (result instanceof StreamableFile) return result;
    if ('location' in result) {
      const { lacksPrefix, location, ...target } = result;
      return { ...target, location: lacksPrefix ? this.publicUrl.path(location) : location };
    }
    const { returnTo = visitor.returnTo, ...page } = result;
    const next = await findNextClient(returnTo, this.authorizations);
    if (!next) return page;
    const formTargets = [...new Set([...page.formTargets, toSource(next.redirectUri)])];
    return { ...page, formTargets, application: next.client.name };
  }

  private write(
    request: KeptFormRequest,
    response: unknown,
    visitor: Visitor,
    result: PageResult | FormResponse,
  ) {
    if (result instanceof StreamableFile) return this.writer.save(response, result);
    if (!('location' in result)) return this.writer.write(response, visitor, result);
    // A user who goes back must not see an accepted form as expired.
    if (result.keptMs !== 0) this.keptForms.end(response, visitor.location ?? '');
    return this.writer.redirect(request, response, visitor, result);
  }

  /** Stores the response of a form. One that was refused, returned a file or changed nothing can be sent again. */
  private async finish(
    form: SentForm,
    { account }: Visitor,
    result: PageResult,
    written: unknown,
  ): Promise<void> {
    if (result instanceof StreamableFile || result.keptMs === 0) return this.forms.forget(form);
    // The session may have ended when the form is sent again.
    if ('location' in result) return this.forms.keep(form, { reader: account?.id, ...result });
    if (result.status >= 400) return this.forms.forget(form);
    const { page: _, signedIn, ...shown } = result;
    const token = signedIn && { signedIn: { token: signedIn.token } };
    return this.forms.keep(form, { ...shown, ...token, html: written as string });
  }
}
