import type { OnModuleDestroy } from '@nestjs/common';
import { Server } from '@nestjs/microservices';
import { AccountsNatsServer, AccountsTcpServer } from '../../messaging/index.js';
import { shownAddresses, type MessageAddresses } from '../settings/message-addresses.js';
import { StartError } from '../start/start.error.js';

/** The common interface of the servers of all transports. */
type TransportServer = Pick<Server, 'addHandler' | 'listen' | 'close'>;

/** All transports of the settings as one server, beside HTTP or alone. */
export class MessageServers extends Server implements OnModuleDestroy {
  /** By their URLs without credentials. */
  private readonly servers = new Map<string, TransportServer>();
  private closing: Promise<unknown> | undefined;

  constructor({ tcp, nats }: MessageAddresses) {
    super();
    for (const address of tcp) {
      this.servers.set(`${shownAddresses({ tcp: [address] })}`, new AccountsTcpServer(address));
    }
    if (nats) {
      const options = { ...nats, servers: [...nats.servers] };
      this.servers.set(
        shownAddresses({ tcp: [], nats }).join(', '),
        new AccountsNatsServer(options),
      );
    }
  }

  override addHandler(...handler: Parameters<Server['addHandler']>): void {
    for (const server of this.servers.values()) server.addHandler(...handler);
  }

  listen(callback: (error?: unknown) => void): void {
    Promise.all([...this.servers].map(([address, server]) => listening(address, server))).then(
      () => callback(),
      (error: unknown) => void this.close().finally(() => callback(error)),
    );
  }

  /** Closes together with HTTP: neither may accept work that the end of the other would interrupt. */
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
      void server.listen((error) => (error ? reject(error as Error) : resolve()));
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartError(
      `No messages can be taken at ${address} of MESSAGES_URL: ${code ?? message}.`,
      { cause: error },
    );
  }
}
