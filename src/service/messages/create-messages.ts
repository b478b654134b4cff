import type { AccountsFeature } from '../../accounts.options.js';
import type { MessageAddresses } from '../settings/server-addresses.js';
import type { MessageServers } from './message-servers.js';
import { loadNeeding } from '../start/needed-packages.js';

const sentence = 'MESSAGES_URL needs a package';

export interface Messages {
  readonly feature: AccountsFeature;
  readonly servers: MessageServers;
}

export async function createMessages(
  addresses: MessageAddresses,
  isAlone: boolean,
): Promise<Messages> {
  await loadNeeding(sentence, '@nestjs/microservices', () => import('@nestjs/microservices'));
  if (addresses.nats) {
    const nats = '@nats-io/transport-node';
    await loadNeeding(sentence, nats, () => import('@nats-io/transport-node'));
  }
  const { messagingFeature } = await import('../../messaging/index.js');
  const { MessageServers } = await import('./message-servers.js');
  return { feature: messagingFeature, servers: new MessageServers(addresses, isAlone) };
}
