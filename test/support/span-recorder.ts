import { context, propagation, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-node';

/** The provider of a host, which keeps every span that has ended. */
export class SpanRecorder {
  private readonly exporter = new InMemorySpanExporter();

  constructor() {
    const spanProcessors = [new SimpleSpanProcessor(this.exporter)];
    new NodeTracerProvider({ spanProcessors }).register();
  }

  /** The spans, the first to end first; of one trace where it is named. */
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

  /** The process has no provider any more, as at its start. */
  unregister(): void {
    for (const api of [trace, context, propagation]) api.disable();
  }
}

/** The names of a span and of those it is in, itself first. */
export function ancestry(span: ReadableSpan, spans: readonly ReadableSpan[]): string[] {
  const parent = spans.find((each) => each.spanContext().spanId === span.parentSpanContext?.spanId);
  return [span.name, ...(parent ? ancestry(parent, spans) : [])];
}

/** Everything that leaves the process with a span, as text. */
export function textOf(spans: readonly ReadableSpan[]): string {
  return JSON.stringify(
    spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
  );
}
