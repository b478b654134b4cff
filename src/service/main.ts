import { DemoSeed } from './demo-seed.js';
import { createService } from './create-service.js';
import { openDatabase } from './database.js';
import { printWelcome } from './welcome.js';
import { readSettings } from './settings.js';
import type { Server } from 'node:http';

/** Starts the service and stops it on SIGINT, SIGTERM or SIGHUP once the requests in flight are answered. */
async function main(): Promise<void> {
  const settings = readSettings();
  const database = await openDatabase(settings);
  const app = await createService(settings, database.url);
  const stop = async (): Promise<void> => {
    const server = app.getHttpServer() as Server;
    // Connections that fall idle after the server stopped listening would hold it open.
    const closing = setInterval(() => server.closeIdleConnections(), 100);
    await app.close();
    clearInterval(closing);
    await database.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      stop().then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
    });
  }
  const demo = settings.production ? undefined : await app.get(DemoSeed).plant();
  await app.listen(settings.port, settings.host);
  printWelcome(settings, demo);
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

main().catch(fail);
