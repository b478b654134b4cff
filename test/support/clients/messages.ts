import { type ClientProxy, ClientProxyFactory, Transport } from '@nestjs/microservices';
import { lastValueFrom, timeout } from 'rxjs';
import type { AccountsMessage, AccountsReply } from '../../../src/messaging/client/index.js';
import { parseMessageAddresses } from '../../../src/service/settings/server-addresses.js';
import type { Settings } from '../../../src/service/settings/settings.js';
import { NatsServer, natsAvailable } from '../servers/nats.js';
import { startService, type TestService } from '../hosts/service.js';
import { freePort } from '../processes/service-process.js';

/** A message transport between services. Its addresses have the form of the settings. */
export interface MessageTransport {
  /** Returns the address for a new node. */
  newAddress(): Promise<string>;
  connect(address: string): ClientProxy;
  /** The broker, if the transport has one. */
  readonly nats?: NatsServer;
  close(): Promise<void>;
}

async function tcp(): Promise<MessageTransport> {
  return {
    newAddress: async () => `tcp://127.0.0.1:${await freePort()}`,
    connect(address) {
      const { hostname: host, port } = new URL(address);
      return ClientProxyFactory.create({
        transport: Transport.TCP,
        options: { host, port: Number(port) },
      });
    },
    close: async () => {},
  };
}

async function nats(): Promise<MessageTransport> {
  const server = await NatsServer.start();
  return {
    nats: server,
    newAddress: async () => server.url,
    connect: (address) =>
      ClientProxyFactory.create({
        transport: Transport.NATS,
        options: { servers: [address], reconnectTimeWait: 100, maxReconnectAttempts: -1 },
      }),
    close: () => server.stop(),
  };
}

/** The transports available on this machine. */
export const transports: [name: string, start: () => Promise<MessageTransport>][] = [
  ['TCP', tcp],
  ...(natsAvailable() ? [['NATS', nats] as [string, typeof nats]] : []),
];

/** Nodes on one database, with message clients. */
export interface MessageNodes {
  readonly transport: MessageTransport;
  readonly nodes: readonly TestService[];
  readonly addresses: readonly string[];
  /** Clients that together reach all nodes. */
  readonly proxies: readonly ClientProxy[];
  /** Sends a message to one of the nodes. Returns its reply, successful or not. */
  ask(pattern: string, message: unknown): Promise<AccountsReply<any>>;
  close(): Promise<void>;
}

export async function startNodes(
  start: () => Promise<MessageTransport>,
  count: number,
  overrides: Partial<Settings> = {},
): Promise<MessageNodes> {
  const transport = await start();
  const nodes: TestService[] = [];
  const addresses: string[] = [];
  for (let index = 0; index < count; index++) {
    const address = await transport.newAddress();
    const settings = { ...overrides, messages: parseMessageAddresses(address) };
    nodes.push(await startService(settings, nodes[0]?.databaseUrl));
    addresses.push(address);
  }
  const proxies = [...new Set(addresses)].map((address) => transport.connect(address));
  let turn = 0;
  return {
    transport,
    nodes,
    addresses,
    proxies,
    ask: (pattern, message) => answer(proxies[turn++ % proxies.length]!, pattern, message),
    async close() {
      await Promise.all(proxies.map((proxy) => proxy.close()));
      // The first node drops the database, so it closes last.
      for (const node of nodes.toReversed()) await node.close();
      await transport.close();
    },
  };
}

/** Returns the reply to a message, successful or not. */
export async function answer(
  proxy: ClientProxy,
  pattern: string,
  message: AccountsMessage | unknown,
): Promise<AccountsReply<any>> {
  try {
    return await lastValueFrom(proxy.send(pattern, message).pipe(timeout(20_000)));
  } catch (error) {
    if (typeof (error as AccountsReply).status === 'number') return error as AccountsReply;
    throw error;
  }
}
