import { AccountsSchema, ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { identifierSchema, nameSchema, tokenSchema } from '../../http/openapi/text.schemas.js';
import { w3cDateSchema } from '../../http/openapi/w3c-date.js';
import { LinksDto } from '../../http/urls/links.dto.js';
import { namedTokenScopes } from './create-named-token.dto.js';

/** The maximum number of named tokens of an application, which a trigger enforces. */
export const maxNamedTokens = 20;

/** A named token, without the token itself. */
@AccountsSchema
export class NamedTokenDto {
  @ApiProperty({
    ...identifierSchema,
    description: 'Does not reveal the token.',
    example: '6rTq1NvX8mZbC4KpD7wGhS2L',
  })
  id!: string;

  @ApiProperty({ ...nameSchema, example: 'Nightly report' })
  name!: string;

  @ApiProperty({
    description: 'The scope of the token, separated by spaces (RFC 6749 section 3.3).',
    enum: namedTokenScopes,
    example: 'account:read',
  })
  scope!: string;

  @ApiProperty({
    description: 'Whether the token may do everything that the application’s own token may.',
    example: false,
  })
  full_access!: boolean;

  @ApiProperty(w3cDateSchema)
  created_at!: string;

  @ApiProperty({ ...w3cDateSchema, description: '`null` if it does not expire.', nullable: true })
  expires_at!: string | null;

  @ApiProperty({
    type: 'string',
    format: 'date',
    minLength: 10,
    maxLength: 10,
    description: 'The last UTC day on which the token was accepted; `null` if it never was.',
    nullable: true,
    example: '2026-01-19',
  })
  last_used_on!: string | null;
}

/** A new named token. */
@AccountsSchema
export class CreatedNamedTokenDto extends NamedTokenDto {
  @ApiProperty({ ...tokenSchema, description: 'The token. Never shown again.' })
  access_token!: string;
}

/** The named tokens of an application that have not expired. */
@AccountsSchema
export class NamedTokenListDto {
  @ApiProperty({ description: 'Oldest first.', type: [NamedTokenDto], maxItems: maxNamedTokens })
  tokens!: NamedTokenDto[];

  @ApiProperty({ type: LinksDto })
  _links!: LinksDto;
}

/** The response with a new named token. */
@AccountsSchema
export class CreatedNamedTokenResponseDto {
  @ApiProperty({ type: CreatedNamedTokenDto })
  token!: CreatedNamedTokenDto;

  @ApiProperty({ type: LinksDto })
  _links!: LinksDto;
}
