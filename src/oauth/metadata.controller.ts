import {
  AccountsSchema,
  ApiProperty,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '../http/openapi/swagger.decorators.js';
import { Controller, Get, Header, UseInterceptors, VERSION_NEUTRAL } from '@nestjs/common';
import { scopes } from '../principals/principal.js';
import { ApiUnexpectedErrors } from '../http/api-endpoint.decorator.js';
import { openToAll, requestId } from '../http/openapi/header.schemas.js';
import { metadataPath, PublicUrl } from '../http/urls/public-url.js';
import { RequestIdInterceptor } from '../http/request-id.interceptor.js';
import { responseModes } from './authorization-request.js';
import { grantTypes } from './dto/token.dto.js';

const clientMethods = ['client_secret_basic', 'client_secret_post', 'none'];
const endpoint = { format: 'uri', maxLength: 2_000 };

const listSchema = (values: readonly string[]) => ({
  type: 'array' as const,
  items: { type: 'string', enum: [...values] },
  maxItems: values.length,
  example: values,
});

@AccountsSchema
class ServerMetadataDto {
  @ApiProperty({ ...endpoint, example: 'https://accounts.example.com' })
  issuer!: string;

  @ApiProperty({ ...endpoint, example: 'https://accounts.example.com/oauth/authorize' })
  authorization_endpoint!: string;

  @ApiProperty({ ...endpoint, example: 'https://accounts.example.com/oauth/token' })
  token_endpoint!: string;

  @ApiProperty({ ...endpoint, example: 'https://accounts.example.com/oauth/revoke' })
  revocation_endpoint!: string;

  @ApiProperty({ ...endpoint, example: 'https://accounts.example.com/oauth/introspect' })
  introspection_endpoint!: string;

  @ApiProperty(listSchema(scopes))
  scopes_supported!: readonly string[];

  @ApiProperty(listSchema(['code']))
  response_types_supported!: string[];

  @ApiProperty(listSchema(responseModes))
  response_modes_supported!: readonly string[];

  @ApiProperty(listSchema(Object.keys(grantTypes)))
  grant_types_supported!: string[];

  @ApiProperty(listSchema(clientMethods))
  token_endpoint_auth_methods_supported!: string[];

  @ApiProperty(listSchema(clientMethods))
  revocation_endpoint_auth_methods_supported!: string[];

  @ApiProperty(listSchema(clientMethods.slice(0, 2)))
  introspection_endpoint_auth_methods_supported!: string[];

  @ApiProperty(listSchema(['S256']))
  code_challenge_methods_supported!: string[];

  @ApiProperty({ description: 'RFC 9207.', example: true })
  authorization_response_iss_parameter_supported!: boolean;
}

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
    summary: 'Read the metadata of the authorization server',
    description: 'RFC 8414: the configuration for client libraries.',
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
