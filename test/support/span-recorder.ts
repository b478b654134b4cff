import { context, propagation, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-node';

/** A host's tracing provider that keeps all ended spans. */
export class SpanRecorder {
  private readonly exporter = new InMemorySpanExporter();

  constructor() {
    const spanProcessors = [new SimpleSpanProcessor(this.exporter)];
    new NodeTracerProvider({ spanProcessors }).register();
  }

  /** Returns the ended spans in order of their end, optionally only those of one trace. */
  spans(traceId?: string): ReadableSpan[] {
    const spans = this.exporter.getFinishedSpans();
    return traceId ? spans.filter((span) => span.spanContext().traceId === traceId) : spans;
  }

  named(name: string): ReadableSpan | undefined {
    return this.spans().find((span) => span.name === name);
  }

  forget(): void {
    this.exporter.reset();
  }

  /** Removes the provider from the process. */
  unregister(): void {
    for (const api of [trace, context, propagation]) api.disable();
  }
}

/** Returns the names of a span and its ancestors, starting with the span itself. */
export function ancestry(span: ReadableSpan, spans: readonly ReadableSpan[]): string[] {
  const parent = spans.find((each) => each.spanContext().spanId === span.parentSpanContext?.spanId);
  return [span.name, ...(parent ? ancestry(parent, spans) : [])];
}

/** Returns all data that leaves the process with the spans, as text. */
export function toText(spans: readonly ReadableSpan[]): string {
  return JSON.stringify(
    spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
  );
}
