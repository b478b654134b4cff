import { Logger } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import type { Settings } from '../settings/settings.js';
import { hasTracerProvider } from '../../tracing/tracing.js';
import { loadNeeding } from './needed-packages.js';

/** How long an unresponsive collector may delay the end of the process. */
const endMs = 3_000;

/**
 * How long to suppress other errors after one was logged, because every export fails while the collector is
 * unreachable.
 */
const silenceMs = 10 * 60_000;

const packages =
  '@opentelemetry/api@1.9 @opentelemetry/sdk-trace-node@2 @opentelemetry/resources@2 @opentelemetry/exporter-trace-otlp-proto@0.223';

const load = () =>
  Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
  ]);

/**
 * Registers a provider that sends spans to the collector of the settings, unless another provider was loaded before the
 * service. The settings read `OTEL_EXPORTER_OTLP_ENDPOINT`; the packages read all OpenTelemetry variables themselves.
 *
 * @returns a function that sends the remaining spans
 */
export async function startTraces({ tracesUrl }: Settings): Promise<() => Promise<void>> {
  if (tracesUrl === undefined || hasTracerProvider()) return async () => undefined;
  const [api, sdk, resources, exporter] = await loadNeeding(
    'OTEL_EXPORTER_OTLP_ENDPOINT needs more packages',
    packages,
    load,
  );
  const logger = new Logger('Traces');
  const log = (level: 'error' | 'warn') => {
    let silentUntil = 0;
    return (message: string) => {
      const now = performance.now();
      if (now < silentUntil) return;
      silentUntil = now + silenceMs;
      logger[level](readReason(message));
    };
  };
  const [error, warn, none] = [log('error'), log('warn'), () => undefined];
  api.diag.setLogger(
    { error, warn, info: none, debug: none, verbose: none },
    api.DiagLogLevel.WARN,
  );
  const named = resources.resourceFromAttributes({ 'service.name': 'nest-accounts' });
  const detected = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new sdk.NodeTracerProvider({
    resource: resources.defaultResource().merge(named).merge(detected),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter())],
  });
  provider.register();
  return async () => {
    // The log already contains a failure.
    const sent = provider.shutdown().catch(() => undefined);
    await Promise.race([sent, setTimeout(endMs, undefined, { ref: false })]);
  };
}

/** Extracts the message of an error, which OpenTelemetry logs as JSON with its stack trace. */
function readReason(text: string): string {
  try {
    const { message, code }: { message?: string; code?: string } = JSON.parse(text);
    return `Traces were not sent: ${message || code || text}`;
  } catch {
    return text;
  }
}
