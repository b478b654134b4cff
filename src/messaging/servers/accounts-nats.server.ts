import { ServerNats } from '@nestjs/microservices';
import type { ConnectionOptions, NatsConnection, Subscription } from '@nats-io/transport-node';
import { setTimeout } from 'node:timers/promises';
import { NatsMessageDeserializer } from './nats-message.deserializer.js';
import { MessagesInFlight } from './messages-in-flight.js';

/** Which of several nodes takes a message is decided among those of this name. */
const queue = 'nest-accounts';

/** How long a NATS that has gone silent may delay the end. */
const farewellMs = 1_000;

/** What `connect` of `@nats-io/transport-node` takes; the servers are nodes of one cluster. */
export type AccountsNatsServerOptions = Pick<
  ConnectionOptions,
  'servers' | 'user' | 'pass' | 'token' | 'tls' | 'authenticator'
>;

/**
 * Takes messages over NATS: a strategy for `connectMicroservice`. Clients are Nest's own `ClientNats`,
 * and any other that sends an `AccountsMessage` as JSON and waits for a reply.
 *
 * Differs from what Nest brings in that one of several nodes answers, that a lost connection is
 * looked for as long as it takes, that what cannot be read is answered too, and that the end waits
 * for what is being answered.
 */
export class AccountsNatsServer extends ServerNats {
  private readonly inFlight: MessagesInFlight;
  private readonly connectionOptions: ConnectionOptions;
  private readonly taken: Subscription[] = [];
  private connection: NatsConnection | undefined;

  constructor(options: AccountsNatsServerOptions) {
    super({ queue, deserializer: new NatsMessageDeserializer() });
    this.inFlight = new MessagesInFlight(this);
    this.connectionOptions = {
      ...options,
      name: queue,
      timeout: 5_000,
      pingInterval: 10_000,
      reconnectTimeWait: 500,
      maxReconnectAttempts: -1,
      // A NATS that is being set up again may know nobody yet.
      ignoreAuthErrorAbort: true,
    };
  }

  override async createNatsClient(): Promise<NatsConnection> {
    const { connect } = await import('@nats-io/transport-node');
    return (this.connection = await connect(this.connectionOptions));
  }

  override bindEvents(client: NatsConnection): void {
    super.bindEvents({
      subscribe: (...subscription: Parameters<NatsConnection['subscribe']>) => {
        const taken = client.subscribe(...subscription);
        this.taken.push(taken);
        return taken;
      },
    });
  }

  override async close(): Promise<void> {
    if (!this.connection) return;
    // No more messages, but those that NATS has already given to this node.
    await atMost(farewellMs, Promise.all(this.taken.map((taken) => taken.drain())));
    await this.inFlight.answered();
    await atMost(farewellMs, this.connection.flush());
    await super.close();
  }
}

/** Waits for something that may also fail, or never end. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => undefined), setTimeout(ms, undefined, { ref: false })]);
}
