import { ServerNats } from '@nestjs/microservices';
import type { ConnectionOptions, NatsConnection, Subscription } from '@nats-io/transport-node';
import { setTimeout } from 'node:timers/promises';
import { NatsMessageDeserializer } from './nats-message.deserializer.js';
import { MessagesInFlight } from './messages-in-flight.js';

/** How long a NATS that has gone silent may delay the end. */
const shutdownMs = 1_000;

/** Where messages are taken over NATS, as `connect` of `@nats-io/transport-node` is told. */
export interface AccountsNatsServerOptions {
  /** Nodes of one cluster, like `127.0.0.1:4222`. */
  servers: string | string[];
  /** Who we are there, with `pass`. */
  user?: string | undefined;
  /** The password of `user`. */
  pass?: string | undefined;
  /** Who we are there, where a token says it. */
  token?: string | undefined;
  /** How the connection is encrypted; `{}` for the ordinary way. Absent: it is not. */
  tls?: object | undefined;
}

/**
 * Takes messages over NATS: a strategy for `connectMicroservice`. Clients are Nest's own `ClientNats`,
 * and any other that sends an `AccountsMessage` as JSON and waits for a reply.
 *
 * Differs from what Nest brings in that a lost connection is looked for as long as it takes, that
 * what cannot be read is answered too, and that the end waits for what is being answered.
 */
export class AccountsNatsServer extends ServerNats {
  private readonly inFlight: MessagesInFlight;
  private readonly connectionOptions: ConnectionOptions;
  private readonly taken: Subscription[] = [];
  private connecting: Promise<NatsConnection> | undefined;
  private closed = false;

  constructor(options: AccountsNatsServerOptions) {
    super({ deserializer: new NatsMessageDeserializer() });
    this.inFlight = new MessagesInFlight(this);
    this.connectionOptions = {
      ...options,
      name: 'nest-accounts',
      timeout: 5_000,
      pingInterval: 10_000,
      reconnectTimeWait: 500,
      maxReconnectAttempts: -1,
      // A NATS that is being set up again may not know its users yet.
      ignoreAuthErrorAbort: true,
    };
  }

  override createNatsClient(): ReturnType<ServerNats['createNatsClient']> {
    this.connecting ??= import('@nats-io/transport-node').then(({ connect }) =>
      connect(this.connectionOptions),
    );
    return this.connecting;
  }

  override bindEvents(client: Parameters<ServerNats['bindEvents']>[0]): void {
    // close() was called meanwhile: it waits for the connection, and ends it.
    if (this.closed) return;
    super.bindEvents({
      subscribe: (...subscription: Parameters<NatsConnection['subscribe']>) => {
        const taken = client.subscribe(...subscription);
        this.taken.push(taken);
        return taken;
      },
    });
  }

  override async close(): Promise<void> {
    this.closed = true;
    const connection = await this.connecting?.catch(() => undefined);
    if (!connection) return;
    // No more messages, but those that NATS has already given to this node.
    await atMost(shutdownMs, Promise.all(this.taken.map((taken) => taken.drain())));
    await this.inFlight.answered();
    await atMost(shutdownMs, connection.flush());
    await connection.close();
    await super.close();
  }
}

/** Waits for something that may also fail, or never end. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => undefined), setTimeout(ms, undefined, { ref: false })]);
}
