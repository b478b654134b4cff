import { currentSpan, type SpanReference } from '../tracing/tracing.js';

/** The most accounts whose last change is remembered. */
const mostAccounts = 10_000;

/**
 * The spans in which accounts were last changed on this node, so that deliveries of their events refer to them. Only in
 * memory: a column would cost every change a statement (docs/decisions/tracing.md).
 */
export class EventOrigins {
  private readonly spans = new Map<string, SpanReference>();

  /** Remembers that the current work has changed this account; does nothing where it is not traced. */
  remember(accountId: string | null): void {
    const span = currentSpan();
    if (!span || accountId === null) return;
    this.spans.delete(accountId);
    this.spans.set(accountId, span);
    if (this.spans.size > mostAccounts) this.spans.delete(this.spans.keys().next().value!);
  }

  of(accountId: string): SpanReference | undefined {
    return this.spans.get(accountId);
  }
}
