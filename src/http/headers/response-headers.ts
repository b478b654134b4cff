import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { getAnyPrincipal, getPrincipal } from '../../principals/principal.js';
import { rememberRoute } from '../tracing/request-span.js';
import type { Language } from '../../language/language.js';
import { Languages } from '../../language/languages.js';
import { ApiVersions } from '../versions/api-versions.js';
import { assertMatch, isKnown } from './conditional-request.js';
import type { IncomingHeaders } from '../../request/incoming-headers.js';
import { requestId } from './request-id.js';

@Injectable()
export class ResponseHeaders {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly versions: ApiVersions,
    private readonly languages: Languages,
  ) {}

  set(response: unknown, headers: Readonly<Record<string, string>>): void {
    const adapter = this.adapterHost.httpAdapter;
    for (const name in headers) adapter.setHeader(response, name, headers[name]!);
  }

  /** Returns true if a read's client already has the response: no body may follow a 304 (RFC 9110 section 13.2.2). */
  tag(request: IncomingHeaders & { method: string }, response: unknown, etag: string): boolean {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead) assertMatch(request, etag);
    this.set(response, { ETag: etag });
    if (!isRead || !isKnown(request, etag)) return false;
    this.adapterHost.httpAdapter.status(response, 304);
    return true;
  }

  identify(request: IncomingHeaders, response: unknown): void {
    rememberRoute(request);
    if (this.adapterHost.httpAdapter.getHeader(response, 'X-Request-Id')) return;
    this.set(response, { 'X-Request-Id': requestId(request) });
  }

  describe(request: IncomingHeaders, response: unknown) {
    const adapter = this.adapterHost.httpAdapter;
    this.identify(request, response);
    const { version, language, headers } = this.description(request, {
      vary: adapter.getHeader(response, 'Vary'),
      cacheControl: adapter.getHeader(response, 'Cache-Control'),
    });
    this.set(response, headers);
    return { version, language };
  }

  /** The headers of every response (CONTRACT 5): its version, its language, `Vary` and `Cache-Control`. */
  description(request: IncomingHeaders, said: { vary?: unknown; cacheControl?: unknown } = {}) {
    const language = this.getLanguage(request);
    const version = this.versions.requestedBy(request);
    const headers = {
      'Content-Version': (version ?? this.versions.defaultFor(request)).version,
      'Content-Language': language.tag,
      Vary: varying(said.vary, varyingHeaders),
      'Cache-Control':
        // A cache would store the token in the URL together with the response (RFC 6750 section 2.3).
        getPrincipal(request)?.viaQuery || said.cacheControl === 'no-store'
          ? 'no-store'
          : 'private, no-cache',
    };
    return { version, language, headers };
  }

  getLanguage(request: IncomingHeaders): Language {
    const account = getAnyPrincipal(request)?.account;
    return this.languages.choose(request.headers['accept-language'], account?.languageCode);
  }
}

const varyingHeaders = 'Accept-Version, Accept-Language';

export function varying(before: unknown, ours: string): string {
  if (!before) return ours;
  const said = String(before);
  return said.includes(ours) ? said : `${said}, ${ours}`;
}
