import type { AbstractHttpAdapter } from '@nestjs/core';
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

/** An HTTP adapter, told to take bodies once everything that comes before them is in place. */
export interface HttpPlatform {
  readonly adapter: AbstractHttpAdapter;
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
  const { ExpressAdapter } = await import('@nestjs/platform-express');
  const adapter = new ExpressAdapter();
  adapter.disable('x-powered-by');
  adapter.set('etag', false);
  adapter.set('trust proxy', trustProxy);
  adapter.set('case sensitive routing', true);
  const type = ({ headers }: { headers: Record<string, unknown> }) =>
    readTypes.some((each) => each.test(String(headers['content-type']))) &&
    headers['content-encoding'] === undefined;
  return {
    adapter,
    acceptBodies: () =>
      adapter.useBodyParser('raw', false, { type, limit: bodyLimit, inflate: false }),
  };
}

async function fastify({ trustProxy }: Settings, onError: ErrorHandler): Promise<HttpPlatform> {
  const { FastifyAdapter } = await import('@nestjs/platform-fastify');
  const adapter = new FastifyAdapter({
    bodyLimit,
    trustProxy,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength },
    frameworkErrors: onError,
    // What was accepted before the end is answered, on Express as here.
    return503OnClosing: false,
  });
  return {
    adapter,
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
