import { Logger } from '@nestjs/common';
import type { Server } from 'node:http';
import { DatabaseUnfitError } from '../database/database-unfit.error.js';
import { AccountEventSubscriberError } from '../events/account-event.subscriber.js';
import { EmbeddedPostgresError } from '../embedded-postgres/embedded-postgres.error.js';
import { MigrationError } from '../database/migration.error.js';
import { AccountsOptionsError } from '../options/accounts-options.error.js';
import { openDatabase } from './start/database.js';
import { loadNeeding } from './start/needed-packages.js';
import { loadSettings } from './settings/settings.js';
import { StartError } from './start/start.error.js';
import { printWelcome } from './start/welcome.js';

/** How long in-flight requests, and clients that do not read, may delay the shutdown. */
const stopDeadlineMs = 10_000;

/** The packages that only the service needs, not a host of the module. */
const packages =
  '@nestjs/platform-express @nestjs/swagger @simplewebauthn/server helmet pino pino-pretty preact preact-render-to-string proxy-addr qr';

interface Started {
  /** Stops the service and everything it started. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Shortens a stop that waits for load balancers. */
  hurry(): void;
}

async function start(): Promise<Started> {
  const settings = loadSettings();
  // All other modules load while the database starts, which takes about as long.
  const [database, { listen }] = await Promise.all([
    openDatabase(settings),
    loadNeeding('The service needs more packages', packages, () => import('./start/listen.js')),
  ]);
  try {
    const { app, shutdown, demo, endTraces } = await listen(settings, database.url);
    printWelcome(settings, demo);
    const end = async (signal: NodeJS.Signals) => {
      const server: Server | undefined = 'getHttpServer' in app ? app.getHttpServer() : undefined;
      // Other signals come from a terminal, where there is no load balancer to inform.
      if (signal === 'SIGTERM') await shutdown.announce(server, settings.shutdownDelayMs);
      // Connections that become idle after the server has stopped listening would keep it open.
      const closing = setInterval(() => server?.closeIdleConnections(), 100);
      const closed = app.close().then(endTraces);
      const deadline = setTimeout(() => server?.closeAllConnections(), stopDeadlineMs);
      // A hanging database must not keep the process alive either.
      const timeout = new Promise<void>((resolve) =>
        setTimeout(resolve, 2 * stopDeadlineMs).unref(),
      );
      await Promise.race([closed, timeout]).finally(() => {
        clearInterval(closing);
        clearTimeout(deadline);
      });
      await database.close();
    };
    return { end, hurry: () => shutdown.endDelay() };
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
    error instanceof AccountEventSubscriberError ||
    error instanceof AccountsOptionsError ||
    (error instanceof Error && 'code' in error);
  console.error(explained ? error.message : error);
  process.exit(1);
}

// Logs the reason before the process ends.
process.on('uncaughtExceptionMonitor', (error) => new Logger('Process').fatal(error));

const started = start();
started.catch(fail);
let stopping = false;
// An early signal waits until the start is complete, so that nothing remains half-started. A second signal only ends the
// delay for load balancers, because the rest takes a bounded time.
function stop(signal: NodeJS.Signals): void {
  if (stopping) return void started.then(({ hurry }) => hurry());
  stopping = true;
  started
    .then(({ end }) => end(signal))
    .then(() => process.exit(0))
    .catch(fail);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

// `npm start` sends a signal to the shell of the script, which ends without passing it on. This process then has
// another parent. `exec` in the script would not work on Windows.
// eslint-disable-next-line no-restricted-syntax -- it is no setting
if (process.env.npm_lifecycle_event === 'start') {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || stopping || stop('SIGTERM'), 200).unref();
}
