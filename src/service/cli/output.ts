import { Console } from 'node:console';
import type { CliProcess } from './cli-process.js';

/** The results of a command, on standard output. */
export class Output {
  private readonly console: Console;

  constructor({ stdout, stderr }: Pick<CliProcess, 'stdout' | 'stderr'>) {
    // Unlike a stream, a console ignores a reader that has gone, such as `head`.
    this.console = new Console({ stdout, stderr });
  }

  /** Prints one JSON object for programs, or its members line by line for people. */
  print(result: object, json?: boolean): void {
    if (json) this.printText(JSON.stringify(result));
    else this.printMembers(result, '');
  }

  /**
   * Prints one JSON object for programs, or a table of one of its lists for people.
   *
   * @param list the name of the list, a plural noun
   * @param columns the members to show; free text comes last, because wide characters would shift the columns after it
   * @param limit the length of a full page. A shorter one may have a next page, which people are then told about
   */
  printList<L extends string, M extends string>(
    result: Readonly<Record<L, readonly Readonly<Record<M, unknown>>[]>> & {
      readonly next?: string | null;
    },
    list: L,
    columns: readonly M[],
    json?: boolean,
    limit = 0,
  ): void {
    const { [list]: items, next } = result;
    if (json) {
      this.printText(JSON.stringify(result));
      return;
    }
    this.printText(items.length === 0 ? `No ${list}.` : table(items, columns));
    this.printUnfinished(next, items.length, limit);
  }

  /** Says that a search has ended before its page was full. */
  printUnfinished(next: string | null | undefined, length: number, limit: number): void {
    if (!next || length >= limit) return;
    this.printError(`The search has more to examine. Continue with --before ${next}`);
  }

  /** Prints texts for people, one per line. */
  printLines(texts: readonly string[]): void {
    for (const text of texts) this.printText(shown(text));
  }

  /** Prints a text as it is, and a line break. */
  printText(text: string): void {
    this.console.log(text);
  }

  /** Prints a line on standard error. */
  readonly printError = (text: string): void => this.console.error(text);

  /** Prints the members of an object by their path, such as `status.suspended_at`. */
  private printMembers(object: object, path: string): void {
    for (const [name, value] of Object.entries(object)) {
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      if (isObject) this.printMembers(value, `${path}${name}.`);
      else this.printText(`${path}${name}: ${shown(value)}`);
    }
  }
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

/** Formats a value as one line, with control characters of terminals and of the writing direction escaped. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return '-';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (control) => {
    const escaped = JSON.stringify(control).slice(1, -1);
    // JSON escapes only the control characters below U+0020.
    return escaped === control
      ? `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`
      : escaped;
  });
}
