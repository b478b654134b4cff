import type { INestApplication, INestMicroservice } from '@nestjs/common';
import { createMessageService, createService } from './create-service.js';
import { DemoSeed, type Demo } from './demo-seed.js';
import { Farewell } from './farewell.js';
import type { Settings } from './settings.js';
import { StartError } from './start.error.js';

/** A service that listens, and outside production what a newcomer begins with. */
export interface Listening {
  readonly app: INestApplication | INestMicroservice;
  readonly farewell: Farewell;
  readonly demo: Demo | undefined;
}

export async function listen(settings: Settings, databaseUrl: string): Promise<Listening> {
  const app = await (settings.httpAdapter === 'none'
    ? listenForMessages(settings, databaseUrl)
    : listenForRequests(settings, databaseUrl));
  // Only a service that listens makes the demo's secrets, which are told only once.
  const demo = settings.production ? undefined : await app.get(DemoSeed).plant();
  return { app, farewell: app.get(Farewell), demo };
}

async function listenForRequests(
  settings: Settings,
  databaseUrl: string,
): Promise<INestApplication> {
  const app = await createService(settings, databaseUrl);
  await app.init();
  await app.startAllMicroservices();
  await app.listen(settings.port, settings.host).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(whyNotListening(error, settings), { cause: error });
  });
  return app;
}

function whyNotListening(error: NodeJS.ErrnoException, { port, host }: Settings): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken: set PORT to another one.`;
    case 'EACCES':
      return `Port ${port} is not open to this user: set PORT to one from 1024.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is no address of this machine: set HOST to one, or to 0.0.0.0 for all of them.`;
    default:
      return `The service cannot listen on HOST and PORT: ${error.code ?? error.message}.`;
  }
}

async function listenForMessages(
  settings: Settings,
  databaseUrl: string,
): Promise<INestMicroservice> {
  const app = await createMessageService(settings, databaseUrl);
  await app.listen();
  return app;
}
