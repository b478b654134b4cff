/**
 * What makes two email addresses the same: Unicode NFC and case folding.
 *
 * Lower, upper and lower case again is what folds `ß` and `ẞ` with `ss`, and both sigmas.
 */
export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}
