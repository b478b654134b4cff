import { Transform } from 'class-transformer';
import {
  Exposed,
  IsTextUpTo,
  NoControlCharacters,
  NotBlank,
  Rule,
  visibleText,
} from '../../validation/validation.rules.js';

/** The maximum number of items on a page. */
export const maxItems = 10_000;

/** The number of items on a page without `limit`. */
export const defaultLimit = 100;

/** The maximum number of mails that are shown with an account. */
export const maxMails = 10;

/** The schema of the position where the next page starts. */
export const nextPage = {
  type: 'string',
  maxLength: 40,
  pattern: '^[0-9]+-[0-9A-Za-z]+$',
  nullable: true,
  example: '1768694400000-7hT2mQx9LbW4KcV8NpR3ZsYd',
  description:
    '`before` of the next page, which is complete even if items are deleted in between; null on the last page. A page before it may have fewer items than `limit`, or none.',
} as const;

/** The schema of a day, or null. */
export const optionalDay = {
  type: 'string',
  format: 'date',
  minLength: 10,
  maxLength: 10,
  nullable: true,
  example: '2026-01-19',
} as const;

/** An operator's note of up to 1,000 characters. */
export const IsReason = () =>
  Exposed(
    IsTextUpTo(1_000, (text) => visibleText(text).trim()),
    NoControlCharacters(),
  );

/** A search text of up to 255 characters. */
export const IsFilter = () => Exposed(IsTextUpTo(255), NoControlCharacters());

/** The beginning of a text, of 1 to 255 characters. Every text begins with an empty one. */
export const IsPrefix = () =>
  Exposed(
    IsTextUpTo(255, (text) => text.trimStart()),
    NotBlank(),
    NoControlCharacters(),
  );

/** Converts `true` and `false` as text in a query. */
export const ReadBoolean = () =>
  Transform(({ value }: { value: unknown }) =>
    value === 'true' || value === 'false' ? value === 'true' : value,
  );

/** The maximum number of items on a page: a number, or a number as text in a query. */
export const IsLimit = () =>
  Exposed(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value,
    ),
    Rule(
      'number_out_of_range',
      (value) =>
        value === undefined ||
        (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxItems),
      { params: { min: 1, max: maxItems } },
    ),
  );
