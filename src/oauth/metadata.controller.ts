import { Controller, Get, Header, UseInterceptors, VERSION_NEUTRAL } from '@nestjs/common';
import { scopes } from '../principals/principal.js';
import { ApiUnexpectedErrors } from '../http/api-endpoint.decorator.js';
import { requestId, type Headers } from '../http/openapi/header.schemas.js';
import { metadataPath, PublicUrl } from '../http/urls/public-url.js';
import { RequestIdInterceptor } from '../http/request-id.interceptor.js';
import { ApiOkResponse, ApiOperation, ApiTags } from '../http/openapi/swagger.decorators.js';
import { responseModes } from './authorization-request.js';
import { clientMethods, ServerMetadataDto } from './dto/server-metadata.dto.js';
import { grantTypes } from './tokens.service.js';

const openToAll: Headers = {
  'Cache-Control': {
    description: 'Seldom changes.',
    required: true,
    schema: { type: 'string', enum: ['public, max-age=3600'] },
  },
  'Access-Control-Allow-Origin': {
    description: 'Read from any page.',
    required: true,
    schema: { type: 'string', enum: ['*'] },
  },
};

/** Authorization server metadata (RFC 8414), which configures client libraries. */
@ApiTags('oauth')
@UseInterceptors(RequestIdInterceptor)
@Controller({ path: metadataPath, version: VERSION_NEUTRAL })
export class MetadataController {
  constructor(private readonly address: PublicUrl) {}

  @Get()
  @Header('Cache-Control', 'public, max-age=3600')
  @Header('Access-Control-Allow-Origin', '*')
  @ApiOperation({
    operationId: 'readServerMetadata',
    summary: 'What this authorization server supports',
    description: 'RFC 8414: what a client library configures itself with.',
    security: [],
  })
  @ApiOkResponse({
    description: 'The metadata.',
    type: ServerMetadataDto,
    headers: { ...requestId, ...openToAll },
  })
  @ApiUnexpectedErrors()
  metadata(): ServerMetadataDto {
    return {
      issuer: this.address.issuer,
      authorization_endpoint: this.address.url('/oauth/authorize'),
      token_endpoint: this.address.url('/oauth/token'),
      revocation_endpoint: this.address.url('/oauth/revoke'),
      introspection_endpoint: this.address.url('/oauth/introspect'),
      scopes_supported: scopes,
      response_types_supported: ['code'],
      response_modes_supported: responseModes,
      grant_types_supported: Object.keys(grantTypes),
      token_endpoint_auth_methods_supported: clientMethods,
      revocation_endpoint_auth_methods_supported: clientMethods,
      introspection_endpoint_auth_methods_supported: clientMethods.slice(0, 2),
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    };
  }
}
