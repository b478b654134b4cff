import { maxRawUnits, normalized } from '../language/raw-text.js';

/** The longest email address, in Unicode code points. */
export const maxEmailCharacters = 255;

/**
 * The key by which email addresses are equal: Unicode NFC and full case folding (CaseFolding.txt C+F), without the white
 * space around it. Empty, the key of no address, for text that is too long to be one.
 */
export function emailKey(email: string): string {
  const text = normalized(email, 'NFC', maxRawUnits(maxEmailCharacters))?.trim() ?? '';
  return text.replaceAll(/[^ı]+/g, folded).normalize('NFC');
}

/**
 * Lower, upper and lower case in turn fold `ß` and `ẞ` with `ss`, and both sigmas. They would fold
 * `ı` with `i` as well, which case folding does not.
 */
function folded(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase();
}
