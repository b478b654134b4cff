import { IsOptional } from 'class-validator';
import { AccountsSchema, ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { nameSchema } from '../../http/openapi/text.schemas.js';
import { IsDate } from '../../validation/validation.rules.js';
import { IsFilter, IsLimit, maxItems } from './operator.rules.js';

const text = { ...nameSchema, minLength: 0 };
const date = {
  type: 'string',
  maxLength: 35,
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]{5,18}(Z|[+-][0-9]{2}:[0-9]{2}))?$',
  example: '2026-01-18',
} as const;

/** The query parameters of {@link PageQueryDto}. */
export const pageQuery = {
  before: {
    ...text,
    description: '`next` of a page, or the id of an item. The page contains the items before it.',
  },
  limit: {
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: maxItems,
    default: 100,
    description: 'The maximum number of items on the page.',
  },
} as const;

/** The query parameters of {@link AccountQueryDto}. */
export const accountQuery = {
  ...pageQuery,
  email: { ...text, description: 'Compared without regard to letter case.' },
  client: { ...text, description: 'The `client` with which the account was created.' },
  created_from: {
    ...date,
    description: 'The start of the period: a date in UTC, or a time with its zone.',
  },
  created_to: { ...date, description: 'The end of the period, exclusive.' },
} as const;

const Filter = (name: keyof typeof accountQuery) =>
  ApiProperty({ ...accountQuery[name], required: false });

/** A query for a page of a list. */
@AccountsSchema
export class PageQueryDto {
  @Filter('before')
  @IsOptional()
  @IsFilter()
  before?: string | undefined;

  @Filter('limit')
  @IsLimit()
  limit?: number | undefined;
}

/** An account search. Each member narrows it. */
@AccountsSchema
export class AccountQueryDto extends PageQueryDto {
  @Filter('email')
  @IsOptional()
  @IsFilter()
  email?: string | undefined;

  @Filter('client')
  @IsOptional()
  @IsFilter()
  client?: string | undefined;

  @Filter('created_from')
  @IsOptional()
  @IsDate()
  created_from?: string | undefined;

  @Filter('created_to')
  @IsOptional()
  @IsDate()
  created_to?: string | undefined;
}
