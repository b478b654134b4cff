import { Transform } from 'class-transformer';
import { IsIn, type ValidationArguments } from 'class-validator';
import { isCommonPassword } from '../../access/passwords/common-passwords.js';
import {
  maxPasswordCharacters,
  normalizedPassword,
} from '../../access/passwords/normalized-password.js';
import type { PasswordPolicy } from '../../access/passwords/password-policy.js';
import type { Account } from '../../database/records.js';
import type { Violations } from '../../errors/form-error.js';
import type { ExaminedInput } from '../../validation/examined-input.js';
import { asciiDomain } from '../../language/ascii-domain.js';
import { typedText } from '../../language/typed-text.js';
import { maxEmailCharacters, mailboxKey } from '../emails/email-key.js';
import {
  Exposed,
  IsText,
  IsTextUpTo,
  MinCharacters,
  NoControlCharacters,
  NotBlank,
  TextRule,
  visibleText,
  withCode,
} from '../../validation/validation.rules.js';
import { languageCodes } from '../../language/language-codes.js';

/**
 * 2 to 255 characters (SPEC 2.2): a local part, `@` and a domain with a dot, in any script, that UTS 46 can convert to
 * ASCII. Surrounding white space is dropped.
 */
export const IsEmailAddress = () =>
  Exposed(
    IsTextUpTo(maxEmailCharacters, (text) => text.trim()),
    NotBlank(),
    // The length rule reports long text.
    TextRule(
      'email_invalid',
      (text) =>
        text.length > 2 * maxEmailCharacters ||
        (emailForm.test(text) && asciiDomain(text.slice(text.indexOf('@') + 1)) !== undefined),
      { params: { example: exampleEmail } },
    ),
  );

export const exampleEmail = 'name@example.com';

// A dot-atom of ASCII or any letter, mark, number or symbol beyond it (RFC 6531), and a domain.
const atom = /[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]|(?![\0-\x7f])[^\p{C}\p{Z}]/u.source;
const label = /[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?/u.source;
const emailForm = new RegExp(`^(?:${atom})+(?:\\.(?:${atom})+)*@${label}(?:\\.${label})+$`, 'u');

/** One of the languages of the application data, in any letter case. */
export const IsLanguageCode = () =>
  Exposed(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && value.length === 2 ? value.toLowerCase() : value,
    ),
    IsText(),
    NotBlank(),
    IsIn(languageCodes, withCode('language_unknown')),
  );

/** Text of up to `max` characters without bidi controls. Text without visible characters counts as absent. */
const OptionalText = (max: number) => IsTextUpTo(max, (text) => visibleText(text) || null);

const maxPhoneCharacters = 64;

/** Text of up to 64 characters with at least one digit, such as `(202) 358-0001`. */
export const IsPhone = () =>
  Exposed(
    OptionalText(maxPhoneCharacters),
    NoControlCharacters(),
    TextRule('phone_digit_missing', (text) => /\p{Nd}/u.test(text)),
  );

export const IsClientName = () => Exposed(OptionalText(255), NoControlCharacters());

/** Each {@link PasswordPolicy} is a validation group. The rules apply to the form that is hashed: in Unicode NFKC. */
export const IsPassword = () =>
  Exposed(
    IsTextUpTo(maxPasswordCharacters, (text) => normalizedPassword(text)!),
    NotBlank(),
    MinCharacters(6, ['standard', 'length']),
    MinCharacters(15, ['strict']),
    TextRule('password_letter_missing', (text) => /\p{L}/u.test(text), { groups: ['standard'] }),
    TextRule('password_digit_missing', (text) => /\p{Nd}/u.test(text), { groups: ['standard'] }),
    TextRule('password_common', async (text) => !(await isCommonPassword(text)), {
      groups: ['strict'],
    }),
    TextRule('password_is_email', (text, args) => !isOwnEmail(text, args), { groups: ['strict'] }),
  );

function isOwnEmail(password: string, args?: ValidationArguments): boolean {
  const { email }: { email?: unknown } = args?.object ?? {};
  return typeof email === 'string' && isEmailAsPassword(password, email);
}

/** Rejects a new password that equals the account's current email, under the strict policy. */
export function findPasswordViolations(
  policy: PasswordPolicy,
  examined: ExaminedInput<{ readonly new_password?: string | undefined }>,
  { email }: Pick<Account, 'email'>,
): Violations {
  const password = examined.getValid('new_password');
  if (policy !== 'strict' || password === undefined) return {};
  return isEmailAsPassword(password, email) ? { new_password: 'password_is_email' } : {};
}

/** Whether a password in NFKC equals an email, regardless of letter case. */
function isEmailAsPassword(password: string, email: string): boolean {
  const key = mailboxKey(password);
  return key !== '' && key === mailboxKey(normalizedPassword(email) ?? '');
}

/** 6 to 15 digits with an optional `+`, as text or an integer. Stored in ASCII, without spaces and punctuation. */
export const IsPhoneNumber = () =>
  Exposed(
    Transform(({ value }: { value: unknown }) =>
      Number.isInteger(value) && Number(value) >= 0 ? String(BigInt(Number(value))) : value,
    ),
    IsTextUpTo(maxPhoneCharacters, typedText),
    NoControlCharacters(),
    TextRule('phone_character_invalid', (text) => phoneCharacters.test(text)),
    // Other rules report invalid characters and the length.
    TextRule(
      'phone_number_invalid',
      (text) =>
        text.length > maxPhoneCharacters ||
        !phoneCharacters.test(text) ||
        /^(?:\D*\d){6,15}\D*$/.test(text),
    ),
  );

/** Allows control characters and lone surrogates, which other rules report. */
const phoneCharacters = /^\+?[\d\p{Cc}\p{Cs}]*$/u;
