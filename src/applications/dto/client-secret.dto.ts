import {
  AccountsSchema,
  ApiProperty,
  ApiPropertyOptional,
} from '../../http/openapi/swagger.decorators.js';
import { identifierSchema } from '../../http/openapi/text.schemas.js';
import { w3cDateSchema } from '../../http/openapi/w3c-date.js';
import { LinksDto } from '../../http/urls/links.dto.js';
import { IsWholeNumber } from '../../validation/validation.rules.js';

/** How many days a replaced client secret can stay valid. */
export const keptDays = { min: 0, max: 30 } as const;

/** How to replace the client secret. Unknown members are ignored. */
@AccountsSchema
export class RotateSecretDto {
  @ApiPropertyOptional({
    description:
      'How many days the replaced secret stays valid. The one before it, if any, ends immediately.',
    type: 'integer',
    format: 'int32',
    minimum: keptDays.min,
    maximum: keptDays.max,
    nullable: true,
    default: 0,
    example: 7,
  })
  @IsWholeNumber(keptDays)
  keep_previous_days?: number | null | undefined;
}

/** A client secret, without the secret itself. */
@AccountsSchema
export class ClientSecretDto {
  @ApiProperty({ ...identifierSchema, description: 'Does not reveal the secret.' })
  id!: string;

  @ApiProperty({
    ...w3cDateSchema,
    description: 'When it expires; `null` for the current secret, which does not.',
    nullable: true,
  })
  expires_at!: string | null;

  @ApiProperty({
    description: 'The last UTC day on which it was accepted; `null` if it never was.',
    type: 'string',
    format: 'date',
    minLength: 10,
    maxLength: 10,
    nullable: true,
    example: '2026-01-19',
  })
  last_used_on!: string | null;
}

/** The valid client secrets of an application. */
@AccountsSchema
export class ClientSecretListDto {
  @ApiProperty({
    description: 'The current one first. A public client has none.',
    type: [ClientSecretDto],
    maxItems: 2,
  })
  secrets!: ClientSecretDto[];

  @ApiProperty({ type: LinksDto })
  _links!: LinksDto;
}
