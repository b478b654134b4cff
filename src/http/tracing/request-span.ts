import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestSlot } from '../../request/request-slot.js';
import { beginSpan, isInSpan, isTracing } from '../../tracing/tracing.js';
import { routePattern } from './route-pattern.js';

const routeSlot = requestSlot<string>('route');

/**
 * Tells the span of a request its route: the middleware of a host on Fastify sees Node's request, which does not know it.
 *
 * @param request the request of the framework
 */
export function rememberRoute(request: object): void {
  if (!isTracing()) return;
  const route = routePattern(request);
  const { raw = request } = request as { readonly raw?: object };
  if (route !== undefined) routeSlot.set(raw, route);
}

/**
 * Handles a request in a span of its own, unless an instrumentation of the host has begun one. The span is called by the
 * method and the pattern of the route. The path is not an attribute, because it may contain the id of an account.
 */
export function withinRequestSpan(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  if (!isTracing() || isInSpan()) return next();
  const { method = '' } = request;
  const attributes = { 'http.request.method': method };
  const span = beginSpan(method, { kind: 'server', caller: request.headers, attributes });
  response.once('close', () => {
    const { statusCode } = response;
    const route = routeSlot.get(request) ?? routePattern(request);
    span.end({
      name: route === undefined ? method : `${method} ${route}`,
      attributes: {
        'http.route': route,
        'http.response.status_code': statusCode,
        // By which the lines of the log are found.
        'http.response.header.x-request-id': (request as { id?: string }).id,
      },
      failure: statusCode >= 500 ? String(statusCode) : undefined,
    });
  });
  span.within(next);
}
