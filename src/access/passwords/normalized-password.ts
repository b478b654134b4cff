import { normalized } from '../../language/raw-text.js';

/** The longest password that can be chosen, in Unicode code points of its NFKC form. */
export const maxPasswordCharacters = 1_024;

/** Unicode composes at most six UTF-16 code units into one code point, so no stored password has more. */
const maxUnits = 6 * maxPasswordCharacters;

/**
 * The Unicode form of a password that does not depend on the keyboard (NIST SP 800-63B 3.1.1.2); undefined for text that is
 * too long to be a password. An earlier release accepted 1,024 code points of any NFKC form.
 */
export function normalizedPassword(password: string): string | undefined {
  return normalized(password, 'NFKC', maxUnits);
}
