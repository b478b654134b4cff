import { ServerNats } from '@nestjs/microservices';
import type { ConnectionOptions, NatsConnection, Subscription } from '@nats-io/transport-node';
import { setTimeout } from 'node:timers/promises';
import {
  anything,
  assertOptions,
  optional,
  serverAddresses,
  type OptionRule,
} from '../../options/option-rules.js';
import { NatsMessageDeserializer } from './nats-message.deserializer.js';
import { MessagesInFlight } from './messages-in-flight.js';

/** How long an unresponsive NATS may delay the shutdown. */
const shutdownMs = 1_000;

/** The connection to NATS: options of `connect` in `@nats-io/transport-node`. */
export interface AccountsNatsServerOptions {
  /** The nodes of one cluster, such as `127.0.0.1:4222`. */
  servers: string | string[];
  /** The user name, with `pass`. */
  user?: string | undefined;
  /** The password of `user`. */
  pass?: string | undefined;
  /** A token, instead of a user name and password. */
  token?: string | undefined;
  /** The TLS options; `{}` for the defaults. Default: no encryption. */
  tls?: object | undefined;
  /** The prefix of the callers' inboxes. Replies are sent only to subjects below it. Default: `_INBOX`. */
  inboxPrefix?: string | undefined;
}

const optionRules: Readonly<Record<keyof AccountsNatsServerOptions, OptionRule>> = {
  servers: serverAddresses,
  user: anything,
  pass: anything,
  token: anything,
  tls: anything,
  inboxPrefix: optional('must be text', (prefix) => typeof prefix === 'string'),
};

/**
 * Receives messages over NATS, as a strategy for `connectMicroservice`. Clients are Nest's own `ClientNats`, or any
 * other that sends an `AccountsMessage` as JSON and waits for a reply.
 *
 * Unlike Nest's own server, it reconnects indefinitely, replies only to inboxes, replies to unreadable messages too,
 * and finishes messages in progress before it closes.
 */
export class AccountsNatsServer extends ServerNats {
  private readonly inFlight: MessagesInFlight;
  private readonly connectionOptions: ConnectionOptions;
  private readonly inboxes: string;
  private readonly taken: Subscription[] = [];
  private connecting: Promise<NatsConnection> | undefined;
  private closed = false;

  /** @throws TypeError naming the invalid options */
  constructor(options: AccountsNatsServerOptions) {
    assertOptions(options, optionRules, 'AccountsNatsServer');
    super({ deserializer: new NatsMessageDeserializer() });
    const { inboxPrefix = '_INBOX', ...connection } = options;
    this.inFlight = new MessagesInFlight(this);
    this.inboxes = `${inboxPrefix}.`;
    this.connectionOptions = {
      ...connection,
      name: 'nest-accounts',
      timeout: 5_000,
      pingInterval: 10_000,
      reconnectTimeWait: 500,
      maxReconnectAttempts: -1,
      // While NATS restarts, it may not know its users yet.
      ignoreAuthErrorAbort: true,
    };
  }

  override createNatsClient(): ReturnType<ServerNats['createNatsClient']> {
    this.connecting ??= import('@nats-io/transport-node')
      .then(({ connect }) => connect(this.connectionOptions))
      .catch((error: unknown) => {
        // The next call of listen() retries.
        this.connecting = undefined;
        throw error;
      });
    return this.connecting;
  }

  override bindEvents(client: Parameters<ServerNats['bindEvents']>[0]): void {
    // close() has been called. It waits for the connection and closes it.
    if (this.closed) return;
    super.bindEvents({
      subscribe: (...subscription: Parameters<NatsConnection['subscribe']>) => {
        const taken = client.subscribe(...subscription);
        this.taken.push(taken);
        return taken;
      },
    });
  }

  /**
   * Ignores messages with a reply subject outside the inboxes. The caller chooses that subject, but the reply is
   * published with the permissions of this service.
   */
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
    // From here on, this node receives only messages that NATS has already delivered.
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
