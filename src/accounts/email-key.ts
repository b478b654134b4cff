/** What makes two email addresses the same: Unicode NFC and full case folding (CaseFolding.txt C+F). */
export function emailKey(email: string): string {
  return email.normalize('NFC').replaceAll(/[^ı]+/g, folded).normalize('NFC');
}

/**
 * Lower, upper and lower case again is what folds `ß` and `ẞ` with `ss`, and both sigmas. It would fold
 * `ı` with `i` as well, which case folding does not.
 */
function folded(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase();
}
