/**
 * Returns the maximum length of raw input in UTF-16 code units, for a value of at most `maxCharacters`. Longer input is
 * rejected before it is processed, because Unicode normalization takes quadratic time for combining marks.
 */
export function maxRawUnits(maxCharacters: number): number {
  return 4 * maxCharacters;
}

/** Whether raw input is too long to process, for a value of at most `maxCharacters`. */
export function isOverlong(text: string, maxCharacters: number): boolean {
  return text.length > maxRawUnits(maxCharacters);
}

/** Normalizes text (UAX 15). Returns undefined if it has more than `maxUnits` UTF-16 code units. */
export function normalized(
  text: string,
  form: 'NFC' | 'NFKC',
  maxUnits: number,
): string | undefined {
  return text.length > maxUnits ? undefined : text.normalize(form);
}
