import fc, { type Arbitrary } from 'fast-check';
import type { HostileRequest } from '../message.js';
import { documentedRoutes } from '../openapi.js';
import { pageRoutes, type Route } from '../routes.js';
import { hostileBody } from './hostile-body.arbitrary.js';
import { credentials, otherHeaders } from './hostile-headers.arbitrary.js';
import { hostileTarget } from './hostile-target.arbitrary.js';

const methods = fc.constantFrom(
  ...['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'LOCK'],
  ...['PURGE', 'M-SEARCH', 'SEARCH', 'REPORT', 'SUBSCRIBE'],
  ...['LINK', 'SOURCE', 'MKCALENDAR', 'QUERY'],
);

function requestTo(route: Route): Arbitrary<HostileRequest> {
  return fc
    .record({
      method: fc.oneof(
        { weight: 30, arbitrary: fc.constant(route.method) },
        { weight: 1, arbitrary: methods },
      ),
      target: hostileTarget(route),
      version: fc.oneof(
        { weight: 40, arbitrary: fc.constant('1.1' as const) },
        { weight: 1, arbitrary: fc.constant('1.0' as const) },
      ),
      proof: credentials(route),
      others: otherHeaders,
      sent: hostileBody(route),
      isChunked: fc.oneof(
        { weight: 10, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
    })
    .map(({ method, target, version, proof, others, sent, isChunked }) => ({
      method,
      target,
      version,
      headers: [...proof, ...sent.headers, ...others],
      body: sent.body,
      isChunked: isChunked && version === '1.1',
    }));
}

/** Returns a low weight for routes that end a token, because later requests fail, or that hash a password slowly. */
function getWeight({ method, path, takes }: Route): number {
  if (
    /sign-|logout|password|confirm|delete|end|token$|secret$|revoke$/.test(path) ||
    method === 'DELETE'
  )
    return 1;
  return takes === 'json' ? 40 : takes === 'form' ? 16 : 6;
}

/** A request to any route of the service. */
export const hostileRequest: Arbitrary<HostileRequest> = fc.oneof(
  ...[...documentedRoutes, ...pageRoutes].map((route) => ({
    weight: getWeight(route),
    arbitrary: requestTo(route),
  })),
);
