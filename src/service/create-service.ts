import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import helmet from 'helmet';
import type { Server } from 'node:http';
import { ErrorFilter } from '../http/error.filter.js';
import { isJson } from '../http/json-body.js';
import { createLogger, NestLogger, requestLogger } from './logger.js';
import { describeApi, serveDocs } from './openapi.js';
import { Routes } from './routes.js';
import { ServiceErrorFilter } from './service-error.filter.js';
import { ServiceModule } from './service.module.js';
import type { Settings } from './settings.js';

const bodyLimit = 100 * 1_024;

/** The service, ready to listen, on the HTTP adapter of the settings. */
export async function createService(
  settings: Settings,
  databaseUrl: string,
): Promise<INestApplication> {
  const logger = createLogger(settings.logLevel);
  const module = ServiceModule.forRoot(settings, databaseUrl);
  const options = { bodyParser: false, abortOnError: false, logger: new NestLogger(logger) };
  const app =
    settings.httpAdapter === 'fastify'
      ? fastify(await NestFactory.create<NestFastifyApplication>(module, fastifyAdapter(settings), options))
      : express(
          await NestFactory.create<NestExpressApplication>(module, new ExpressAdapter(), options),
          settings,
        );

  const document = describeApi(app, settings);
  app.use(requestLogger(logger), securityHeaders(settings));
  app.useGlobalFilters(new ServiceErrorFilter(app.get(ErrorFilter), new Routes(document)));
  serveDocs(app, document);
  setTimeouts(app.getHttpServer() as Server);
  return app;
}

/** Bodies reach the handlers as bytes, so that everything about them is judged in one place. */
function express(app: NestExpressApplication, { trustProxy }: Settings): INestApplication {
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', trustProxy);
  app.useBodyParser('raw', {
    type: ({ headers }) => isJson(headers['content-type']),
    limit: bodyLimit,
    inflate: false,
  });
  return app;
}

function fastifyAdapter({ trustProxy }: Settings): FastifyAdapter {
  return new FastifyAdapter({ bodyLimit, trustProxy, routerOptions: { ignoreTrailingSlash: true } });
}

function fastify(app: NestFastifyApplication): INestApplication {
  const server = app.getHttpAdapter().getInstance();
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(/json/i, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  return app;
}

function securityHeaders({ production }: Settings) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // What Swagger UI needs; the interface itself serves nothing that could use it.
        connectSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
      },
    },
    frameguard: { action: 'deny' },
    strictTransportSecurity: production,
  });
}

/** No client may hold a connection by being slow. */
function setTimeouts(server: Server): void {
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  // Longer than the idle time of common proxies, so that it is they who close a connection.
  server.keepAliveTimeout = 65_000;
}
