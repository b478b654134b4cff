import type { INestApplication, INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/internal';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { IncomingMessage } from 'node:http';
import proxyaddr from 'proxy-addr';
import { PageErrorFilter } from '../console/shell/browser/page-error.filter.js';
import { AccountsErrorFilter } from '../http/accounts-error.filter.js';
import { ipAddress } from '../audit/ip-address.js';
import { createEventSubscribers } from './accounts-from-settings.js';
import { identifyRequest, logRequest } from './http/access-log.js';
import { createHttpPlatform, trustedProxies } from './http/http-platform.js';
import { serveDocs } from './http/docs.js';
import { describeApi } from './http/openapi.js';
import { Routes } from './http/routes.js';
import { securityHeaders } from './http/security-headers.js';
import { ServiceErrorFilter } from './http/service-error.filter.js';
import { NestLogger, type ServiceLogger } from './logger.js';
import { createManagement } from './management/create-management.js';
import { createMessages } from './messages/create-messages.js';
import { ServiceModule } from './service.module.js';
import type { Settings } from './settings/settings.js';

/**
 * Creates the service on the HTTP adapter of the settings, ready to listen. If the settings enable messages,
 * `startAllMicroservices` starts them.
 */
export async function createService(
  settings: Settings,
  databaseUrl: string,
  logger: ServiceLogger,
): Promise<INestApplication> {
  const { module, messages, management } = await createModule(settings, databaseUrl, logger);
  const platform = await createHttpPlatform(settings, (error, request, response) =>
    errors.catch(error, new ExecutionContextHost([request, response])),
  );
  const app = await NestFactory.create(module, platform.adapter, {
    bodyParser: false,
    abortOnError: false,
    logger: new NestLogger(logger),
  });
  // A proxy may serve the service below a path.
  const base = new URL(settings.publicUrl).pathname.replace(/\/$/, '');
  // Built at first use, because building is slow and few nodes receive a request for the document.
  let document: OpenAPIObject | undefined;
  const describe = () => (document ??= describeApi(app, base));
  const errors = new ServiceErrorFilter(
    app.get(AccountsErrorFilter),
    app.get(PageErrorFilter),
    new Routes(describe),
  );

  const isTrusted = trustedProxies(settings.trustProxy);
  const toSource = (request: IncomingMessage) =>
    settings.trustProxy ? ipAddress(proxyaddr(request, isTrusted)) : request.socket.remoteAddress;
  platform.receive((request, response, handled) => {
    const id = identifyRequest(request);
    logRequest(logger, settings, { request, response, handled, source: toSource(request) });
    management?.observe({ request, response, handled });
    return id;
  }, securityHeaders(settings));
  platform.acceptBodies();
  app.useGlobalFilters(errors);
  serveDocs(app, describe, settings, base);
  if (messages) app.connectMicroservice({ strategy: messages.servers });
  return app;
}

export async function createMessageService(
  settings: Settings,
  databaseUrl: string,
  logger: ServiceLogger,
): Promise<INestMicroservice> {
  const { module, messages } = await createModule(settings, databaseUrl, logger);
  return NestFactory.createMicroservice(module, {
    strategy: messages!.servers,
    abortOnError: false,
    logger: new NestLogger(logger),
  });
}

/** Loads the optional parts of the settings, and creates the module with them. */
async function createModule(settings: Settings, databaseUrl: string, logger: ServiceLogger) {
  const subscribers = await createEventSubscribers(settings);
  const isAlone = settings.httpAdapter === 'none';
  const messages = settings.messages && (await createMessages(settings.messages, isAlone));
  const management = settings.management && (await createManagement(logger));
  const parts = { messages, management };
  return { module: ServiceModule.forRoot(settings, databaseUrl, subscribers, parts), ...parts };
}
