import { Histogram, type Registry } from 'prom-client';
import { routePattern } from '../../http/tracing/request-span.js';
import type { Exchange } from '../http/access-log.js';

export type RequestObserver = (exchange: Omit<Exchange, 'source'>) => void;

/** In seconds, from a read that finds everything in memory up to the deadline of a request. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Measures request durations in a histogram. Its counts are the numbers of requests. */
export function observeRequests(registry: Registry): RequestObserver {
  const durations = new Histogram({
    name: 'accounts_http_request_duration_seconds',
    help: 'Duration of requests. The route is its pattern, or other without one. The status is aborted if the client disconnected.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  });
  return ({ request: { method }, response, handled }) => {
    const began = performance.now();
    response.on('close', () => {
      const status = response.writableFinished ? response.statusCode : 'aborted';
      const seconds = (performance.now() - began) / 1_000;
      durations.observe({ method, route: routePattern(handled) ?? 'other', status }, seconds);
    });
  };
}
