import { Expose, Transform } from 'class-transformer';
import { ValidateBy, type ValidationArguments, type ValidationOptions } from 'class-validator';
import type { MessageParams } from '../../language/language.js';
import type { ErrorCode } from '../../errors/error-registry.js';

type Test = (value: unknown, args?: ValidationArguments) => boolean | Promise<boolean>;

export interface RuleOptions {
  /** What the message's placeholders stand for. */
  params?: MessageParams;
  /** The validation groups the rule is for; without any it always applies. */
  groups?: string[];
}

/**
 * A class-validator rule whose message is a code of the registry.
 *
 * Apart from {@link Required} and {@link NotNull} a rule has no opinion on null or absent values,
 * and none on values of another type than its own, so that each fault is named once.
 */
export function Rule(code: ErrorCode, test: Test, { params, groups }: RuleOptions = {}) {
  const options: ValidationOptions = { message: code, context: params, groups };
  return ValidateBy({ name: code, validator: { validate: test } }, options);
}

/** A rule for strings only. */
export function TextRule(
  code: ErrorCode,
  test: (text: string, args?: ValidationArguments) => boolean | Promise<boolean>,
  options?: RuleOptions,
) {
  return Rule(code, (value, args) => typeof value !== 'string' || test(value, args), options);
}

/** Neither null nor absent. */
export const Required = () => Rule('required', (value) => value !== null && value !== undefined);

/** Not null; absent is fine. */
export const NotNull = () => Rule('blank', (value) => value !== null);

/** Not empty. */
export const NotBlank = () => TextRule('blank', (text) => text !== '');

/** Text in valid Unicode. */
export function IsText(): PropertyDecorator {
  return Exposed(
    Rule('not_text', (value) => value === null || value === undefined || typeof value === 'string'),
    TextRule('not_unicode', isWellFormed),
  );
}

/** Neither NUL nor any other control character. */
export const NoControlCharacters = () =>
  TextRule('control_characters', (text) => !/\p{Cc}/u.test(text));

/** At least `min` Unicode code points. An empty text is for {@link NotBlank} to name. */
export const MinCharacters = (min: number, groups?: string[]) =>
  TextRule('too_short', (text) => text === '' || codePoints(text) >= min, {
    params: { min },
    groups,
  });

/** At most `max` Unicode code points. */
export const MaxCharacters = (max: number) =>
  TextRule('too_long', (text) => codePoints(text) <= max, {
    params: { max },
  });

/** Takes another text, or another value, for a text that is sent, before any rule is asked. */
export const TransformText = (transform: (text: string) => unknown) =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? transform(value) : value,
  );

/** A name: 1 to 255 characters, without the white space around them and without bidi controls. */
export const IsName = () =>
  Exposed(
    TransformText((text) => visibleText(text).trim()),
    IsText(),
    NotBlank(),
    NoControlCharacters(),
    MaxCharacters(255),
  );

/** A text without bidi controls, and empty when nothing of it is visible. */
export function visibleText(text: string): string {
  const kept = withoutBidiControls(text);
  return /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(kept) ? '' : kept;
}

/** Contact books paste these controls of the direction of text (Unicode UAX 9) with what they copy. */
export function withoutBidiControls(text: string): string {
  return text.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}

/** True or false. */
export const IsTrueOrFalse = () =>
  Exposed(
    Rule(
      'not_boolean',
      (value) => value === null || value === undefined || typeof value === 'boolean',
    ),
  );

/** A member that input may set, with its rules in the order of their errors. */
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
