import { IsOptional } from 'class-validator';
import { AccountsSchema, ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { nameSchema } from '../../http/openapi/text.schemas.js';
import { IsDate, IsTrueOrFalse } from '../../validation/validation.rules.js';
import { IsFilter, IsLimit, IsPrefix, maxItems, ReadBoolean } from './operator.rules.js';

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
  id: { ...text, description: 'The id of the account.' },
  email: { ...text, description: 'The whole email, compared without regard to letter case.' },
  email_prefix: {
    ...nameSchema,
    description: 'The beginning of the email, compared without regard to letter case.',
  },
  name_prefix: {
    ...nameSchema,
    description: 'The beginning of the name, compared without regard to letter case.',
  },
  client: { ...text, description: 'The `client` with which the account was created.' },
  application: {
    ...text,
    description: 'The id of an application (OAuth client) that the account has authorized.',
  },
  created_from: {
    ...date,
    description: 'The start of the period: a date in UTC, or a time with its zone.',
  },
  created_to: { ...date, description: 'The end of the period, exclusive.' },
  last_sign_in_before: {
    ...date,
    description:
      'A day in UTC. The account was created earlier, and its owner has not signed in on that day or later.',
  },
  never_verified: {
    type: 'boolean',
    default: false,
    description: 'Whether to find only accounts whose owner has never verified an email.',
  },
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
  @Filter('id')
  @IsOptional()
  @IsFilter()
  id?: string | undefined;

  @Filter('email')
  @IsOptional()
  @IsFilter()
  email?: string | undefined;

  @Filter('email_prefix')
  @IsOptional()
  @IsPrefix()
  email_prefix?: string | undefined;

  @Filter('name_prefix')
  @IsOptional()
  @IsPrefix()
  name_prefix?: string | undefined;

  @Filter('client')
  @IsOptional()
  @IsFilter()
  client?: string | undefined;

  @Filter('application')
  @IsOptional()
  @IsFilter()
  application?: string | undefined;

  @Filter('created_from')
  @IsOptional()
  @IsDate()
  created_from?: string | undefined;

  @Filter('created_to')
  @IsOptional()
  @IsDate()
  created_to?: string | undefined;

  @Filter('last_sign_in_before')
  @IsOptional()
  @IsDate()
  last_sign_in_before?: string | undefined;

  @Filter('never_verified')
  @IsOptional()
  @ReadBoolean()
  @IsTrueOrFalse()
  never_verified?: boolean | undefined;
}

/** The query parameters of {@link ApplicationQueryDto}. */
export const applicationQuery = {
  ...pageQuery,
  owner: { ...text, description: 'The email or id of the account that owns the application.' },
  name_prefix: accountQuery.name_prefix,
} as const;

/** An application search. Each member narrows it. */
@AccountsSchema
export class ApplicationQueryDto extends PageQueryDto {
  @ApiProperty({ ...applicationQuery.owner, required: false })
  @IsOptional()
  @IsFilter()
  owner?: string | undefined;

  @Filter('name_prefix')
  @IsOptional()
  @IsPrefix()
  name_prefix?: string | undefined;
}
