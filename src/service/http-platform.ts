import type { AbstractHttpAdapter } from '@nestjs/core';
import type { Express } from 'express';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { formType } from '../http/form-body.js';
import { jsonType } from '../http/json-body.js';
import type { Settings } from './settings.js';

const bodyLimit = 100 * 1_024;
/** Bodies of any other type are not even read. */
const readTypes = [jsonType, formType];
/** Node's own limit for a request's head: an address is never too long to be simply not found. */
const maxParamLength = 16_384;

/** Reports what goes wrong before Nest sees a request. */
export type ErrorHandler = (error: unknown, request: unknown, response: unknown) => void;

/** Sees a request before everything else. Returns headers of its answer, whatever that will be. */
export type Doorkeeper = (
  request: IncomingMessage,
  response: ServerResponse,
) => OutgoingHttpHeaders;

/** An HTTP adapter, told to take bodies once everything that comes before them is in place. */
export interface HttpPlatform {
  readonly adapter: AbstractHttpAdapter;
  /** A hook of the adapter: Nest's middleware costs a layer of the router, on Fastify a router. */
  receive(doorkeeper: Doorkeeper): void;
  /** Bodies reach the handlers as bytes, so that everything about them is judged in one place. */
  acceptBodies(): void;
}

/** Loads the adapter of the settings and no other. */
export function createHttpPlatform(
  settings: Settings,
  onError: ErrorHandler,
): Promise<HttpPlatform> {
  return settings.httpAdapter === 'fastify' ? fastify(settings, onError) : express(settings);
}

async function express({ trustProxy }: Settings): Promise<HttpPlatform> {
  const { PreparedExpressAdapter } = await import('./express.adapter.js');
  const adapter = new PreparedExpressAdapter();
  adapter.disable('x-powered-by');
  adapter.set('etag', false);
  adapter.set('trust proxy', trustProxy);
  // Instead of the setting: the adapter has made the router already, which asks for it only then.
  Object.assign(adapter.getInstance<Express>().router, { caseSensitive: true });
  const type = ({ headers }: { headers: Record<string, unknown> }) =>
    readTypes.some((each) => each.test(String(headers['content-type']))) &&
    headers['content-encoding'] === undefined;
  return {
    adapter,
    receive(doorkeeper) {
      adapter.setOnRequestHook(
        (request: IncomingMessage, response: ServerResponse, next: () => void) => {
          for (const [name, value] of Object.entries(doorkeeper(request, response))) {
            response.setHeader(name, value!);
          }
          next();
        },
      );
    },
    acceptBodies: () =>
      adapter.useBodyParser('raw', false, { type, limit: bodyLimit, inflate: false }),
  };
}

interface Raw<T> {
  readonly raw: T;
}

interface FastifyAnswer extends Raw<ServerResponse> {
  headers(values: OutgoingHttpHeaders): unknown;
}

async function fastify({ trustProxy }: Settings, onError: ErrorHandler): Promise<HttpPlatform> {
  const { FastifyAdapter } = await import('@nestjs/platform-fastify');
  let admit: Doorkeeper = () => ({});
  const adapter = new FastifyAdapter({
    bodyLimit,
    trustProxy,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength },
    frameworkErrors(error: unknown, request: Raw<IncomingMessage>, reply: FastifyAnswer) {
      // An address that cannot be read has not come past the hook.
      reply.headers(admit(request.raw, reply.raw));
      onError(error, request, reply);
    },
    // What was accepted before the end is answered, on Express as here.
    return503OnClosing: false,
  });
  return {
    adapter,
    receive(doorkeeper) {
      admit = doorkeeper;
      adapter.setOnRequestHook((request, reply, next) => {
        reply.headers(admit(request.raw, reply.raw));
        next();
      });
    },
    acceptBodies() {
      const server = adapter.getInstance();
      server.removeAllContentTypeParsers();
      for (const type of readTypes) {
        server.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) =>
          done(null, body),
        );
      }
      server.addContentTypeParser('*', (_request, _payload, done) => done(null));
    },
  };
}
