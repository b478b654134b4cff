import { AccountsSchema, ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { scopes } from '../../principals/principal.js';
import { responseModes } from '../authorization-request.js';
import { grantTypes } from '../tokens.service.js';

export const clientMethods = ['client_secret_basic', 'client_secret_post', 'none'];

const endpoint = { format: 'uri', maxLength: 2_000 };

const listSchema = (values: readonly string[]) => ({
  type: 'array' as const,
  items: { type: 'string', enum: [...values] },
  maxItems: values.length,
  example: values,
});

/** Authorization server metadata (RFC 8414 section 2). */
@AccountsSchema
export class ServerMetadataDto {
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
