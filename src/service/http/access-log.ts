import type { IncomingMessage, ServerResponse } from 'node:http';
import { getPrincipal } from '../../principals/principal.js';
import { getVisitor } from '../../console/shell/browser/visitor.js';
import { newRequestId } from '../../http/headers/request-id.js';
import { inRequestSpan, routePattern } from '../../http/tracing/request-span.js';
import { findClient } from '../../oauth/clients/client-authenticator.js';
import { redact, type ServiceLogger } from '../logger.js';
import type { Settings } from '../settings/settings.js';
import { unescaped } from './request-target.js';

const probe = /^\/health\/(?:live|ready)(?:\?|$)/;

/** Whether a request is a probe of a load balancer or an orchestrator. Such probes arrive several times a second. */
export function isProbe({ url = '' }: { readonly url?: string | undefined }): boolean {
  return probe.test(url);
}

type IdentifiedRequest = IncomingMessage & { id?: string };

/** Returns the id of a request. Creates it at the first call. */
export function identifyRequest(request: IdentifiedRequest): string {
  const id = request.id ?? newRequestId(request);
  request.id = id;
  return id;
}

/** A request, its response, and the IP address of the client. */
export interface Exchange {
  readonly request: IdentifiedRequest;
  readonly response: ServerResponse;
  /** The request as guards and handlers receive it. On Fastify, this is another object. */
  readonly handled: object;
  readonly source: string | undefined;
}

/** Logs how a request with an id ends. */
export function logRequest(
  logger: ServiceLogger,
  { accessLog }: Pick<Settings, 'accessLog'>,
  { request, response, handled, source }: Exchange,
): void {
  const began = performance.now();
  // Only these members are logged, because headers and bodies contain secrets.
  const { id, method, url } = request;
  const isFromProbe = isProbe(request);
  let err: Error | undefined;
  response.on('error', (error) => (err = error));
  response.on('close', () => {
    const { statusCode, writableEnded } = response;
    // A probe that finds the service not ready receives 503, which is not a failure.
    const isNotReady = statusCode === 503 && isFromProbe;
    const failed = err !== undefined || (statusCode >= 500 && !isNotReady);
    if (!failed && !accessLog) return;
    // Escapes would hide a secret parameter from redaction.
    const written = [id, url && unescaped(url), source];
    const [requestId, target, remoteAddress] = redactEach(written);
    const { account = getVisitor(handled)?.account, application = findClient(handled) } =
      getPrincipal(handled) ?? {};
    const log = failed ? logger : logger.access;
    const members = {
      req: { id: requestId, method, url: target, remoteAddress },
      route: routePattern(handled),
      accountId: account?.id,
      applicationId: application?.id,
      res: { statusCode },
      err,
      responseTime: Math.round(performance.now() - began),
    };
    const message = `request ${failed ? 'errored' : writableEnded ? 'completed' : 'aborted'}`;
    const level = failed ? 'error' : isFromProbe ? 'debug' : 'info';
    inRequestSpan(request, () => log[level](members, message));
  });
}

/** Redacts text that a caller wrote. Searches the joined parts first, because few contain secrets. */
function redactEach(parts: readonly (string | undefined)[]): (string | undefined)[] {
  const text = parts.join(' ');
  return redact(text) === text ? [...parts] : parts.map((part) => part && redact(part));
}
