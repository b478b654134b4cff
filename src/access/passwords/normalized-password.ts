import { normalized } from '../../language/raw-text.js';

/** In Unicode code points of the NFKC form. */
export const maxPasswordCharacters = 1_024;

/** Unicode composes at most six UTF-16 code units into one code point, so no stored password has more. */
const maxUnits = 6 * maxPasswordCharacters;

/**
 * Returns the Unicode form of a password that does not depend on the keyboard (NIST SP 800-63B 3.1.1.2), or undefined
 * for overlong text. The bound is generous because an earlier release accepted 1,024 code points of any NFKC form.
 */
export function normalizedPassword(password: string): string | undefined {
  return normalized(password, 'NFKC', maxUnits);
}

/**
 * Returns the forms in which another system may have hashed a password, each once: as typed, in NFC and in NFKC. An
 * overlong password has only the empty form, whose check takes as long.
 */
export function passwordForms(password: string): string[] {
  const forms = [password, normalized(password, 'NFC', maxUnits), normalizedPassword(password)];
  return forms.includes(undefined) ? [''] : [...new Set(forms as string[])];
}
