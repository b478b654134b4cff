import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestSlot } from '../../request/request-slot.js';
import { beginSpan, isInSpan, isTracing, keepSpan, type OpenSpan } from '../../tracing/tracing.js';

const routeSlot = requestSlot<string>('route');
const spanSlot = requestSlot<OpenSpan['within']>('span');

/** On Fastify, middleware sees Node's request, which does not know its route. */
export function rememberRoute(request: object): void {
  if (!isTracing()) return;
  const route = routePattern(request);
  const { raw = request }: { readonly raw?: object } = request;
  if (route !== undefined) routeSlot.set(raw, route);
}

/** Starts no span within one of the host. The path is not an attribute, because it may contain an account id. */
export function withinRequestSpan(
  request: IncomingMessage & { readonly id?: string },
  response: ServerResponse,
  next: () => void,
): void {
  if (!isTracing()) return next();
  const traced = () => {
    spanSlot.set(request, keepSpan());
    next();
  };
  if (isInSpan()) return traced();
  const { method = '' } = request;
  const attributes = { 'http.request.method': method };
  const span = beginSpan(method, { kind: 'server', caller: request.headers, attributes });
  response.on('close', () => {
    const { statusCode } = response;
    const route = routeSlot.get(request) ?? routePattern(request);
    span.end({
      name: route === undefined ? method : `${method} ${route}`,
      attributes: {
        'http.route': route,
        'http.response.status_code': statusCode,
        // Finds the log lines of the request.
        'http.response.header.x-request-id': request.id,
      },
      failure: statusCode >= 500 ? String(statusCode) : undefined,
    });
  });
  span.within(traced);
}

/** Runs work in the span of a request, after the request: its last events do not occur in the span. */
export function inRequestSpan(request: object, work: () => void): void {
  const within = spanSlot.get(request);
  if (within) within(work);
  else work();
}

interface RoutedRequest {
  /** On Express. */
  readonly route?: { readonly path?: unknown };
  /** On Fastify. */
  readonly routeOptions?: { readonly url?: unknown };
}

export function routePattern(request: object): string | undefined {
  const { route, routeOptions }: RoutedRequest = request;
  const pattern = route?.path ?? routeOptions?.url;
  return typeof pattern === 'string' ? pattern : undefined;
}
