import { AccountsSchema } from '../../http/openapi/accounts-schema.decorator.js';
import { ApiProperty, ApiPropertyOptional } from '../../http/openapi/swagger.decorators.js';
import { ClientCredentialsDto } from './client-credentials.dto.js';
import { tokenRequestExamples } from './token-request.dto.js';

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
