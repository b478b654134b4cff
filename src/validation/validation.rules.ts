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
  /** The validation groups of the rule. Default: the rule always applies. */
  groups?: string[];
}

/** Returns options for a class-validator decorator, with a code of the registry as its message. */
export function withCode(code: ErrorCode, { params, groups }: RuleOptions = {}): ValidationOptions {
  return { message: code, context: params, groups };
}

/**
 * Defines a rule of this module. All rules except {@link Required} and {@link NotNull} accept null, absent values and
 * values of other types.
 */
export function Rule(code: ErrorCode, test: Test, options?: RuleOptions) {
  return ValidateBy({ name: code, validator: { validate: test } }, withCode(code, options));
}

/** Defines a rule that checks only strings. */
export function TextRule(
  code: ErrorCode,
  test: (text: string, args?: ValidationArguments) => boolean | Promise<boolean>,
  options?: RuleOptions,
) {
  return Rule(code, (value, args) => typeof value !== 'string' || test(value, args), options);
}

/** Requires a value that is neither null nor absent. */
export const Required = () => IsDefined(withCode('required'));

/** Rejects null, but accepts an absent value. */
export const NotNull = () =>
  applyDecorators(
    ValidateIf((_, value) => value !== undefined),
    Rule('blank', (value) => value !== null),
  );

/** Rejects empty text. */
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

/** Replaces text that is too long to process, so that only {@link IsTextUpTo} reports it. */
const overlong = Symbol('overlong text');

/**
 * Requires valid Unicode of at most `max` code points after `prepare`. Text with more than four times as many UTF-16
 * code units reaches neither `prepare` nor any other rule.
 *
 * @param prepare replaces the text before the rules run; null clears it. Default: keeps the text
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

/** Rejects NUL and all other control characters. */
export const NoControlCharacters = () =>
  TextRule('control_characters', (text) => !/\p{Cc}/u.test(text));

/** Requires at least `min` Unicode code points. */
export const MinCharacters = (min: number, groups?: string[]) =>
  TextRule('too_short', (text) => codePoints(text) >= min, {
    params: { min },
    groups,
  });

/** Requires a name of 1 to 255 characters. Removes surrounding white space and bidi controls. */
export const IsName = () =>
  Exposed(
    IsTextUpTo(255, (text) => visibleText(text).trim()),
    NotBlank(),
    NoControlCharacters(),
  );

/** Removes bidi controls. Returns an empty string if no visible characters remain. */
export function visibleText(text: string): string {
  const kept = withoutBidiControls(text);
  return /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(kept) ? '' : kept;
}

/** Removes text direction controls (Unicode UAX 9), which some contact apps add to copied text. */
export function withoutBidiControls(text: string): string {
  return text.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}

/** Requires a boolean. */
export const IsTrueOrFalse = () => Exposed(IsBoolean(withCode('not_boolean')));

/** Requires one of these words. */
export const IsOneOf = (choices: readonly string[]) =>
  Exposed(IsIn(choices, withCode('not_a_choice', { params: { choices: choices.join(', ') } })));

/** Exposes an input member, with its rules in the order of their errors. */
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
