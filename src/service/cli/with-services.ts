import type { Services } from './services.js';

/** Runs a command with the services of the accounts, beside a service that may run on the same database. */
export async function withServices<T>(command: (services: Services) => Promise<T>): Promise<T> {
  return (await import('./services.js')).withServices(command);
}
