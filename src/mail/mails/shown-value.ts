const control = /[\p{Cc}\u2028\u2029]+/gu;
const bidiControl = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * The maximum average length of a character in UTF-16 units, because a letter can have an unlimited number of marks.
 */
const unitsPerCharacter = 2;

/** Puts a value on one line of at most `max` characters. It cannot change the direction of the surrounding text. */
export function shownValue(value: string, max: number): string {
  const line = value.replaceAll(control, ' ').replaceAll(bidiControl, '');
  const trimmed = line.replaceAll(/\s+/gu, ' ').trim();
  let shown = '';
  let count = 0;
  // Divides only the part that can be shown into characters.
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
 * Inserts invisible breaks where a mail program would detect a link, because a stranger can choose the name in a mail
 * to anyone.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll(/\.(?=[\p{L}\p{N}])/gu, '.\u200b').replaceAll('://', ':\u200b//');
}
