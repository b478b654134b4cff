import { Injectable, type StreamableFile } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Brand } from '../../brand/brand.js';
import type { Redirect, RenderedPage } from '../../console/shell/browser/page-response.js';
import { contentSecurityPolicy } from '../../console/shell/browser/page-writer.js';
import { deriveCsrfToken } from '../../console/shell/browser/visitor.js';
import type { Section } from '../../console/shell/console.options.js';
import { renderPage } from '../../console/shell/rendering/render.js';
import { PageAssets } from '../../console/shell/page-assets.js';
import { newIdentifier } from '../../database/identifier.js';
import { ResponseHeaders } from '../../http/headers/response-headers.js';
import type { MessageKey } from '../../language/catalogues/index.js';
import { buildCookie } from './operator-cookies.js';
import { toRelative } from './operator-site.js';
import { operatorLanguage } from './operator-texts.js';
import { operatorSessionSlot, type OperatorVisitor } from './operator-visitor.js';

export interface PageRequest {
  readonly method: string;
  readonly url: string;
  readonly protocol?: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export const operatorSections = [
  'accounts',
  'applications',
  'tokens',
  'subscriptions',
  'audit',
] as const;
export type OperatorSection = (typeof operatorSections)[number];

/** `operatorLanguage` contains the names of these sections, as the catalogues contain those of the console. */
export const toSection = (section: OperatorSection) => section as Section;
const [first, ...others] = operatorSections.map(toSection);

const always = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': contentSecurityPolicy([]),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Writes the responses of operator pages with their security headers and cookies. */
@Injectable()
export class OperatorPageWriter {
  /** Its name distinguishes these pages from those of users. */
  private readonly brand: Brand;

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly headers: ResponseHeaders,
    private readonly assets: PageAssets,
    brand: Brand,
  ) {
    const name = brand.name === undefined ? 'Account operators' : `${brand.name}: operators`;
    this.brand = { ...brand, name, logo: undefined };
  }

  /** Writes the headers of a page, and returns its HTML document. */
  write(
    request: PageRequest,
    response: unknown,
    visitor: OperatorVisitor,
    { page, status, headers }: Pick<RenderedPage, 'page' | 'status' | 'headers'>,
  ): string {
    const { token, isNew, operator, notice } = visitor;
    this.adapterHost.httpAdapter.status(response, status);
    this.headers.set(response, {
      ...always,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': operatorLanguage.tag,
      ...headers,
    });
    if (isNew) this.setCookie(response, buildCookie(request, 'operator', token));
    if (notice) this.setCookie(response, buildCookie(request, 'operator-notice', null));
    return renderPage(
      {
        language: operatorLanguage,
        account:
          operator === undefined ? undefined : { id: '', email: operator, pendingEmail: null },
        canSignOut: operatorSessionSlot.get(request) !== undefined,
        csrfToken: deriveCsrfToken(visitor),
        formId: newIdentifier(),
        isRefused: status >= 400,
        notice: notice as MessageKey | undefined,
        sections: [first!, ...others],
        signUp: false,
        mail: false,
        brand: this.brand,
        assetVersion: this.assets.version,
        path: (path) => toRelative(request.url, path),
      },
      page,
    );
  }

  /** Writes the headers of a download. */
  save(response: unknown, file: StreamableFile): StreamableFile {
    this.adapterHost.httpAdapter.status(response, 200);
    this.headers.set(response, always);
    return file;
  }

  /** Redirects with 303, so that the browser does not send the form again. */
  redirect(request: PageRequest, response: unknown, target: Redirect): void {
    const { location, token, notice } = target;
    if (token !== undefined) this.setCookie(response, buildCookie(request, 'operator', token));
    if (notice) this.setCookie(response, buildCookie(request, 'operator-notice', notice.key));
    this.adapterHost.httpAdapter.status(response, 303);
    this.headers.set(response, { ...always, Location: toRelative(request.url, location) });
  }

  private setCookie(response: unknown, cookie: string): void {
    this.adapterHost.httpAdapter.appendHeader!(response, 'Set-Cookie', cookie);
  }
}
