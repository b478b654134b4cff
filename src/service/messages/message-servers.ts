import type { OnModuleDestroy } from '@nestjs/common';
import { Server } from '@nestjs/microservices';
import { setTimeout } from 'node:timers/promises';
import { AccountsNatsServer, AccountsTcpServer } from '../../messaging/index.js';
import { shownAddresses, type MessageAddresses } from '../settings/server-addresses.js';
import { StartError } from '../start/start.error.js';

type TransportServer = Pick<Server, 'addHandler' | 'listen' | 'close'>;

const retryMs = 1_000;

/** Combines all transports of the settings into one server, next to HTTP or alone. */
export class MessageServers extends Server implements OnModuleDestroy {
  /** The servers by their URLs without credentials. */
  private readonly servers = new Map<string, TransportServer>();
  private closing: Promise<unknown> | undefined;

  /** @param isAlone whether the service has no HTTP, so that it is useless without NATS */
  constructor(
    { tcp, nats }: MessageAddresses,
    private readonly isAlone: boolean,
  ) {
    super();
    for (const address of tcp) {
      this.servers.set(`${shownAddresses({ tcp: [address] })}`, new AccountsTcpServer(address));
    }
    if (nats) {
      const server = new AccountsNatsServer(nats);
      const address = shownAddresses({ tcp: [], nats }).join(', ');
      this.servers.set(address, server);
      this.reportOutages(address, server);
    }
  }

  private reportOutages(address: string, server: AccountsNatsServer): void {
    server.on('disconnect', () => {
      if (this.closing) return;
      this.logger.warn(
        `Lost the connection to ${address} of MESSAGES_URL. No messages arrive until it is back.`,
      );
    });
    server.on('reconnect', () => this.logger.log(`Receiving messages at ${address} again.`));
  }

  override addHandler(...handler: Parameters<Server['addHandler']>): void {
    for (const server of this.servers.values()) server.addHandler(...handler);
  }

  listen(callback: (error?: unknown) => void): void {
    Promise.all([...this.servers].map((each) => this.begin(...each))).then(
      () => callback(),
      (error: unknown) => void this.close().finally(() => callback(error)),
    );
  }

  private async begin(address: string, server: TransportServer): Promise<void> {
    try {
      await listening(address, server);
    } catch (error) {
      const isUnreachable = server instanceof AccountsNatsServer && !isRefusal(error as Error);
      if (this.isAlone || !isUnreachable) throw error;
      this.logger.warn(`${(error as Error).message} It is tried again every second.`);
      void this.keepTrying(address, server);
    }
  }

  private async keepTrying(address: string, server: TransportServer): Promise<void> {
    for (;;) {
      await setTimeout(retryMs, undefined, { ref: false });
      if (this.closing) return;
      const failure: unknown = await listening(address, server).catch((error: unknown) => error);
      if (failure === undefined) return this.logger.log(`Receiving messages at ${address}.`);
    }
  }

  /** Closes together with HTTP. If one ended first, it could interrupt work that the other still accepts. */
  onModuleDestroy(): void {
    void this.close();
  }

  close(): Promise<unknown> {
    this.closing ??= Promise.all([...this.servers.values()].map((server) => server.close()));
    return this.closing;
  }

  on(): void {}

  unwrap<T>(): T {
    return [...this.servers.values()] as T;
  }
}

async function listening(address: string, server: TransportServer): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      void server.listen((error) => (error ? reject(error) : resolve()));
    });
  } catch (error) {
    const { code, message }: Partial<NodeJS.ErrnoException> = error ?? {};
    throw new StartError(
      `Cannot receive messages at ${address} of MESSAGES_URL: ${code ?? message}.`,
      { cause: error },
    );
  }
}

/** Whether NATS responded but rejects this user. */
function isRefusal({ cause }: Error): boolean {
  return /Auth/.test((cause as Error).name);
}
