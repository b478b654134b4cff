import { NotFoundException } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import type { Express } from 'express';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import proxyaddr from 'proxy-addr';
import { ipAddress } from '../../audit/ip-address.js';
import {
  BadRequestError,
  ExpectationFailedError,
  PayloadTooLargeError,
} from '../../errors/error-registry.js';
import { rememberRoute, withinRequestSpan } from '../../http/tracing/request-span.js';
import { identifyRequest, isProbe } from './access-log.js';
import { BodyReader, isTooLong } from './body-reader.js';
import { createHttpServer, isMisframed } from './http-server.js';
import type { RequestHandler } from './pipelined-requests.js';
import type { Settings } from '../settings/settings.js';
import { loadNeeding } from '../start/needed-packages.js';

/** Node's own limit for the head of a request, so that a long URL causes a 404 and no other error. */
const maxParamLength = 16_384;

/** Responds to errors that occur before Nest receives a request. */
type ErrorHandler = (error: unknown, request: unknown, response: unknown) => void;

/**
 * Runs before any other code handles a request. Returns the id that it assigns.
 *
 * @param handled the request as guards and handlers receive it; on Fastify, another object
 */
type RequestLogger = (
  request: IncomingMessage,
  response: ServerResponse,
  handled: object,
) => string;

/** An HTTP adapter. Set up its body parsing after all other hooks. */
interface HttpPlatform {
  readonly adapter: AbstractHttpAdapter;
  /**
   * Sets a hook of the adapter. Nest's middleware would cost another router layer, and on Fastify another router.
   *
   * @param headers the headers of every response, in addition to the request id
   */
  receive(logRequest: RequestLogger, headers: OutgoingHttpHeaders): void;
  /** Passes bodies to the handlers as bytes, so that a single place checks them. */
  acceptBodies(): void;
}

/** Whether the address of a proxy belongs to one of these networks. Proxies may forward addresses with a port. */
export function trustedProxies(networks: string[] | false): (address: string) => boolean {
  const isTrusted = proxyaddr.compile(networks || []);
  return (address) => {
    const ip = ipAddress(address);
    return ip !== undefined && isTrusted(ip, 0);
  };
}

/** Loads only the adapter of the settings. */
export function createHttpPlatform(
  settings: Settings,
  onError: ErrorHandler,
): Promise<HttpPlatform> {
  return settings.httpAdapter === 'fastify'
    ? fastify(settings, onError)
    : express(settings, onError);
}

async function express({ trustProxy }: Settings, onError: ErrorHandler): Promise<HttpPlatform> {
  const { PreparedExpressAdapter } = await import('./express.adapter.js');
  let receive = (_request: IncomingMessage, _response: ServerResponse) => {};
  const bodies = new BodyReader();
  const adapter = new PreparedExpressAdapter(bodies, (request, response) => {
    receive(request, response);
    onError(new NotFoundException(), request, response);
  });
  adapter.disable('x-powered-by');
  adapter.set('etag', false);
  adapter.set('trust proxy', trustProxy && trustedProxies(trustProxy));
  // The adapter's setting would have no effect: the router exists already and reads the setting only on creation.
  Object.assign(adapter.getInstance<Express>().router, { caseSensitive: true });
  return {
    adapter,
    receive(logRequest, headers) {
      const always = Object.entries(headers);
      receive = (request, response) => {
        response.setHeader('X-Request-Id', logRequest(request, response, request));
        for (const [name, value] of always) response.setHeader(name, value!);
      };
      adapter.setOnRequestHook(
        (request: IncomingMessage, response: ServerResponse, next: (error?: Error) => void) => {
          receive(request, response);
          trace(request, response, () => next(toRefusal(request)));
        },
      );
    },
    acceptBodies() {
      adapter.use(
        (
          request: IncomingMessage & { body?: Buffer },
          _response: unknown,
          next: (error?: unknown) => void,
        ) => {
          const reading = bodies.find(request);
          if (!reading) return next();
          reading.then((body) => {
            request.body = body;
            next();
          }, next);
        },
      );
    },
  };
}

interface Raw<T> {
  readonly raw: T;
}

interface FastifyAnswer extends Raw<ServerResponse> {
  header(name: string, value: string): unknown;
  headers(values: OutgoingHttpHeaders): unknown;
}

async function fastify({ trustProxy }: Settings, onError: ErrorHandler): Promise<HttpPlatform> {
  const { FastifyAdapter } = await loadNeeding(
    'HTTP_ADAPTER=fastify needs more packages',
    '@nestjs/platform-fastify @fastify/static',
    async () => {
      // Nest loads this package for Swagger UI, and would end the process if it is missing.
      await import('@fastify/static');
      return import('@nestjs/platform-fastify');
    },
  );
  let receive = (_request: Raw<IncomingMessage>, _reply: FastifyAnswer) => {};
  const bodies = new BodyReader();
  const adapter = new FastifyAdapter({
    serverFactory(handle: RequestHandler) {
      return createHttpServer(handle, bodies);
    },
    trustProxy: trustProxy && trustedProxies(trustProxy),
    // Replaces Fastify's counter, which its middleware would write over the id.
    genReqId: identifyRequest,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength },
    frameworkErrors(error: unknown, request: Raw<IncomingMessage>, reply: FastifyAnswer) {
      // The hook does not run for a URL that cannot be decoded.
      receive(request, reply);
      onError(error, request, reply);
    },
    // Accepted requests still receive their responses during shutdown, as on Express.
    return503OnClosing: false,
  });
  return {
    adapter,
    receive(logRequest, headers) {
      receive = (request, reply) => {
        reply.header('X-Request-Id', logRequest(request.raw, reply.raw, request));
        reply.headers(headers);
      };
      adapter.setOnRequestHook((request, reply, next) => {
        receive(request, reply);
        rememberRoute(request);
        trace(request.raw, reply.raw, () => next(toRefusal(request.raw)));
      });
    },
    acceptBodies() {
      const server = adapter.getInstance();
      server.removeAllContentTypeParsers();
      server.addContentTypeParser('*', async (_request: unknown, payload: IncomingMessage) =>
        bodies.find(payload),
      );
    },
  };
}

function trace(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  if (isProbe(request)) next();
  else withinRequestSpan(request, response, next);
}

/** The reason to refuse a request by its head alone, before its body arrives. */
function toRefusal(request: IncomingMessage): Error | undefined {
  if (hasTwoHosts(request) || isMisframed(request)) return new BadRequestError();
  if (isTooLong(request)) return new PayloadTooLargeError();
  const { expect } = request.headers;
  // RFC 9110 section 10.1.1 defines no other expectation.
  const isMet = expect === undefined || /^100-continue$/i.test(expect);
  return isMet ? undefined : new ExpectationFailedError();
}

/**
 * Whether a request has two `Host` headers: Node uses the first, but a proxy may have used the other (RFC 9112 section
 * 3.2).
 */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}
