import { AccountsSchema, ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { tokenSchema } from '../../http/openapi/text.schemas.js';
import { accessTokenLifetime } from '../lifetimes.js';
import { scopeSchema } from '../scope.js';

/** The response to a token request (RFC 6749 section 5.1). */
@AccountsSchema
export class TokenResponseDto {
  @ApiProperty(tokenSchema)
  access_token!: string;

  @ApiProperty({ enum: ['Bearer'] })
  token_type!: 'Bearer';

  @ApiProperty({
    description: 'Seconds.',
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: accessTokenLifetime,
    example: accessTokenLifetime,
  })
  expires_in!: number;

  @ApiProperty(tokenSchema)
  refresh_token!: string;

  @ApiProperty(scopeSchema)
  scope!: string;
}
