const control = /[\p{Cc}\u2028\u2029]+/gu;
const bidiControl = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** How long characters may be, on average: one can be a letter with endless marks. */
const unitsPerCharacter = 2;

/**
 * A value on one line, of at most `max` characters, which cannot change the direction of the text around it.
 */
export function shownValue(value: string, max: number): string {
  const line = value.replaceAll(control, ' ').replaceAll(bidiControl, '');
  const trimmed = line.replaceAll(/\s+/gu, ' ').trim();
  let shown = '';
  let count = 0;
  // The rest of an endless text is not even looked at.
  for (const { segment } of characters.segment(trimmed.slice(0, max * unitsPerCharacter + 1))) {
    count += 1;
    if (count > max || shown.length + segment.length > max * unitsPerCharacter) {
      return `${shown.trimEnd()}…`;
    }
    shown += segment;
  }
  return shown;
}

/**
 * The text with invisible breaks where a mail program would find a link: a stranger can choose the name in a mail to
 * anybody.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll(/\.(?=[\p{L}\p{N}])/gu, '.\u200b').replaceAll('://', ':\u200b//');
}
