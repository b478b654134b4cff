/** The maximum line length in characters, which suits readers and the limit of RFC 5322 section 2.1.1. */
const width = 76;

/**
 * Matches spaces outside isolated values. A part of such a value at the start of a line would set the line's direction.
 */
const space = / (?![^\u2068]*\u2069)/u;

/** Wraps text at spaces. A script without spaces stays on one line, because it has other rules for line breaks. */
export function wrapped(text: string): string {
  const lines: string[] = [];
  let length = Infinity;
  for (const word of text.split(space)) {
    const own = [...word].length;
    if (length + 1 + own > width) {
      lines.push(word);
      length = own;
    } else {
      lines[lines.length - 1] += ` ${word}`;
      length += 1 + own;
    }
  }
  return lines.join('\n');
}
