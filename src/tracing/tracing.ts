import type * as opentelemetry from '@opentelemetry/api';

/** What a span is about. No identifier of a person, no address and no token may be among its attributes. */
export interface SpanOptions {
  /** Default: `internal`. */
  readonly kind?: 'server' | 'client' | 'consumer';
  readonly attributes?: Readonly<Record<string, string | number>>;
  /** The headers of the caller, which may name its span (W3C Trace Context). */
  readonly caller?: Readonly<Record<string, unknown>>;
  /** The span that caused this one, which has ended. */
  readonly cause?: SpanReference | undefined;
}

/** How a span ends. */
export interface SpanEnd {
  /** A better name, which is known only now. */
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, string | number | undefined>>;
  /** The kind of the failure, such as its code; never its message, which may contain values. */
  readonly failure?: string | undefined;
}

/** A span that one function begins and another one ends. */
export interface OpenSpan {
  /** Does this work in the span: spans that begin meanwhile are its children. */
  within<T>(work: () => T): T;
  end(end?: SpanEnd): void;
}

/** A span, for others that refer to it. */
export type SpanReference = object & { readonly traceId: string };

/** The span of a request that is not traced. */
export const noSpan: OpenSpan = { within: (work) => work(), end: () => undefined };

let otel: typeof opentelemetry | undefined;

/** Whether this process has a provider of OpenTelemetry, which every copy of its API finds under this key. */
export function hasTracerProvider(): boolean {
  const registered = Reflect.get(globalThis, Symbol.for('opentelemetry.js.api.1')) as
    { readonly trace?: unknown } | undefined;
  return registered?.trace !== undefined;
}

/** Begins to trace if a provider is registered; otherwise nothing is loaded, and every function here does nothing. */
export async function startTracing(): Promise<void> {
  otel = hasTracerProvider() ? await import('@opentelemetry/api') : undefined;
}

export function isTracing(): boolean {
  return otel !== undefined;
}

/** Whether the current work belongs to a span. */
export function isInSpan(): boolean {
  return otel?.trace.getActiveSpan() !== undefined;
}

/** The span of the current work. */
export function currentSpan(): SpanReference | undefined {
  return otel?.trace.getActiveSpan()?.spanContext();
}

/** The headers that tell a receiver the span of the current work; none without one. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  otel?.propagation.inject(otel.context.active(), headers, {
    // What a host notes in its baggage is not for receivers of events.
    set: (carrier, name, value) => name !== 'baggage' && (carrier[name] = value),
  });
  return headers;
}

/** Does work in a span of this name. */
export function traced<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  return otel ? inSpan(beginSpan(name, options), work) : work();
}

/** Begins a span below the current one; without one, below the caller's. */
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
    failure = failureOf(error);
    throw error;
  } finally {
    span.end({ failure });
  }
}

function failureOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return ([code, name].find((text) => typeof text === 'string') as string | undefined) ?? 'Error';
}
