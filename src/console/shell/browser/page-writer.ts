import { Injectable, type StreamableFile } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { newIdentifier } from '../../../database/identifier.js';
import { ResponseHeaders, varying } from '../../../http/headers/response-headers.js';
import { PublicUrl } from '../../../http/urls/public-url.js';
import { SessionCookies } from '../../../sign-in/session-cookies.js';
import { ConsoleCookies } from './console-cookies.js';
import { PageAssets } from '../page-assets.js';
import { ConsoleOptions } from '../console.options.js';
import { toSource } from '../forms/form-targets.js';
import { KeptFormsRepository, type KeptFormRequest } from '../forms/kept-forms.repository.js';
import type { Redirect, RenderedPage, WrittenPage } from './page-response.js';
import { renderPage } from '../rendering/render.js';
import { withReturnTo } from './return-to.js';
import { deriveCsrfToken, type Visitor } from './visitor.js';

/** Writes page responses with their security headers. */
@Injectable()
export class PageWriter {
  /** Any form may end a sign-in, which continues at the home page. */
  private readonly homeTargets: readonly string[];

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly headers: ResponseHeaders,
    private readonly sessionCookies: SessionCookies,
    private readonly cookies: ConsoleCookies,
    private readonly keptForms: KeptFormsRepository,
    private readonly publicUrl: PublicUrl,
    private readonly options: ConsoleOptions,
    private readonly assets: PageAssets,
  ) {
    const { homeUrl } = options.brand;
    this.homeTargets = homeUrl === undefined ? [] : [toSource(homeUrl)];
  }

  /** Writes the headers of a page, and returns its HTML document. */
  write(response: unknown, before: Visitor, shown: RenderedPage | WrittenPage): string {
    const { signedIn } = shown;
    const visitor = signedIn ? { ...before, ...signedIn, isNew: true } : before;
    const { language } = visitor;
    if (visitor.isNew) this.sessionCookies.setToken(response, visitor.token);
    if (signedIn) this.sessionCookies.setPendingSignIn(response, null, visitor);
    this.rememberAccount(response, visitor);
    this.adapterHost.httpAdapter.status(response, shown.status);
    this.headers.set(response, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language.tag,
      'Content-Security-Policy': contentSecurityPolicy([...shown.formTargets, ...this.homeTargets]),
      'Cache-Control': 'no-store',
      // A client that opened the page in a popup waits for the response there.
      'Cross-Origin-Opener-Policy': shown.formTargets.length > 0 ? 'unsafe-none' : 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      Vary: varying(
        this.adapterHost.httpAdapter.getHeader(response, 'Vary'),
        'Accept-Language, Cookie',
      ),
      ...shown.headers,
    });
    if ('html' in shown) return shown.html;
    return renderPage(
      {
        language,
        account: visitor.account,
        csrfToken: deriveCsrfToken(visitor),
        formId: newIdentifier(),
        location: visitor.location,
        method: visitor.method,
        isRefused: shown.status >= 400,
        notice: visitor.notice?.key,
        application: shown.application,
        ...this.options,
        assetVersion: this.assets.version,
        path: (path) => this.publicUrl.path(path),
      },
      shown.page,
    );
  }

  private rememberAccount(response: unknown, { account, knownAccounts }: Visitor): void {
    if (account) this.sessionCookies.rememberAccount(response, account, knownAccounts);
  }

  /** Writes the headers of a download. */
  save(response: unknown, file: StreamableFile): StreamableFile {
    this.adapterHost.httpAdapter.status(response, 200);
    this.headers.set(response, {
      'Content-Security-Policy': contentSecurityPolicy([]),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
    return file;
  }

  /** Redirects with 303, so that the browser does not send the form again. */
  async redirect(
    request: KeptFormRequest,
    response: unknown,
    visitor: Visitor | undefined,
    target: Redirect,
  ): Promise<void> {
    const page = await this.keepForm(request, response, target);
    const { via } = target;
    const location = via === undefined ? page : this.publicUrl.path(withReturnTo(via, page));
    if (target.token !== undefined) this.sessionCookies.setToken(response, target.token);
    if (visitor) this.rememberAccount(response, visitor);
    if (visitor && target.pendingSignIn !== undefined) {
      this.sessionCookies.setPendingSignIn(response, target.pendingSignIn, visitor);
    }
    if (visitor && target.codeRequest !== undefined) {
      this.sessionCookies.setCodeRequest(response, target.codeRequest, visitor);
    }
    if (target.language !== undefined) this.cookies.setLanguage(response, target.language);
    if (target.notice) {
      const reader = target.reader === undefined ? visitor?.account?.id : target.reader;
      const address = { reader: reader ?? '', location: target.location };
      this.cookies.setNotice(response, target.notice, address);
    }
    this.adapterHost.httpAdapter.status(response, 303);
    this.headers.set(response, {
      Location: location,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
  }

  private async keepForm(
    request: KeptFormRequest,
    response: unknown,
    { form, location, keptMs, language }: Redirect,
  ): Promise<string> {
    if (!form) return location;
    return this.keptForms.keep(request, response, form).catch((error: unknown) => {
      // The change has succeeded, or the language is known, so do not report a failure.
      if (keptMs !== 0 || language !== undefined) return location;
      throw error;
    });
  }
}

/** @see https://www.w3.org/TR/CSP3/ */
export function contentSecurityPolicy(formTargets: readonly string[]): string {
  return [
    "default-src 'none'",
    "base-uri 'none'",
    // Chromium applies this to every redirect after a form, including one to an OAuth client.
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "img-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
  ].join('; ');
}
