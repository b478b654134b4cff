import { AccountsSchema, ApiProperty } from '../../http/openapi/swagger.decorators.js';
import {
  emailSchema,
  identifierSchema,
  nameSchema,
  tokenSchema,
} from '../../http/openapi/text.schemas.js';
import { w3cDateSchema } from '../../http/openapi/w3c-date.js';
import {
  IsTextUpTo,
  NoControlCharacters,
  NotBlank,
  Required,
} from '../../validation/validation.rules.js';
import { optionalDay } from './operator.rules.js';

/** The kinds of tokens that operators can look up. */
export const tokenKinds = ['own', 'named', 'granted', 'client_credentials', 'refresh'] as const;

/** A token to look up or to end. */
@AccountsSchema
export class TokenDto {
  @ApiProperty({ ...tokenSchema, description: 'An access token or a refresh token.' })
  @Required()
  @IsTextUpTo(255, (text) => text.trim())
  @NotBlank()
  @NoControlCharacters()
  token!: string;
}

/** A token with its account and application. */
@AccountsSchema
export class OperatorTokenDto {
  @ApiProperty({
    type: 'string',
    enum: [...tokenKinds],
    description:
      'The own token of the application, a named one, an access token that a user has granted or that was issued for client credentials, or a refresh token.',
  })
  kind!: (typeof tokenKinds)[number];

  @ApiProperty({ ...identifierSchema, description: 'The account that it gives access to.' })
  account_id!: string;

  @ApiProperty({ ...emailSchema, description: 'The email of that account.' }) email!: string;
  @ApiProperty(identifierSchema) application_id!: string;
  @ApiProperty(nameSchema) application_name!: string;

  @ApiProperty({ ...identifierSchema, nullable: true, description: 'The id of a named token.' })
  id!: string | null;

  @ApiProperty({ ...nameSchema, nullable: true, description: 'The name of a named token.' })
  name!: string | null;

  @ApiProperty({ type: 'string', maxLength: 10_000, pattern: '^[ -~]*$' }) scope!: string;

  @ApiProperty({
    type: 'string',
    maxLength: 2_000,
    pattern: '^[!-~]+$',
    nullable: true,
    description: 'The API that it is for; `null` for the account API.',
  })
  resource!: string | null;

  @ApiProperty({ ...w3cDateSchema, description: 'When it was issued.' }) created_at!: string;

  @ApiProperty({ ...w3cDateSchema, nullable: true, description: '`null` if it does not expire.' })
  expires_at!: string | null;

  @ApiProperty({
    ...optionalDay,
    description:
      'The last day in UTC on which a named token was used; `null` if it was not, and for other tokens.',
  })
  last_used_on!: string | null;
}
