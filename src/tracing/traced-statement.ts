import { isInSpan, traced } from './tracing.js';
import { statementSummary } from './statement-summary.js';

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
