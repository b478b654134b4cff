import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { principalOf } from '../../access/principals/principal.js';
import type { Language } from '../../language/language.js';
import { Languages } from '../../language/languages.js';
import { ApiVersions, type ApiVersion } from './api-versions.js';
import { assertMatch, isKnown } from './conditional-request.js';
import type { IncomingHeaders } from './incoming-headers.js';
import { requestId } from './request-id.js';

export interface AnswerDescription {
  /** The version asked for, undefined when it is not served. */
  readonly version?: ApiVersion;
  readonly language: Language;
  readonly headers: Readonly<Record<string, string>>;
}

/** Writes headers on Express and Fastify answers alike. */
@Injectable()
export class AnswerHeaders {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly versions: ApiVersions,
    private readonly languages: Languages,
  ) {}

  set(response: unknown, headers: Readonly<Record<string, string>>): void {
    const adapter = this.adapterHost.httpAdapter;
    for (const [name, value] of Object.entries(headers)) adapter.setHeader(response, name, value);
  }

  /**
   * Says a response's entity tag. Returns whether the caller has that response already: its status
   * is then 304, and nothing is to follow.
   *
   * @throws PreconditionFailedError when `If-Match` wants another one
   */
  isKnown(request: IncomingHeaders, response: unknown, etag: string): boolean {
    assertMatch(request, etag);
    this.set(response, { ETag: etag });
    if (!isKnown(request, etag)) return false;
    this.adapterHost.httpAdapter.status(response, 304);
    return true;
  }

  /** Sends the id a request has in the log, unless the header is there already. */
  identify(request: IncomingHeaders, response: unknown): void {
    if (this.adapterHost.httpAdapter.getHeader(response, 'X-Request-Id')) return;
    this.set(response, { 'X-Request-Id': requestId(request) });
  }

  /** Says of an answer what {@link description} says of it, and the id of its request. */
  describe(request: IncomingHeaders, response: unknown): Omit<AnswerDescription, 'headers'> {
    const adapter = this.adapterHost.httpAdapter;
    this.identify(request, response);
    const { version, language, headers } = this.description(request, {
      vary: adapter.getHeader(response, 'Vary'),
      cacheControl: adapter.getHeader(response, 'Cache-Control'),
    });
    this.set(response, headers);
    return { version, language };
  }

  /** What every answer says of itself (CONTRACT 5): its version, its language, what both depend on. */
  description(
    request: IncomingHeaders,
    said: { vary?: unknown; cacheControl?: unknown } = {},
  ): AnswerDescription {
    const language = this.languageOf(request);
    const version = this.versionOf(request);
    const headers = {
      'Content-Version': (version ?? this.defaultVersion(request)).version,
      'Content-Language': language.tag,
      Vary: withOurs(said.vary),
      'Cache-Control':
        // A token in the address would be kept with the answer (RFC 6750 section 2.3).
        principalOf(request)?.viaQuery || said.cacheControl === 'no-store'
          ? 'no-store'
          : 'private, no-cache',
    };
    return { version, language, headers };
  }

  /** The language of an answer to this request. */
  languageOf(request: IncomingHeaders): Language {
    const account = principalOf(request)?.account;
    return this.languages.choose(request.headers['accept-language'], account?.languageCode);
  }

  /** The version asked for, undefined when it is not served. */
  versionOf(request: IncomingHeaders): ApiVersion | undefined {
    const asked = request.headers['accept-version'];
    return asked === undefined ? this.defaultVersion(request) : this.versions.find(asked);
  }

  /** Without the header: the version set on the calling application (SPEC 9.1), or the newest. */
  private defaultVersion(request: IncomingHeaders): ApiVersion {
    const application = principalOf(request)?.application;
    return (application && this.versions.find(application.apiVersion)) ?? this.versions.newest;
  }
}

const varyingHeaders = 'Accept-Version, Accept-Language';

/** What an answer varies by: whatever was said before, and ours once. */
function withOurs(vary: unknown): string {
  if (!vary) return varyingHeaders;
  const said = String(vary);
  return said.includes(varyingHeaders) ? said : `${said}, ${varyingHeaders}`;
}
