import { Controller, Get, Req, VERSION_NEUTRAL } from '@nestjs/common';
import { AccountsApi } from '../../http/accounts-api.decorator.js';
import { ApiEndpoint } from '../../http/api-endpoint.decorator.js';
import { ResponseHeaders } from '../../http/headers/response-headers.js';
import type { IncomingHeaders } from '../../request/incoming-headers.js';
import { TaggedResponse } from '../../http/headers/tagged-response.js';
import { Operation } from '../../http/operation.decorator.js';
import { ApiTags } from '../../http/openapi/swagger.decorators.js';
import { ApplicationDataCatalogue, type ApplicationData } from '../../language/application-data.js';
import { ApplicationDataDto } from './application-data.dto.js';

/** Serves the application data (SPEC 4.3): the languages an account can choose, and the vocabularies. */
@ApiTags('application data')
@AccountsApi()
@Controller({ path: 'app/data', version: VERSION_NEUTRAL })
export class ApplicationDataController {
  constructor(
    private readonly data: ApplicationDataCatalogue,
    private readonly headers: ResponseHeaders,
  ) {}

  @Get()
  @ApiEndpoint({
    operationId: 'readApplicationData',
    scope: 'any',
    summary: 'Read the application data',
    description: 'The languages an account can choose, and the vocabularies of its frequencies.',
    success: {
      status: 200,
      description: 'The application data, its names in the language of the response.',
      type: ApplicationDataDto,
    },
    conditional: 'read',
  })
  @Operation('app.data')
  read(@Req() request: IncomingHeaders): TaggedResponse<ApplicationData['body']> {
    const { body, tag } = this.data.in(this.headers.getLanguage(request));
    return new TaggedResponse(tag, body);
  }
}
