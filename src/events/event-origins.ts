import { currentSpan, type SpanReference } from '../tracing/tracing.js';

const maxAccounts = 10_000;

/**
 * The spans that last changed accounts on this node, which deliveries of their events refer to. Kept only in memory: a
 * column would cost every change a statement (docs/decisions/tracing.md).
 */
export class EventOrigins {
  private readonly spans = new Map<string, SpanReference>();

  remember(accountId: string | null): void {
    const span = currentSpan();
    if (!span || accountId === null) return;
    this.spans.delete(accountId);
    this.spans.set(accountId, span);
    if (this.spans.size > maxAccounts) this.spans.delete(this.spans.keys().next().value!);
  }

  find(accountId: string): SpanReference | undefined {
    return this.spans.get(accountId);
  }
}
