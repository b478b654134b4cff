import { isInSpan, traced } from './tracing.js';

/** Matches a verb with its table, or another table. Only tables follow these keywords with a quoted schema. */
const parts =
  /\b(?:(SELECT)\b|(?:(INSERT) INTO|(UPDATE)|(DELETE) FROM|FROM|JOIN)\s+"[^"]+"\."?(\w+))/g;

/** More than the number of statements in all repositories. */
const maxSummaries = 500;
const summaries = new Map<string, string>();

/**
 * Runs a statement in a span. The span is named after the statement's operations and contains none of its values.
 * Statements outside any span, for example polling and purging, start no trace.
 */
export function tracedStatement<T>(sql: string, work: () => Promise<T>): Promise<T> {
  if (!isInSpan()) return work();
  const summary = statementSummary(sql);
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary };
  return traced(summary, { kind: 'client', attributes }, work);
}

/** Summarises a statement's operations and tables, like `INSERT accounts SELECT applications`, without values. */
export function statementSummary(sql: string): string {
  const known = summaries.get(sql);
  if (known !== undefined) return known;
  const summary = summarize(sql);
  if (summaries.size < maxSummaries) summaries.set(sql, summary);
  return summary;
}

function summarize(sql: string): string {
  const words: string[] = [];
  let pending: string | undefined;
  for (const [, select, insert, update, remove, table] of sql.matchAll(parts)) {
    const verb = select ?? insert ?? update ?? remove;
    if (verb !== undefined) pending = verb;
    if (table === undefined) continue;
    if (pending !== undefined) words.push(pending);
    pending = undefined;
    words.push(table);
  }
  const [first = ''] = /\w+/.exec(sql) ?? [];
  return words.length > 0 ? words.join(' ').slice(0, 255) : first.toUpperCase();
}
