import { Controller, Get, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiHeader, ApiResponse, ApiTags } from '@nestjs/swagger';
import { AccountsApi } from '../http/accounts-api.decorator.js';
import { ApiAnswers } from '../http/api-answers.decorator.js';
import { AnswerHeaders, type IncomingHeaders } from '../http/answer-headers.js';
import { Operation } from '../http/operation.decorator.js';
import { entityTag, everyAnswer, headerText, limited } from '../http/header.schemas.js';
import { ApplicationDataCatalogue, type ApplicationData } from '../language/application-data.js';
import { ApplicationDataDto } from './dto/application-data.dto.js';

/** The application data (SPEC 4.3): the languages an account can choose, and vocabularies. */
@ApiTags('application data')
@AccountsApi()
@Controller({ path: 'app/data', version: VERSION_NEUTRAL })
export class ApplicationDataController {
  constructor(
    private readonly data: ApplicationDataCatalogue,
    private readonly headers: AnswerHeaders,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  @Get()
  @ApiHeader({
    name: 'If-None-Match',
    description: 'The entity tag of an earlier answer; 304 when nothing has changed.',
    required: false,
    schema: { type: 'string', maxLength: 16_384, pattern: headerText },
  })
  @ApiAnswers({
    operationId: 'readApplicationData',
    scope: 'any',
    summary: 'Read the application data',
    description: 'The languages an account can choose, and the vocabularies of its frequencies.',
    success: {
      status: 200,
      description: 'The application data, its names in the language of the answer.',
      type: ApplicationDataDto,
      headers: entityTag,
    },
  })
  @ApiResponse({
    status: 304,
    description: 'Nothing has changed.',
    headers: { ...everyAnswer, ...limited, ...entityTag },
  })
  @Operation('app.data')
  read(
    @Req() request: IncomingHeaders,
    @Res({ passthrough: true }) response: unknown,
  ): ApplicationData['body'] | undefined {
    const { body, etag } = this.data.in(this.headers.languageOf(request));
    this.headers.set(response, { ETag: etag });
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
