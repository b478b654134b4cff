import { NotFoundException } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import type { Express } from 'express';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import {
  BadRequestError,
  ExpectationFailedError,
  PayloadTooLargeError,
} from '../../errors/error-registry.js';
import { BodyReader, isTooLong } from './body-reader.js';
import { createHttpServer } from './http-server.js';
import type { RequestHandler } from './pipelined-requests.js';
import type { Settings } from '../settings.js';

/** Node's own limit for a request's head: an address is never too long to be simply not found. */
const maxParamLength = 16_384;

/** Reports what goes wrong before Nest sees a request. */
export type ErrorHandler = (error: unknown, request: unknown, response: unknown) => void;

/** Sees a request before everything else. Returns the id it is given. */
export type RequestLogger = (request: IncomingMessage, response: ServerResponse) => string;

/** An HTTP adapter, told to take bodies once everything that comes before them is in place. */
export interface HttpPlatform {
  readonly adapter: AbstractHttpAdapter;
  /**
   * A hook of the adapter: Nest's middleware costs a layer of the router, on Fastify a router.
   *
   * @param headers what every answer says, whatever it will be, beside the id of its request
   */
  receive(logRequest: RequestLogger, headers: OutgoingHttpHeaders): void;
  /** Bodies reach the handlers as bytes, so that everything about them is judged in one place. */
  acceptBodies(): void;
}

/** Loads the adapter of the settings and no other. */
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
  adapter.set('trust proxy', trustProxy);
  // Instead of the setting: the adapter has made the router already, which asks for it only then.
  Object.assign(adapter.getInstance<Express>().router, { caseSensitive: true });
  return {
    adapter,
    receive(logRequest, headers) {
      const always = Object.entries(headers);
      receive = (request, response) => {
        response.setHeader('X-Request-Id', logRequest(request, response));
        for (const [name, value] of always) response.setHeader(name, value!);
      };
      adapter.setOnRequestHook(
        (request: IncomingMessage, response: ServerResponse, next: (error?: Error) => void) => {
          receive(request, response);
          next(refusalOf(request));
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
          const reading = bodies.of(request);
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
  const { FastifyAdapter } = await import('@nestjs/platform-fastify');
  let receive = (_request: Raw<IncomingMessage>, _reply: FastifyAnswer) => {};
  const bodies = new BodyReader();
  const adapter = new FastifyAdapter({
    serverFactory: (handle: RequestHandler) => createHttpServer(handle, bodies),
    trustProxy,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength },
    frameworkErrors(error: unknown, request: Raw<IncomingMessage>, reply: FastifyAnswer) {
      // An address that cannot be read has not come past the hook.
      receive(request, reply);
      onError(error, request, reply);
    },
    // What was accepted before the end is answered, on Express as here.
    return503OnClosing: false,
  });
  return {
    adapter,
    receive(logRequest, headers) {
      receive = (request, reply) => {
        reply.header('X-Request-Id', logRequest(request.raw, reply.raw));
        reply.headers(headers);
      };
      adapter.setOnRequestHook((request, reply, next) => {
        receive(request, reply);
        next(refusalOf(request.raw));
      });
    },
    acceptBodies() {
      const server = adapter.getInstance();
      server.removeAllContentTypeParsers();
      server.addContentTypeParser('*', async (_request: unknown, payload: IncomingMessage) =>
        bodies.of(payload),
      );
    },
  };
}

/** Why a request is refused by its head alone, before anything of its body is waited for. */
function refusalOf(request: IncomingMessage): Error | undefined {
  if (hasTwoHosts(request)) return new BadRequestError();
  if (isTooLong(request)) return new PayloadTooLargeError();
  const { expect } = request.headers;
  // There is no other expectation (RFC 9110 section 10.1.1).
  const isMet = expect === undefined || /^100-continue$/i.test(expect);
  return isMet ? undefined : new ExpectationFailedError();
}

/** Node keeps the first; what stands before us may have believed in the other (RFC 9112 section 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}
