import { ServerNats } from '@nestjs/microservices';
import type { ConnectionOptions, NatsConnection, Subscription } from '@nats-io/transport-node';
import { setTimeout } from 'node:timers/promises';
import { NatsMessageDeserializer } from './nats-message.deserializer.js';
import { MessagesInFlight } from './messages-in-flight.js';

/** How long a silent NATS may delay the shutdown. */
const shutdownMs = 1_000;

/** The connection to NATS, as options of `connect` of `@nats-io/transport-node`. */
export interface AccountsNatsServerOptions {
  /** Nodes of one cluster, like `127.0.0.1:4222`. */
  servers: string | string[];
  /** The user name, with `pass`. */
  user?: string | undefined;
  /** The password of `user`. */
  pass?: string | undefined;
  /** The token, instead of a user name. */
  token?: string | undefined;
  /** The TLS options; `{}` for the defaults. Default: no encryption. */
  tls?: object | undefined;
  /** Replies are sent only to subjects below it: that of the callers' connections. Default: `_INBOX`. */
  inboxPrefix?: string | undefined;
}

/**
 * Receives messages over NATS: a strategy for `connectMicroservice`. Clients are Nest's own `ClientNats`,
 * and any other that sends an `AccountsMessage` as JSON and waits for a reply.
 *
 * Unlike Nest's own server, it reconnects without a limit of attempts, replies only to inboxes and also
 * to messages that cannot be read, and finishes messages in progress before it closes.
 */
export class AccountsNatsServer extends ServerNats {
  private readonly inFlight: MessagesInFlight;
  private readonly connectionOptions: ConnectionOptions;
  private readonly inboxes: string;
  private readonly taken: Subscription[] = [];
  private connecting: Promise<NatsConnection> | undefined;
  private closed = false;

  constructor({ inboxPrefix = '_INBOX', ...connection }: AccountsNatsServerOptions) {
    super({ deserializer: new NatsMessageDeserializer() });
    this.inFlight = new MessagesInFlight(this);
    this.inboxes = `${inboxPrefix}.`;
    this.connectionOptions = {
      ...connection,
      name: 'nest-accounts',
      timeout: 5_000,
      pingInterval: 10_000,
      reconnectTimeWait: 500,
      maxReconnectAttempts: -1,
      // A NATS that is restarting may not know its users yet.
      ignoreAuthErrorAbort: true,
    };
  }

  override createNatsClient(): ReturnType<ServerNats['createNatsClient']> {
    this.connecting ??= import('@nats-io/transport-node')
      .then(({ connect }) => connect(this.connectionOptions))
      .catch((error: unknown) => {
        // The next call of listen() tries again.
        this.connecting = undefined;
        throw error;
      });
    return this.connecting;
  }

  override bindEvents(client: Parameters<ServerNats['bindEvents']>[0]): void {
    // close() was called meanwhile: it waits for the connection and closes it.
    if (this.closed) return;
    super.bindEvents({
      subscribe: (...subscription: Parameters<NatsConnection['subscribe']>) => {
        const taken = client.subscribe(...subscription);
        this.taken.push(taken);
        return taken;
      },
    });
  }

  /** The caller chooses the subject of the reply, which is published with the permissions of this service. */
  override async handleMessage(
    ...[channel, message]: Parameters<ServerNats['handleMessage']>
  ): Promise<void> {
    if (message.reply?.startsWith(this.inboxes) === false) {
      this.logger.warn(`Ignored a message over NATS: its reply subject is outside ${this.inboxes}`);
      return;
    }
    return super.handleMessage(channel, message);
  }

  override async close(): Promise<void> {
    this.closed = true;
    const connection = await this.connecting?.catch(() => undefined);
    if (!connection) return;
    // This node receives no further messages, except those that NATS has delivered already.
    await atMost(shutdownMs, Promise.all(this.taken.map((taken) => taken.drain())));
    await this.inFlight.answered();
    await atMost(shutdownMs, connection.flush());
    await connection.close();
    await super.close();
  }
}

/** Waits for a promise that may reject or never settle. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => undefined), setTimeout(ms, undefined, { ref: false })]);
}
