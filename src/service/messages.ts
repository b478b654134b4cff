import type { AccountsRoom } from '../accounts.options.js';
import type { MessageAddresses } from './message-addresses.js';
import type { MessageServers } from './message-servers.js';
import { StartError } from './start.error.js';

export interface Messages {
  readonly room: AccountsRoom;
  readonly servers: MessageServers;
}

/** Only a service that takes messages loads what they need. */
export async function createMessages(addresses: MessageAddresses): Promise<Messages> {
  await needs('@nestjs/microservices', () => import('@nestjs/microservices'));
  if (addresses.nats) {
    await needs('@nats-io/transport-node', () => import('@nats-io/transport-node'));
  }
  const { messagingRoom } = await import('../messaging/index.js');
  const { MessageServers } = await import('./message-servers.js');
  return { room: messagingRoom, servers: new MessageServers(addresses) };
}

async function needs(name: string, load: () => Promise<unknown>): Promise<void> {
  try {
    await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StartError(`MESSAGES_URL needs a package: npm install ${name}`, { cause: error });
  }
}
