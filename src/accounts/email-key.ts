/** The key by which email addresses are equal: Unicode NFC and full case folding (CaseFolding.txt C+F). */
export function emailKey(email: string): string {
  return email.normalize('NFC').replaceAll(/[^ı]+/g, folded).normalize('NFC');
}

/**
 * Lower, upper and lower case in turn fold `ß` and `ẞ` with `ss`, and both sigmas. They would fold
 * `ı` with `i` as well, which case folding does not.
 */
function folded(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase();
}
