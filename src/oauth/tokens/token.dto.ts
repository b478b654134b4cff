import {
  AccountsSchema,
  ApiProperty,
  ApiPropertyOptional,
} from '../../http/openapi/swagger.decorators.js';
import {
  identifierSchema,
  unixTimeSchema,
  tokenSchema,
  clientSecretSchema,
  redirectUriSchema,
} from '../../http/openapi/text.schemas.js';
import { accessTokenLifetimeSeconds } from './lifetimes.js';
import { resourceSchema, scopeSchema } from '../scope.js';

/** The supported grant types, each with its required parameter. */
export const grantTypes = {
  authorization_code: 'code',
  refresh_token: 'refresh_token',
  client_credentials: 'grant_type',
} as const;

@AccountsSchema
class ClientCredentialsDto {
  @ApiPropertyOptional({
    ...identifierSchema,
    description: 'Required unless it is in the Authorization header.',
  })
  client_id?: string;

  @ApiPropertyOptional({ ...clientSecretSchema, description: 'For a confidential client.' })
  client_secret?: string;
}

@AccountsSchema
export class TokenRequestDto extends ClientCredentialsDto {
  @ApiProperty({ description: 'The grant type.', enum: Object.keys(grantTypes) })
  grant_type!: string;

  @ApiPropertyOptional({
    ...tokenSchema,
    description: 'The authorization code, with `authorization_code`.',
  })
  code?: string;

  @ApiPropertyOptional({
    ...redirectUriSchema,
    description: 'As in the authorization request, if it was sent there.',
  })
  redirect_uri?: string;

  @ApiPropertyOptional({
    description: 'The secret behind the code challenge (RFC 7636).',
    minLength: 43,
    maxLength: 128,
    pattern: '^[0-9A-Za-z._~-]+$',
  })
  code_verifier?: string;

  @ApiPropertyOptional({ ...tokenSchema, description: 'With `refresh_token`.' })
  refresh_token?: string;

  @ApiPropertyOptional({
    ...scopeSchema,
    description:
      'With `refresh_token`, to request less than the granted scope. With `client_credentials`: scopes of the account API (default: `account:read`), or with `resource`, of that API (default: all).',
  })
  scope?: string;

  @ApiPropertyOptional({
    ...resourceSchema,
    description:
      'The API that the token is for (RFC 8707). Default: the authorized one; with `client_credentials`, the account API.',
  })
  resource?: string;
}

export const tokenRequestParameters = [
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
  'resource',
  'client_id',
  'client_secret',
] as const satisfies readonly (keyof TokenRequestDto)[];

/** The code verifier is the example of RFC 7636, appendix B. */
export const tokenRequestExamples = {
  'A code': {
    grant_type: 'authorization_code',
    client_id: 'k3Vq8ZtX2mLp9RwB6cYd4NhJ',
    code: 'pbsrE12nkN04GlIosiUOnjmRXPbCssWIfW1HEVg8s3tr7QMMGWELA148a8XibfXyzXHJe7sbhcPPxcliN4ar6M',
    redirect_uri: 'https://app.example/callback',
    code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  },
  'A refresh token': {
    grant_type: 'refresh_token',
    client_id: 'k3Vq8ZtX2mLp9RwB6cYd4NhJ',
    refresh_token:
      'YfG1SaC48aFb3bPjbnRyBGuFsl0lCzDT5mwLyq0aNjBYa8cYihyc2FxaIxCWxMUQGafWILiCGSDFqipLKqvBft',
  },
  'Client credentials': {
    grant_type: 'client_credentials',
    client_id: 'k3Vq8ZtX2mLp9RwB6cYd4NhJ',
    client_secret: 'h2Yk0cVq8ZtX2mLp9RwB6cYd4NhJ7sTg1AeKf5DuQx3Mn8PzLb6WjRv0CyUoIiEa',
    scope: 'account:read',
  },
} as const satisfies Record<string, TokenRequestDto>;

@AccountsSchema
export class TokenReferenceDto extends ClientCredentialsDto {
  @ApiProperty({
    description: 'The access token or refresh token. Any other text counts as an unknown token.',
  })
  token!: string;

  @ApiPropertyOptional({ description: 'Not needed.', enum: ['access_token', 'refresh_token'] })
  token_type_hint?: string;
}

export const tokenReferenceParameters = [
  'token',
  'token_type_hint',
  'client_id',
  'client_secret',
] as const satisfies readonly (keyof TokenReferenceDto)[];

const { client_id, refresh_token: token } = tokenRequestExamples['A refresh token'];

export const tokenReferenceExamples = {
  'A refresh token': { client_id, token, token_type_hint: 'refresh_token' },
} as const satisfies Record<string, TokenReferenceDto>;

@AccountsSchema
export class TokenResponseDto {
  @ApiProperty(tokenSchema) access_token!: string;
  @ApiProperty({ enum: ['Bearer'] }) token_type!: 'Bearer';

  @ApiProperty({
    description: 'Seconds.',
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: accessTokenLifetimeSeconds,
    example: accessTokenLifetimeSeconds,
  })
  expires_in!: number;

  @ApiPropertyOptional({ ...tokenSchema, description: 'Not with `client_credentials`.' })
  refresh_token?: string;

  @ApiProperty(scopeSchema) scope!: string;

  @ApiPropertyOptional({
    description: 'With the scope `openid`: the ID token (OpenID Connect Core section 2).',
    maxLength: 10_000,
    pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]+$',
  })
  id_token?: string;
}

/** The state of a token (RFC 7662 section 2.2); an inactive token has no other members. */
@AccountsSchema
export class IntrospectionResponseDto {
  @ApiProperty({ example: true }) active!: boolean;
  @ApiPropertyOptional(scopeSchema) scope?: string;
  @ApiPropertyOptional(identifierSchema) client_id?: string;
  @ApiPropertyOptional({ ...identifierSchema, description: 'The id of the account.' }) sub?: string;

  @ApiPropertyOptional({ ...resourceSchema, description: 'The API that the token is for.' })
  aud?: string;

  @ApiPropertyOptional({ description: 'The issuer.', format: 'uri', maxLength: 2_000 })
  iss?: string;

  @ApiPropertyOptional({
    ...unixTimeSchema,
    description: 'When the token was issued, in Unix seconds.',
  })
  iat?: number;

  @ApiPropertyOptional({
    ...unixTimeSchema,
    description: 'When the token expires, in Unix seconds; an application’s own token does not.',
  })
  exp?: number;

  @ApiPropertyOptional({ description: 'Of an access token.', enum: ['Bearer'] })
  token_type?: 'Bearer';
}
