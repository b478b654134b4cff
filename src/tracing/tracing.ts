import type * as opentelemetry from '@opentelemetry/api';

/** Options of a span. Its attributes must not contain personal identifiers, addresses or tokens. */
interface SpanOptions {
  /** Default: `internal`. */
  readonly kind?: 'server' | 'client' | 'consumer';
  readonly attributes?: Readonly<Record<string, string | number>>;
  /** The caller's headers, which may identify its span (W3C Trace Context). */
  readonly caller?: Readonly<Record<string, unknown>>;
  /** The ended span that caused this one. The new span links to it. */
  readonly cause?: SpanReference | undefined;
}

/** The outcome of a span. */
interface SpanEnd {
  /** A better name that is known only at the end. */
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, string | number | undefined>>;
  /** The kind of failure, for example its code. Never its message, which may contain values. */
  readonly failure?: string | undefined;
}

/** A span that one function starts and another one ends. */
export interface OpenSpan {
  /** Runs `work` in the span. Spans that start during the work become its children. */
  within<T>(work: () => T): T;
  end(end?: SpanEnd): void;
}

/** A reference to a span. */
export type SpanReference = object & { readonly traceId: string; readonly spanId: string };

/** A span that records nothing, for untraced requests. */
export const noSpan: OpenSpan = { within: (work) => work(), end: () => undefined };

let otel: typeof opentelemetry | undefined;

/** Whether an OpenTelemetry provider is registered. All copies of the OpenTelemetry API share this key. */
export function hasTracerProvider(): boolean {
  const registered = Reflect.get(globalThis, Symbol.for('opentelemetry.js.api.1'));
  return registered?.trace !== undefined;
}

/** Starts tracing if a provider is registered. Otherwise it loads nothing, and the other functions do nothing. */
export async function startTracing(): Promise<void> {
  otel = hasTracerProvider() ? await import('@opentelemetry/api') : undefined;
}

export function isTracing(): boolean {
  return otel !== undefined;
}

/** Whether the current work runs in a span. */
export function isInSpan(): boolean {
  return otel?.trace.getActiveSpan() !== undefined;
}

/** The span of the current work. */
export function currentSpan(): SpanReference | undefined {
  return otel?.trace.getActiveSpan()?.spanContext();
}

/** Returns a function that runs later work in the span of the current work. */
export function keepSpan(): OpenSpan['within'] {
  if (!otel) return (work) => work();
  const { context } = otel;
  const current = context.active();
  return (work) => context.with(current, work);
}

/** Returns headers that identify the current span to a receiver, or none without a span. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  otel?.propagation.inject(otel.context.active(), headers, {
    // The host's baggage is not meant for event receivers.
    set: (carrier, name, value) => name !== 'baggage' && (carrier[name] = value),
  });
  return headers;
}

/** Runs `work` in a span of this name. */
export function traced<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  return otel ? inSpan(beginSpan(name, options), work) : work();
}

/** Starts a span below the current span, or below the caller's if there is none. */
export function beginSpan(name: string, options: SpanOptions): OpenSpan {
  if (!otel) return noSpan;
  const { context, propagation, trace, SpanKind, SpanStatusCode } = otel;
  const { kind = 'internal', attributes, caller, cause } = options;
  const current = context.active();
  const parent = caller && !isInSpan() ? propagation.extract(current, caller) : current;
  const kinds = {
    internal: SpanKind.INTERNAL,
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    consumer: SpanKind.CONSUMER,
  };
  const span = trace.getTracer('nest-accounts').startSpan(
    name,
    {
      kind: kinds[kind],
      ...(attributes && { attributes }),
      ...(cause && { links: [{ context: cause as opentelemetry.SpanContext }] }),
    },
    parent,
  );
  const inside = trace.setSpan(parent, span);
  return {
    within: (work) => context.with(inside, work),
    end({ name: lastName, attributes: more, failure } = {}) {
      if (lastName) span.updateName(lastName);
      if (more) span.setAttributes(more);
      if (failure) {
        span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

async function inSpan<T>(span: OpenSpan, work: () => Promise<T>): Promise<T> {
  let failure: string | undefined;
  try {
    return await span.within(work);
  } catch (error) {
    failure = toFailure(error);
    throw error;
  } finally {
    span.end({ failure });
  }
}

function toFailure(error: unknown): string {
  const { code, name }: { code?: unknown; name?: unknown } = error ?? {};
  return [code, name].find((text) => typeof text === 'string') ?? 'Error';
}
