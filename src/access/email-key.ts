/**
 * What makes two email addresses the same: Unicode NFC and case folding.
 *
 * Upper case before lower case is what folds `ß` with `ss` and both sigmas.
 */
export function emailKey(email: string): string {
  return email.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
