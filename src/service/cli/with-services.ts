import type { Services } from './services.js';

/** Runs a command with the services of the accounts. A service may run on the same database at the same time. */
export async function withServices<T>(command: (services: Services) => Promise<T>): Promise<T> {
  return (await import('./services.js')).withServices(command);
}
