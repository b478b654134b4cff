/** The most characters of a line, which RFC 5322 section 2.1.1 and readers of plain text want. */
const width = 76;

/** Outside of isolated values: a part of one at the beginning of a line would give the line its direction. */
const space = / (?![^\u2068]*\u2069)/u;

/** The text in lines, broken at spaces: a script without spaces stays on one, since its rules are not these. */
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
