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

type Test = (value: unknown, args?: ValidationArguments) => boolean | Promise<boolean>;

export interface RuleOptions {
  /** The values of the message's placeholders. */
  params?: MessageParams;
  /** The validation groups of the rule; without any it always applies. */
  groups?: string[];
}

/** Options of a decorator of class-validator: its message is a code of the registry. */
export function withCode(code: ErrorCode, { params, groups }: RuleOptions = {}): ValidationOptions {
  return { message: code, context: params, groups };
}

/**
 * A rule of this module. Except {@link Required} and {@link NotNull}, one accepts null and absent values, and values of
 * another type than its own.
 */
export function Rule(code: ErrorCode, test: Test, options?: RuleOptions) {
  return ValidateBy({ name: code, validator: { validate: test } }, withCode(code, options));
}

/** A rule for strings only. */
export function TextRule(
  code: ErrorCode,
  test: (text: string, args?: ValidationArguments) => boolean | Promise<boolean>,
  options?: RuleOptions,
) {
  return Rule(code, (value, args) => typeof value !== 'string' || test(value, args), options);
}

/** Requires a value that is neither null nor absent. */
export const Required = () => IsDefined(withCode('required'));

/** Refuses null; the value may be absent. */
export const NotNull = () =>
  applyDecorators(
    ValidateIf((_, value) => value !== undefined),
    Rule('blank', (value) => value !== null),
  );

/** Refuses empty text. */
export const NotBlank = () => TextRule('blank', (text) => text !== '');

/** Requires valid Unicode. The length is checked by the rule that compares the text. */
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

/** Replaces text that is too long to be read, so that only {@link IsTextUpTo} reports it. */
const overlong = Symbol('overlong text');

/**
 * Requires valid Unicode of at most `max` code points, after `prepare`. Text of more than four times as many UTF-16 code
 * units reaches neither `prepare` nor any other rule.
 *
 * @param prepare replaces the text before the rules run; null clears it. Default: the text as it is
 */
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

/** Refuses NUL and all other control characters. */
export const NoControlCharacters = () =>
  TextRule('control_characters', (text) => !/\p{Cc}/u.test(text));

/** Requires at least `min` Unicode code points. */
export const MinCharacters = (min: number, groups?: string[]) =>
  TextRule('too_short', (text) => codePoints(text) >= min, {
    params: { min },
    groups,
  });

/** A name: 1 to 255 characters, without the white space around them and without bidi controls. */
export const IsName = () =>
  Exposed(
    IsTextUpTo(255, (text) => visibleText(text).trim()),
    NotBlank(),
    NoControlCharacters(),
  );

/** The text without bidi controls; empty if it has no visible characters. */
export function visibleText(text: string): string {
  const kept = withoutBidiControls(text);
  return /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(kept) ? '' : kept;
}

/** The controls of text direction (Unicode UAX 9), which some contact apps add to copied text. */
export function withoutBidiControls(text: string): string {
  return text.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}

/** Requires a boolean. */
export const IsTrueOrFalse = () => Exposed(IsBoolean(withCode('not_boolean')));

/** Requires one of these words. */
export const IsOneOf = (choices: readonly string[]) =>
  Exposed(IsIn(choices, withCode('not_a_choice', { params: { choices: choices.join(', ') } })));

/** A member of the input, with its rules in the order of their errors. */
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
