import { applyDecorators } from '@nestjs/common';
import { Expose, Transform } from 'class-transformer';
import {
  IsBoolean,
  IsDefined,
  IsIn,
  ValidateBy,
  ValidateIf,
  type ValidationArguments,
  type ValidationOptions,
} from 'class-validator';
import type { MessageParams } from '../language/language.js';
import type { ErrorCode } from '../errors/error-registry.js';
import { isOverlong } from '../language/raw-text.js';
import { readTime } from './time-text.js';

type Test = (value: unknown, args?: ValidationArguments) => boolean | Promise<boolean>;

interface RuleOptions {
  params?: MessageParams;
  groups?: string[];
}

export function withCode(code: ErrorCode, { params, groups }: RuleOptions = {}): ValidationOptions {
  return { message: code, context: params, groups };
}

/** Except for {@link Required} and {@link NotNull}, rules accept null, absent values and values of other types. */
export function Rule(code: ErrorCode, test: Test, options?: RuleOptions) {
  return ValidateBy({ name: code, validator: { validate: test } }, withCode(code, options));
}

export function TextRule(
  code: ErrorCode,
  test: (text: string, args?: ValidationArguments) => boolean | Promise<boolean>,
  options?: RuleOptions,
) {
  return Rule(code, (value, args) => typeof value !== 'string' || test(value, args), options);
}

export const Required = () => IsDefined(withCode('required'));

export const NotNull = () =>
  applyDecorators(
    ValidateIf((_, value) => value !== undefined),
    Rule('blank', (value) => value !== null),
  );

export const NotBlank = () => TextRule('blank', (text) => text !== '');

/** Requires valid Unicode of any length. The code that compares the text checks its length. */
export function IsText(): PropertyDecorator {
  return Exposed(
    Rule(
      'not_text',
      (value) =>
        value === null || value === undefined || value === overlong || typeof value === 'string',
    ),
    TextRule('not_unicode', isWellFormed),
  );
}

const overlong = Symbol('overlong text');

/** Text with more than four times `max` UTF-16 code units reaches neither `prepare` nor any other rule. */
export const IsTextUpTo = (
  max: number,
  prepare: (text: string) => string | null = (text) => text,
) =>
  Exposed(
    Transform(({ value }: { value: unknown }) => {
      if (typeof value !== 'string') return value;
      return isOverlong(value, max) ? overlong : prepare(value);
    }),
    IsText(),
    Rule(
      'too_long',
      (value) => value !== overlong && (typeof value !== 'string' || codePoints(value) <= max),
      { params: { max } },
    ),
  );

export const NoControlCharacters = () =>
  TextRule('control_characters', (text) => !/\p{Cc}/u.test(text));

export const MinCharacters = (min: number, groups?: string[]) =>
  TextRule('too_short', (text) => codePoints(text) >= min, { params: { min }, groups });

/** Requires a name of 1 to 255 characters. Removes surrounding white space and bidi controls. */
export const IsName = () =>
  Exposed(
    IsTextUpTo(255, (text) => visibleText(text).trim()),
    NotBlank(),
    NoControlCharacters(),
  );

export function visibleText(text: string): string {
  const kept = withoutBidiControls(text);
  return /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(kept) ? '' : kept;
}

/** Removes text direction controls (Unicode UAX 9), which some contact apps add to copied text. */
function withoutBidiControls(text: string): string {
  return text.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}

/** A date or time that {@link readTime} can parse. */
export const IsDate = () =>
  Exposed(
    IsText(),
    TextRule('date_invalid', (text) => readTime(text) !== undefined),
  );

export const IsTrueOrFalse = () => Exposed(IsBoolean(withCode('not_boolean')));

export const IsWholeNumber = (range: { readonly min: number; readonly max: number }) =>
  Exposed(
    Rule(
      'number_out_of_range',
      (value) =>
        value === undefined ||
        value === null ||
        (Number.isInteger(value) && Number(value) >= range.min && Number(value) <= range.max),
      { params: range },
    ),
  );

export const IsOneOf = (choices: readonly string[]) =>
  Exposed(IsIn(choices, withCode('not_a_choice', { params: { choices: choices.join(', ') } })));

export function Exposed(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (target, property) => {
    Expose()(target, property);
    for (const decorator of decorators) decorator(target, property);
  };
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}
