import type { INestApplication, INestMicroservice } from '@nestjs/common';
import { createMessageService, createService } from '../create-service.js';
import { createLogger, type ServiceLogger } from '../logger.js';
import { DemoSeed } from './demo-seed.js';
import { GracefulShutdown } from '../management/graceful-shutdown.js';
import { ManagementServer } from '../management/management.server.js';
import type { Settings } from '../settings/settings.js';
import { listenError } from './listen-error.js';
import { startTraces } from './traces.js';

/** Starts listening. Creates the demo account outside production. */
export async function listen(settings: Settings, databaseUrl: string) {
  const logger = await createLogger(settings);
  for (const warning of settings.warnings) logger.warn({ context: 'Settings' }, warning);
  const endTraces = await startTraces(settings);
  const app = await (settings.httpAdapter === 'none'
    ? listenForMessages(settings, databaseUrl, logger)
    : listenForRequests(settings, databaseUrl, logger));
  if (settings.management) await app.get(ManagementServer).listen();
  // The demo's secrets are shown only once, so only a listening service creates them.
  const demo = settings.production ? undefined : await app.get(DemoSeed).seed();
  // Lines are written in the background. Wait, so that they appear before the welcome text.
  await new Promise<unknown>((resolve) => logger.flush(resolve));
  // The remaining traces are sent after the application is closed.
  return { app, shutdown: app.get(GracefulShutdown), demo, endTraces };
}

async function listenForRequests(
  settings: Settings,
  databaseUrl: string,
  logger: ServiceLogger,
): Promise<INestApplication> {
  const app = await createService(settings, databaseUrl, logger);
  await app.init();
  await app.startAllMicroservices();
  await app.listen(settings.port, settings.host).catch(async (error: NodeJS.ErrnoException) => {
    // Otherwise the log would report lost connections when the database stops.
    await app.close();
    throw listenError(error, settings);
  });
  return app;
}

async function listenForMessages(
  settings: Settings,
  databaseUrl: string,
  logger: ServiceLogger,
): Promise<INestMicroservice> {
  const app = await createMessageService(settings, databaseUrl, logger);
  await app.listen();
  return app;
}
