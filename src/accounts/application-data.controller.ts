import { Controller, Get, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { AccountsApi } from '../http/accounts-api.decorator.js';
import { AnswerHeaders, cacheControl, type IncomingHeaders } from '../http/answer-headers.js';
import { Operation } from '../http/operation.decorator.js';
import { ApplicationDataCatalogue, type ApplicationData } from '../language/application-data.js';

/** The application data (SPEC 4.3): the languages an account can choose, and vocabularies. */
@AccountsApi()
@Controller({ path: 'app/data', version: VERSION_NEUTRAL })
export class ApplicationDataController {
  constructor(
    private readonly data: ApplicationDataCatalogue,
    private readonly headers: AnswerHeaders,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  @Get()
  @Operation('app.data')
  read(
    @Req() request: IncomingHeaders,
    @Res({ passthrough: true }) response: unknown,
  ): ApplicationData['body'] | undefined {
    const { body, etag } = this.data.in(this.headers.languageOf(request));
    this.headers.set(response, {
      ETag: etag,
      'Cache-Control': cacheControl(request, 'private, max-age=3600'),
    });
    if (!matches(request.headers['if-none-match'], etag)) return body;
    this.adapterHost.httpAdapter.status(response, 304);
    return undefined;
  }
}

/** Whether `If-None-Match` names this entity tag, compared weakly (RFC 9110 section 13.1.2). */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
