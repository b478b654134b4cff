import {
  AccountsSchema,
  ApiProperty,
  ApiPropertyOptional,
} from '../../http/openapi/swagger.decorators.js';
import { identifierSchema, unixTimeSchema } from '../../http/openapi/text.schemas.js';
import { scopeSchema } from '../scope.js';

/** The state of a token (RFC 7662 section 2.2); an inactive token has no other members. */
@AccountsSchema
export class IntrospectionResponseDto {
  @ApiProperty({ example: true })
  active!: boolean;

  @ApiPropertyOptional(scopeSchema)
  scope?: string;

  @ApiPropertyOptional(identifierSchema)
  client_id?: string;

  @ApiPropertyOptional({ ...identifierSchema, description: 'The id of the account.' })
  sub?: string;

  @ApiPropertyOptional({ description: 'The issuer.', format: 'uri', maxLength: 2_000 })
  iss?: string;

  @ApiPropertyOptional({ ...unixTimeSchema, description: 'When it was made, in Unix seconds.' })
  iat?: number;

  @ApiPropertyOptional({
    ...unixTimeSchema,
    description: 'When it ends, in Unix seconds; an application’s own token has no end.',
  })
  exp?: number;

  @ApiPropertyOptional({ description: 'Of an access token.', enum: ['Bearer'] })
  token_type?: 'Bearer';
}
