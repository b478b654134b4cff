import type { INestApplication, INestMicroservice } from '@nestjs/common';
import type { Server } from 'node:http';
import { EmbeddedPostgresError } from '../database/embedded-postgres.error.js';
import { MigrationError } from '../database/migrations.js';
import { createMessageService, createService } from './create-service.js';
import { openDatabase } from './database.js';
import { DemoSeed } from './demo-seed.js';
import { loadSettings, type Settings } from './settings.js';
import { StartError } from './start.error.js';
import { printWelcome } from './welcome.js';

/** How long requests in flight, and clients that do not read, may delay the end. */
const stopDeadlineMs = 10_000;

/** Starts the service. Returns what stops it, and everything it started, again. */
async function start(): Promise<() => Promise<void>> {
  const settings = loadSettings();
  const database = await openDatabase(settings);
  try {
    const app = await (settings.httpAdapter === 'none'
      ? listenForMessages(settings, database.url)
      : listen(settings, database.url));
    // Only a service that listens prints the demo's secrets, and they are printed only once.
    printWelcome(settings, settings.production ? undefined : await app.get(DemoSeed).plant());
    return async () => {
      const server = 'getHttpServer' in app ? (app.getHttpServer() as Server) : undefined;
      // Connections that fall idle after the server stopped listening would hold it open.
      const closing = setInterval(() => server?.closeIdleConnections(), 100);
      const closed = app.close();
      const deadline = setTimeout(() => server?.closeAllConnections(), stopDeadlineMs);
      // A database that hangs does not keep the process alive either.
      const tired = new Promise<void>((resolve) => setTimeout(resolve, 2 * stopDeadlineMs).unref());
      await Promise.race([closed, tired]).finally(() => {
        clearInterval(closing);
        clearTimeout(deadline);
      });
      await database.close();
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function listen(settings: Settings, databaseUrl: string): Promise<INestApplication> {
  const app = await createService(settings, databaseUrl);
  await app.init();
  await app.startAllMicroservices();
  await app.listen(settings.port, settings.host);
  return app;
}

async function listenForMessages(
  settings: Settings,
  databaseUrl: string,
): Promise<INestMicroservice> {
  const app = await createMessageService(settings, databaseUrl);
  await app.listen();
  return app;
}

function fail(error: unknown): never {
  const explained =
    error instanceof StartError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof MigrationError ||
    (error instanceof Error && 'code' in error);
  console.error(explained ? error.message : error);
  process.exit(1);
}

const started = start();
started.catch(fail);
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // A signal that comes too early waits, so that nothing half started is left behind; and so does
  // an impatient second one, since stopping takes a bounded time.
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    started
      .then((stop) => stop())
      .then(() => process.exit(0))
      .catch(fail);
  });
}
