import {
  AccountsSchema,
  ApiProperty,
  ApiPropertyOptional,
} from '../../http/openapi/swagger.decorators.js';
import {
  clientSecretSchema,
  identifierSchema,
  redirectUriSchema,
  tokenSchema,
} from '../../http/openapi/text.schemas.js';
import { grantTypes } from '../tokens.service.js';
import { scopeSchema } from '../scope.js';

/** The client's credentials in the form, if they are not in the `Authorization` header. */
@AccountsSchema
export class ClientCredentialsDto {
  @ApiPropertyOptional({
    ...identifierSchema,
    description: 'Where not in the Authorization header.',
  })
  client_id?: string;

  @ApiPropertyOptional({ ...clientSecretSchema, description: 'Of a confidential client.' })
  client_secret?: string;
}

/** The form of a token request (RFC 6749 sections 4.1.3 and 6). */
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
    description: 'As in the authorization request, when it was there.',
  })
  redirect_uri?: string;

  @ApiPropertyOptional({
    description: 'What the code challenge was made from (RFC 7636).',
    minLength: 43,
    maxLength: 128,
    pattern: '^[0-9A-Za-z._~-]+$',
  })
  code_verifier?: string;

  @ApiPropertyOptional({ ...tokenSchema, description: 'With `refresh_token`.' })
  refresh_token?: string;

  @ApiPropertyOptional({
    ...scopeSchema,
    description: 'With `refresh_token`, to ask for less than was granted.',
  })
  scope?: string;
}

export const tokenRequestParameters = [
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
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
} as const satisfies Record<string, TokenRequestDto>;

/** The form that names a token for revocation or introspection (RFC 7009, RFC 7662). */
@AccountsSchema
export class TokenReferenceDto extends ClientCredentialsDto {
  @ApiProperty({
    description: 'The access token or refresh token; any text is one that is unknown.',
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
