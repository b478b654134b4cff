import { Catch, Inject, Injectable, type ArgumentsHost } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { newAccessToken } from '../../../principals/access-token.js';
import { AccountsErrorFilter } from '../../../http/accounts-error.filter.js';
import {
  AccountSuspendedError,
  InvalidTokenError,
  errorCodes,
} from '../../../errors/error-registry.js';
import { HookRefusalError } from '../../../errors/host-error.js';
import { OAuthError, TranslatableError } from '../../../errors/translatable.error.js';
import { mountedAccountsToken, type MountedAccounts } from '../../../http/mounted-accounts.js';
import { PublicUrl } from '../../../http/urls/public-url.js';
import { requestId } from '../../../http/headers/request-id.js';
import type { Language } from '../../../language/language.js';
import { Languages } from '../../../language/languages.js';
import {
  ConfirmationRequiredError,
  FactorSetupRequiredError,
  GetInsteadError,
  PageFormExpiredError,
  PageReplacedError,
  SignInRequiredError,
} from './console.errors.js';
import type { KeptForm } from '../forms/kept-form.js';
import type { KeptFormRequest } from '../forms/kept-forms.repository.js';
import { redirectTo, render, type Redirect, type RenderedPage } from './page-response.js';
import { PageWriter } from './page-writer.js';
import { safeReturnTo } from './return-to.js';
import { ErrorPage } from '../error.page.js';
import { getVisitor, type Visitor } from './visitor.js';
import { ValidationFailedError } from '../../../errors/validation-failed.error.js';

type ErrorContent = Pick<RenderedPage, 'status' | 'headers'> & { readonly sentence: string };

/** Renders errors as pages, and redirects visitors who must sign in first. */
@Catch(TranslatableError, ValidationFailedError, HookRefusalError)
@Injectable()
export class PageErrorFilter extends AccountsErrorFilter {
  constructor(
    adapterHost: HttpAdapterHost,
    @Inject(mountedAccountsToken) accounts: MountedAccounts,
    private readonly languages: Languages,
    private readonly writer: PageWriter,
    private readonly publicUrl: PublicUrl,
  ) {
    super(adapterHost, accounts);
  }

  override catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<KeptFormRequest>();
    const response = http.getResponse<unknown>();
    const visitor = getVisitor(request);
    // A new sign-in would also be refused.
    const isSuspended = thrown instanceof SignInRequiredError && visitor?.suspendedSession;
    const error = isSuspended ? new AccountSuspendedError() : thrown;
    const again = this.pageAfter(error, visitor);
    if (!again) return this.showError(error, host);
    this.writer.redirect(request, response, visitor, again).then(
      () => this.reply(response, 303, ''),
      // A reload of the error page sends the form again.
      (failure: unknown) => this.showError(failure, host),
    );
  }

  private showError(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest();
    const response = http.getResponse();
    const visitor = getVisitor(request);
    const isSuspended =
      error instanceof AccountSuspendedError && visitor?.suspendedSession !== undefined;
    const id = requestId(request);
    const language =
      visitor?.language ?? this.languages.choose(request.headers['accept-language'], undefined);
    const { status, sentence, headers } = this.contentFor(error, id, language);
    const isTemporary = request.method === 'GET' && (status === 429 || status >= 500);
    const page = (
      <ErrorPage
        {...{ status, sentence, isSuspended }}
        requestId={status >= 500 ? id : undefined}
        again={
          isTemporary
            ? safeReturnTo(this.publicUrl.ofRequest(request.url), this.publicUrl)
            : undefined
        }
        client={error instanceof OAuthError ? describeClient(error, request.url, id) : undefined}
      />
    );
    // The visitor is unknown if the database is unavailable. The page then has no forms to protect.
    const stranger = { token: newAccessToken(), isNew: false, language };
    const reader = { ...(visitor ?? stranger), location: undefined };
    const html = this.writer.write(response, reader, render(page, { status, headers }));
    this.reply(response, status, html);
  }

  private contentFor(error: unknown, id: string, language: Language): ErrorContent {
    if (error instanceof HookRefusalError) {
      return { status: error.status, sentence: error.message, headers: {} };
    }
    const { code, params } = this.readCode(error, id);
    const { Allow, 'Retry-After': retryAfter } = this.headersFor(error, code);
    return {
      status: errorCodes[code].status,
      sentence: language.say(code, params),
      headers: { ...(Allow && { Allow }), ...(retryAfter && { 'Retry-After': retryAfter }) },
    };
  }

  /** Returns the next page of a visitor who must sign in, confirm or set up a factor, or whose form has expired. */
  private pageAfter(error: unknown, visitor: Visitor | undefined): Redirect | undefined {
    // The session ended while the request waited.
    if (error instanceof InvalidTokenError) {
      return redirectTo(this.publicUrl.path('/console/sign-in'));
    }
    if (error instanceof SignInRequiredError) {
      return redirectVia('/console/sign-in', error.returnTo, error.form);
    }
    if (error instanceof ConfirmationRequiredError || error instanceof FactorSetupRequiredError) {
      const isConfirmation = error instanceof ConfirmationRequiredError;
      const step = isConfirmation ? '/console/confirm' : '/console/set-up-factor';
      const sent = visitor?.sent;
      const isWritten = sent && Object.keys(sent.values).length > 0;
      const returnTo = isConfirmation ? error.returnTo : undefined;
      return redirectVia(step, returnTo ?? visitor?.location, isWritten ? sent : undefined);
    }
    if (error instanceof GetInsteadError || error instanceof PageReplacedError) {
      return redirectTo(error.location);
    }
    if (error instanceof PageFormExpiredError && error.form) {
      return redirectTo(error.form.page, undefined, { form: error.form, keptMs: 0 });
    }
    return undefined;
  }
}

/** Redirects to a step that finally redirects to the page, which then shows the form again. */
function redirectVia(via: string, page = '', form?: KeptForm): Redirect {
  return redirectTo(page, undefined, { via, form, keptMs: 0 });
}

/** The error details for the developers of a client, including the parameters it sent. */
function describeClient(
  { code, params }: OAuthError,
  url: string,
  id: string,
): Record<string, string> {
  const sent = new URLSearchParams(/\?(.*)$/.exec(url)?.[1]);
  const members = ['client_id', 'redirect_uri'].flatMap((name) => {
    const value = sent.get(name);
    return value === null ? [] : [[name, value.slice(0, 300)] as const];
  });
  const { parameter } = params;
  return {
    error: code,
    ...(parameter !== undefined && { parameter: String(parameter) }),
    ...Object.fromEntries(members),
    request_id: id,
  };
}
