import { AccountsSchema, ApiProperty, ApiTags } from '../../http/openapi/swagger.decorators.js';
import { Controller, UseFilters, UseInterceptors, VERSION_NEUTRAL } from '@nestjs/common';
import { AccountsErrorFilter } from '../../http/accounts-error.filter.js';
import { configurationPath, metadataPath, PublicUrl } from '../../http/urls/public-url.js';
import { languageTagSchema } from '../../http/openapi/text.schemas.js';
import { RequestIdInterceptor } from '../../http/request-id.interceptor.js';
import { Languages } from '../../language/languages.js';
import { prompts, responseModes } from '../authorizations/authorization-request.js';
import { grantTypes } from '../tokens/token.dto.js';
import { acrValues } from '../openid/id-tokens.service.js';
import { Published } from './published.decorator.js';
import { supportedScopes } from '../scope.js';
import { signingAlgorithm, SigningKeysService } from '../openid/signing-keys.service.js';

const clientMethods = ['client_secret_basic', 'client_secret_post', 'none'];
const endpoint = { format: 'uri', maxLength: 2_000 };

const listSchema = (values: readonly string[]) => ({
  type: 'array' as const,
  items: { type: 'string', enum: [...values] },
  maxItems: values.length,
  example: values,
});

const claims = [
  ...['iss', 'sub', 'aud', 'iat', 'exp', 'auth_time', 'acr', 'amr', 'sid', 'at_hash', 'nonce'],
  ...['name', 'locale', 'updated_at', 'email', 'email_verified'],
];

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

  @ApiProperty({ ...listSchema(supportedScopes), description: 'Those of the account API.' })
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

  @ApiProperty({ ...endpoint, example: 'https://accounts.example.com/oauth/userinfo' })
  userinfo_endpoint!: string;

  @ApiProperty({ ...endpoint, example: 'https://accounts.example.com/oauth/jwks' })
  jwks_uri!: string;

  @ApiProperty({ ...endpoint, example: 'https://accounts.example.com/oauth/logout' })
  end_session_endpoint!: string;

  @ApiProperty(listSchema(['public']))
  subject_types_supported!: string[];

  @ApiProperty(listSchema([signingAlgorithm]))
  id_token_signing_alg_values_supported!: string[];

  @ApiProperty(listSchema(claims))
  claims_supported!: readonly string[];

  @ApiProperty(listSchema(acrValues))
  acr_values_supported!: readonly string[];

  @ApiProperty(listSchema(prompts))
  prompt_values_supported!: readonly string[];

  @ApiProperty({
    description: 'The languages of the pages (BCP 47).',
    type: 'array',
    items: languageTagSchema,
    maxItems: 100,
    example: ['en', 'de'],
  })
  ui_locales_supported!: string[];

  @ApiProperty({ example: false })
  claims_parameter_supported!: boolean;

  @ApiProperty({ example: false })
  request_parameter_supported!: boolean;

  @ApiProperty({ example: false })
  request_uri_parameter_supported!: boolean;
}

const keySchema = {
  type: 'object',
  properties: {
    kty: { type: 'string', enum: ['RSA'] },
    use: { type: 'string', enum: ['sig'] },
    alg: { type: 'string', enum: [signingAlgorithm] },
    kid: { type: 'string', pattern: '^[\\w-]{43}$', maxLength: 43 },
    n: { type: 'string', pattern: '^[\\w-]{342}$', maxLength: 342 },
    e: { type: 'string', enum: ['AQAB'] },
  },
  required: ['kty', 'use', 'alg', 'kid', 'n', 'e'],
};

@AccountsSchema
class KeySetDto {
  @ApiProperty({
    description: 'The public keys, the newest first.',
    type: 'array',
    maxItems: 100,
    items: keySchema,
  })
  keys!: object[];
}

/** The documents from which client libraries configure themselves. */
@ApiTags('discovery')
@UseInterceptors(RequestIdInterceptor)
@UseFilters(AccountsErrorFilter)
@Controller({ version: VERSION_NEUTRAL })
export class MetadataController {
  constructor(
    private readonly publicUrl: PublicUrl,
    private readonly languages: Languages,
    private readonly keys: SigningKeysService,
  ) {}

  @Published(
    metadataPath,
    {
      operationId: 'readServerMetadata',
      summary: 'Read the metadata of the authorization server',
      description: 'RFC 8414: the configuration for client libraries.',
    },
    ServerMetadataDto,
  )
  metadata(): ServerMetadataDto {
    const url = (path: string) => this.publicUrl.url(path);
    return {
      issuer: this.publicUrl.issuer,
      authorization_endpoint: url('/oauth/authorize'),
      token_endpoint: url('/oauth/token'),
      revocation_endpoint: url('/oauth/revoke'),
      introspection_endpoint: url('/oauth/introspect'),
      scopes_supported: supportedScopes,
      response_types_supported: ['code'],
      response_modes_supported: responseModes,
      grant_types_supported: Object.keys(grantTypes),
      token_endpoint_auth_methods_supported: clientMethods,
      revocation_endpoint_auth_methods_supported: clientMethods,
      introspection_endpoint_auth_methods_supported: clientMethods.slice(0, 2),
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      userinfo_endpoint: url('/oauth/userinfo'),
      jwks_uri: url('/oauth/jwks'),
      end_session_endpoint: url('/oauth/logout'),
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [signingAlgorithm],
      claims_supported: claims,
      acr_values_supported: acrValues,
      prompt_values_supported: prompts,
      ui_locales_supported: Array.from(this.languages.all(), ({ tag }) => tag),
      claims_parameter_supported: false,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
    };
  }

  @Published(
    configurationPath,
    {
      operationId: 'readOpenIdConfiguration',
      summary: 'Read the metadata of the OpenID provider',
      description: 'OpenID Connect Discovery 1.0: the same configuration.',
    },
    ServerMetadataDto,
  )
  configuration(): ServerMetadataDto {
    return this.metadata();
  }

  @Published(
    'oauth/jwks',
    {
      operationId: 'readSigningKeys',
      summary: 'Read the keys that sign ID tokens',
      description: 'RFC 7517. A key is published for a day before it signs.',
    },
    KeySetDto,
  )
  async jwks(): Promise<KeySetDto> {
    return { keys: await this.keys.published() };
  }
}
