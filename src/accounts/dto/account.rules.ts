import { Transform } from 'class-transformer';
import type { ValidationArguments } from 'class-validator';
import { isCommonPassword } from '../../access/passwords/common-passwords.js';
import {
  maxPasswordCharacters,
  normalizedPassword,
} from '../../access/passwords/normalized-password.js';
import { isOverlong } from '../../language/raw-text.js';
import { emailKey, maxEmailCharacters } from '../email-key.js';
import {
  Exposed,
  IsText,
  IsTextUpTo,
  MinCharacters,
  NoControlCharacters,
  NotBlank,
  Rule,
  TextRule,
  visibleText,
  withoutBidiControls,
} from '../../validation/validation.rules.js';
import { languageCodes } from '../../language/language-codes.js';

/** 2 to 255 characters (SPEC 2.2): a local part, `@` and a domain with a dot, in any script. */
export const IsEmailAddress = () =>
  Exposed(
    IsTextUpTo(maxEmailCharacters),
    NotBlank(),
    MinCharacters(2),
    // The length rule reports other lengths.
    TextRule(
      'email_invalid',
      (text) => text.length < 2 || text.length > 510 || emailForm.test(text),
    ),
  );

// A dot-atom of ASCII or any letter, mark, number or symbol beyond it (RFC 6531), and a domain
// whose labels neither begin nor end with a hyphen.
const atom = /[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]|(?![\0-\x7f])[^\p{C}\p{Z}]/u.source;
const label = /[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?/u.source;
const emailForm = new RegExp(`^(?:${atom})+(?:\\.(?:${atom})+)*@${label}(?:\\.${label})+$`, 'u');

/** One of the languages of the application data. */
export const IsLanguageCode = () =>
  Exposed(
    IsText(),
    NotBlank(),
    TextRule('language_unknown', (text) => text === '' || known.has(text)),
  );

const known: ReadonlySet<string> = new Set(languageCodes);

/** Text of up to `max` characters without bidi controls; text without visible characters counts as absent. */
const OptionalText = (max: number) => IsTextUpTo(max, (text) => visibleText(text) || null);

/** Text of up to 64 characters with a digit in it, such as `(202) 358-0001`. */
export const IsPhone = () =>
  Exposed(
    OptionalText(64),
    NoControlCharacters(),
    TextRule('phone_digit_missing', (text) => /\p{Nd}/u.test(text)),
  );

/** Text of up to 255 characters. */
export const IsClientName = () => Exposed(OptionalText(255), NoControlCharacters());

/**
 * A password that a {@link PasswordPolicy} accepts: each policy is a validation group. The rules apply to
 * the form that is hashed: the password in Unicode NFKC.
 */
export const IsPassword = () =>
  Exposed(
    IsTextUpTo(maxPasswordCharacters, (text) => normalizedPassword(text)!),
    NotBlank(),
    MinCharacters(6, ['standard', 'length']),
    MinCharacters(15, ['strict']),
    TextRule('password_letter_missing', (text) => text === '' || /\p{L}/u.test(text), {
      groups: ['standard'],
    }),
    TextRule('password_digit_missing', (text) => text === '' || /\p{Nd}/u.test(text), {
      groups: ['standard'],
    }),
    TextRule('password_common', async (text) => !(await isCommonPassword(text)), {
      groups: ['strict'],
    }),
    TextRule('password_is_email', (text, args) => !isOwnEmail(text, args), { groups: ['strict'] }),
  );

function isOwnEmail(password: string, args?: ValidationArguments): boolean {
  const { email } = (args?.object ?? {}) as { email?: unknown };
  return typeof email === 'string' && isEmailAsPassword(password, email);
}

/** Whether a password in NFKC is this email, without regard to letter case. */
export function isEmailAsPassword(password: string, email: string): boolean {
  const key = emailKey(password);
  return key !== '' && key === emailKey(normalizedPassword(email) ?? '');
}

/** 6 to 15 digits with an optional `+`, as a string or an integer; kept in ASCII, without punctuation. */
export const IsPhoneNumber = () =>
  Exposed(
    Transform(({ value }: { value: unknown }) => phoneNumber(value) ?? value),
    Rule('phone_number_invalid', (value) => value === null || phoneNumber(value) === value),
  );

function phoneNumber(value: unknown): string | undefined {
  if (typeof value !== 'string' && !(Number.isSafeInteger(value) && Number(value) > 0))
    return undefined;
  if (isOverlong(String(value), 64) || /\p{Cc}/u.test(String(value))) return undefined;
  const number = withoutBidiControls(String(value)).replaceAll(/[\s\p{P}]/gu, '');
  return /^\+?\p{Nd}{6,15}$/u.test(number)
    ? number.replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    : undefined;
}

/** The value of a decimal digit of any script: Unicode has the ten of each in a row. */
function digitValue(digit: string): number {
  const codePoint = digit.codePointAt(0)!;
  let first = codePoint;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return (codePoint - first) % 10;
}
