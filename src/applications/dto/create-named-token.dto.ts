import { IsOptional } from 'class-validator';
import {
  AccountsSchema,
  ApiProperty,
  ApiPropertyOptional,
} from '../../http/openapi/swagger.decorators.js';
import { nameSchema } from '../../http/openapi/text.schemas.js';
import { scopes } from '../../principals/principal.js';
import {
  Exposed,
  IsName,
  IsOneOf,
  IsTrueOrFalse,
  IsWholeNumber,
  Required,
  Rule,
} from '../../validation/validation.rules.js';

/** All scopes, which a token with full access has. */
export const fullScope = scopes.join(' ');

/** The scopes that a named token can have. */
export const namedTokenScopes: readonly string[] = [...scopes, fullScope];

/** The lifetimes that a named token can have, in days. */
export const namedTokenDays = { min: 7, max: 366 } as const;

/** A token has either a scope or full access. Unknown members are ignored. */
@AccountsSchema
export class CreateNamedTokenDto {
  @ApiProperty({
    ...nameSchema,
    description: 'Tells the tokens of the application apart. White space around it is dropped.',
    example: 'Nightly report',
  })
  @Required()
  @IsName()
  name!: string;

  @ApiPropertyOptional({
    description:
      'Restricts the token like one granted through OAuth 2.0. Required without `full_access`.',
    type: String,
    enum: namedTokenScopes,
    nullable: true,
    example: 'account:read',
  })
  @IsOptional()
  @IsOneOf(namedTokenScopes)
  scope?: string | null | undefined;

  @ApiPropertyOptional({
    description:
      'Whether the token may do everything that the application’s own token may, for example create and delete applications.',
    type: Boolean,
    nullable: true,
    default: false,
  })
  @IsOptional()
  @IsTrueOrFalse()
  full_access?: boolean | null | undefined;

  @ApiProperty({
    description: 'The lifetime of the token, in days. `null` for a token that does not expire.',
    type: 'integer',
    format: 'int32',
    minimum: namedTokenDays.min,
    maximum: namedTokenDays.max,
    nullable: true,
    example: 90,
  })
  @Exposed(Rule('required', (days) => days !== undefined))
  @IsWholeNumber(namedTokenDays)
  expires_in_days!: number | null;
}
