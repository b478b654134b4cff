/**
 * The most UTF-16 code units of a text as it is entered, for a value of at most `maxCharacters`. Longer text is rejected
 * before anything else reads it: Unicode normalization takes quadratic time for combining marks.
 */
export function maxRawUnits(maxCharacters: number): number {
  return 4 * maxCharacters;
}

/** Whether text as it is entered is too long to be read, for a value of at most `maxCharacters`. */
export function isOverlong(text: string, maxCharacters: number): boolean {
  return text.length > maxRawUnits(maxCharacters);
}

/** The text in a Unicode normalization form (UAX 15); undefined if it has more than `maxUnits` UTF-16 code units. */
export function normalized(
  text: string,
  form: 'NFC' | 'NFKC',
  maxUnits: number,
): string | undefined {
  return text.length > maxUnits ? undefined : text.normalize(form);
}
