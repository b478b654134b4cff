import { ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { IsDate, IsFilter, IsLimit, mostItems } from './operator.rules.js';

const text = { type: 'string', maxLength: 255, required: false } as const;
const date = {
  type: 'string',
  required: false,
  example: '2026-01-18',
  description: 'A date, which begins in UTC, or a time with its zone.',
} as const;

/** A page of a list. */
export class PageQueryDto {
  @ApiProperty({ ...text, description: 'The id of an item: the page has those before it.' })
  @IsFilter()
  before?: string | undefined;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: mostItems, default: 100, required: false })
  @IsLimit()
  limit?: number | undefined;
}

/** Which accounts are searched; each member makes them fewer. */
export class AccountQueryDto extends PageQueryDto {
  @ApiProperty({ ...text, description: 'Compared without regard to letter case.' })
  @IsFilter()
  email?: string | undefined;

  @ApiProperty({ ...text, description: 'The `client` with which the account was created.' })
  @IsFilter()
  client?: string | undefined;

  @ApiProperty(date)
  @IsDate()
  created_from?: string | undefined;

  @ApiProperty({ ...date, description: 'The first moment that is no longer searched.' })
  @IsDate()
  created_to?: string | undefined;
}
