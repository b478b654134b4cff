import { Logger } from '@nestjs/common';
import type { Server } from 'node:http';
import { DatabaseUnfitError } from '../database/database-check.js';
import { EmbeddedPostgresError } from '../embedded-postgres/embedded-postgres.error.js';
import { MigrationError } from '../database/migrations.js';
import { openDatabase } from './database.js';
import { loadNeeding } from './messages/needed-packages.js';
import { loadSettings } from './settings.js';
import { StartError } from './start.error.js';
import { printWelcome } from './welcome.js';

/** How long requests in flight, and clients that do not read, may delay the end. */
const stopDeadlineMs = 10_000;

/** What is installed for the service alone: a host of the module does without. */
const packages =
  '@nestjs/platform-express @nestjs/swagger helmet pino pino-pretty preact preact-render-to-string proxy-addr';

/** Starts the service. Returns what stops it, and everything it started, again. */
async function start(): Promise<(signal: NodeJS.Signals) => Promise<void>> {
  const settings = loadSettings();
  // While the database starts, everything else is loaded, which takes as long.
  const [database, { listen }] = await Promise.all([
    openDatabase(settings),
    loadNeeding('The service needs more packages', packages, () => import('./listen.js')),
  ]);
  try {
    const { app, shutdown, demo } = await listen(settings, database.url);
    printWelcome(settings, demo);
    return async (signal) => {
      const server = 'getHttpServer' in app ? (app.getHttpServer() as Server) : undefined;
      // The other signals come from a terminal: no load balancer is to be told.
      if (server && signal === 'SIGTERM') await shutdown.announce(server);
      // Connections that fall idle after the server stopped listening would hold it open.
      const closing = setInterval(() => server?.closeIdleConnections(), 100);
      const closed = app.close();
      const deadline = setTimeout(() => server?.closeAllConnections(), stopDeadlineMs);
      // A database that hangs does not keep the process alive either.
      const timeout = new Promise<void>((resolve) =>
        setTimeout(resolve, 2 * stopDeadlineMs).unref(),
      );
      await Promise.race([closed, timeout]).finally(() => {
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

function fail(error: unknown): never {
  const explained =
    error instanceof StartError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof MigrationError ||
    error instanceof DatabaseUnfitError ||
    (error instanceof Error && 'code' in error);
  console.error(explained ? error.message : error);
  process.exit(1);
}

// It ends the process all the same; the log says why, where the person on call looks.
process.on('uncaughtExceptionMonitor', (error) => new Logger('Process').fatal(error));

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
      .then((stop) => stop(signal))
      .then(() => process.exit(0))
      .catch(fail);
  });
}
