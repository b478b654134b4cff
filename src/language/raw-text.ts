/**
 * Returns the maximum length of raw input in UTF-16 code units, for a value of at most `maxCharacters`. Longer input is
 * rejected before it is processed, because Unicode normalization takes quadratic time for combining marks.
 */
export function maxRawUnits(maxCharacters: number): number {
  return 4 * maxCharacters;
}

export function isOverlong(text: string, maxCharacters: number): boolean {
  return text.length > maxRawUnits(maxCharacters);
}

export function normalized(text: string, form: 'NFC' | 'NFKC', maxUnits: number) {
  return text.length > maxUnits ? undefined : text.normalize(form);
}
