import { isInSpan, traced } from './tracing.js';
import { statementSummary } from './statement-summary.js';

/**
 * Runs a statement in a span that is called by what it does and has none of its values. Statements outside of all spans,
 * such as those that poll and purge, begin no trace.
 */
export function tracedStatement<T>(sql: string, work: () => Promise<T>): Promise<T> {
  if (!isInSpan()) return work();
  const summary = statementSummary(sql);
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary };
  return traced(summary, { kind: 'client', attributes }, work);
}
