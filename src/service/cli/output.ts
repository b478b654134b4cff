/** Prints one JSON object for programs, or its members line by line for people. */
export function print(result: object, json?: boolean): void {
  if (json) {
    console.log(JSON.stringify(result));
    return;
  }
  printMembers(result, '');
}

/** Prints texts for people, one per line. */
export function printLines(texts: readonly string[]): void {
  for (const text of texts) console.log(shown(text));
}

/** Prints the members of an object by their path, such as `status.suspended_at`. */
function printMembers(object: object, path: string): void {
  for (const [name, value] of Object.entries(object)) {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isObject) printMembers(value, `${path}${name}.`);
    else console.log(`${path}${name}: ${shown(value)}`);
  }
}

/**
 * Prints one JSON object for programs, or a table of one of its lists for people.
 *
 * @param list the name of the list, a plural noun
 * @param columns the members to show; free text comes last, because wide characters would shift the columns after it
 */
export function printList<L extends string, M extends string>(
  result: Readonly<Record<L, readonly Readonly<Record<M, unknown>>[]>>,
  list: L,
  columns: readonly M[],
  json?: boolean,
): void {
  if (json) console.log(JSON.stringify(result));
  else if (result[list].length === 0) console.log(`No ${list}.`);
  else console.log(table(result[list], columns));
}

function table<M extends string>(
  rows: readonly Readonly<Record<M, unknown>>[],
  columns: readonly M[],
): string {
  const padded = columns.map((name) => {
    const head = name.toUpperCase().replaceAll('_', ' ');
    const cells = [head, ...rows.map((row) => shown(row[name]))];
    const width = Math.max(...cells.map(({ length }) => length));
    return cells.map((cell) => cell.padEnd(width));
  });
  const line = (i: number) => padded.map((cells) => cells[i]).join('  ');
  return Array.from({ length: rows.length + 1 }, (_, i) => line(i).trimEnd()).join('\n');
}

/** Formats a value as one line, with terminal control characters escaped. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return '-';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replaceAll(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1));
}
