import type { INestApplication, INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/internal';
import helmet from 'helmet';
import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import proxyaddr from 'proxy-addr';
import { PageErrorFilter } from '../console/browser/page-error.filter.js';
import { AccountsErrorFilter } from '../http/accounts-error.filter.js';
import { createHttpPlatform } from './http/http-platform.js';
import type { Logger } from 'pino';
import { identifyRequest, logRequest } from './http/access-log.js';
import { NestLogger } from './logger.js';
import { createEventSubscribers } from './event-subscribers.js';
import { createMessages } from './messages/create-messages.js';
import { describeApi, serveDocs } from './http/openapi.js';
import { Routes } from './http/routes.js';
import { ServiceErrorFilter } from './http/service-error.filter.js';
import { ServiceModule } from './service.module.js';
import type { Settings } from './settings/settings.js';

/**
 * The service, ready to listen, on the HTTP adapter of the settings; where they have messages, these
 * start with `startAllMicroservices`.
 */
export async function createService(
  settings: Settings,
  databaseUrl: string,
  logger: Logger,
): Promise<INestApplication> {
  const subscribers = await createEventSubscribers(settings);
  const messages = settings.messages && (await createMessages(settings.messages));
  const platform = await createHttpPlatform(settings, (error, request, response) =>
    errors.catch(error, new ExecutionContextHost([request, response])),
  );
  const app = await NestFactory.create(
    ServiceModule.forRoot(settings, databaseUrl, subscribers, messages),
    platform.adapter,
    { bodyParser: false, abortOnError: false, logger: new NestLogger(logger) },
  );
  const document = describeApi(app);
  const errors = new ServiceErrorFilter(
    app.get(AccountsErrorFilter),
    app.get(PageErrorFilter),
    new Routes(document),
  );

  const isTrusted = proxyaddr.compile(settings.trustProxy || []);
  const sourceOf = (request: IncomingMessage) =>
    settings.trustProxy ? proxyaddr(request, isTrusted) : request.socket.remoteAddress;
  platform.receive((request, response, handled) => {
    const id = identifyRequest(request);
    logRequest(logger, settings, { request, response, handled, source: sourceOf(request) });
    return id;
  }, securityHeaders(settings));
  platform.acceptBodies();
  app.useGlobalFilters(errors);
  serveDocs(app, document, settings);
  if (messages) app.connectMicroservice({ strategy: messages.servers });
  return app;
}

/** The service without HTTP, ready to listen for messages. */
export async function createMessageService(
  settings: Settings,
  databaseUrl: string,
  logger: Logger,
): Promise<INestMicroservice> {
  const subscribers = await createEventSubscribers(settings);
  const messages = await createMessages(settings.messages!);
  return NestFactory.createMicroservice(
    ServiceModule.forRoot(settings, databaseUrl, subscribers, messages),
    {
      strategy: messages.servers,
      abortOnError: false,
      logger: new NestLogger(logger),
    },
  );
}

/** The headers of helmet, which are the same for every response and so are computed once. */
function securityHeaders({ production }: Settings): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const writeHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Swagger UI needs these sources; the responses of the API do not use them.
        connectSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
      },
    },
    // Swagger UI opens the consent page in a window of its own and waits for its result.
    crossOriginOpenerPolicy: false,
    frameguard: { action: 'deny' },
    strictTransportSecurity: production,
  });
  writeHeaders(request, response, () => {});
  return { ...response.getHeaders() };
}
