import { jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import {
  connect,
  headers,
  nanos,
  type MsgHdrs,
  type NatsConnection,
} from '@nats-io/transport-node';
import { Logger } from '@nestjs/common';
import {
  anything,
  assertOptions,
  serverAddresses,
  type OptionRule,
} from '../options/option-rules.js';
import { traceHeaders } from '../tracing/tracing.js';
import { accountEventTypes, type AccountEvent, type AccountEventType } from './account-event.js';
import {
  AccountEventSubscriberError,
  type AccountEventSubscriber,
} from './account-event.subscriber.js';

/** The connection to NATS, and the subscription. */
export interface JetStreamOptions {
  /** Nodes of one cluster, like `127.0.0.1:4222`. */
  servers: string | readonly string[];
  /** The user name, with `pass`. */
  user?: string | undefined;
  /** The password of `user`. */
  pass?: string | undefined;
  /** The token, instead of a user name. */
  token?: string | undefined;
  /** The TLS options; `{}` for the defaults. Default: no encryption. */
  tls?: object | undefined;
  /** The name of the subscription. Default: `jetstream`. */
  name?: string | undefined;
  /** The types of events. Default: all. */
  types?: readonly AccountEventType[] | undefined;
}

const optionRules: Readonly<Record<keyof JetStreamOptions, OptionRule>> = {
  servers: serverAddresses,
  user: anything,
  pass: anything,
  token: anything,
  tls: anything,
  // Checked at the start of the module.
  name: anything,
  types: anything,
};

const subject = 'account-events';

const stream = {
  name: 'ACCOUNT_EVENTS',
  subjects: [`${subject}.>`],
  max_age: nanos(30 * 24 * 60 * 60_000),
  // Longer than the longest pause between two attempts, so that JetStream removes their duplicates.
  duplicate_window: nanos(20 * 60_000),
};

const timeoutMs = 5_000;

/**
 * Publishes each event to NATS JetStream, which removes duplicates by `Nats-Msg-Id`, the id of the event. While NATS is
 * unavailable, the events wait in the database.
 */
export class JetStreamSubscriber implements AccountEventSubscriber {
  readonly name: string;
  readonly types: readonly AccountEventType[];
  private readonly logger = new Logger(JetStreamSubscriber.name);
  private readonly options: Parameters<typeof connect>[0];
  private connecting: Promise<NatsConnection> | undefined;
  private preparing: Promise<JetStreamClient> | undefined;

  /** @throws TypeError naming the invalid options */
  constructor(options: JetStreamOptions) {
    assertOptions(options, optionRules, JetStreamSubscriber.name);
    const { name = 'jetstream', types = accountEventTypes, ...connection } = options;
    this.name = name;
    this.types = types;
    this.options = {
      ...connection,
      servers: [connection.servers].flat(),
      name: 'nest-accounts events',
      timeout: timeoutMs,
      pingInterval: 10_000,
      maxReconnectAttempts: -1,
      // A restarting NATS server may not know its users yet.
      ignoreAuthErrorAbort: true,
    };
  }

  /** @throws AccountEventSubscriberError if NATS would lose events, or if its streams cover only some subjects */
  async open(): Promise<void> {
    try {
      await this.prepared();
    } catch (error) {
      if (error instanceof AccountEventSubscriberError) throw error;
      const { name, message }: Partial<Error> = error ?? {};
      if (name === 'JetStreamNotEnabled') {
        throw new AccountEventSubscriberError(
          `NATS has no JetStream, without which the events of ${this.name} would be lost: start nats-server with -js.`,
          { cause: error },
        );
      }
      this.logger.warn(
        `Events of ${this.name} wait in the database until NATS (EVENTS_URL of the service) answers: ${message}`,
      );
    }
  }

  async handle(event: AccountEvent): Promise<void> {
    const client = await this.prepared();
    try {
      await client.publish(`${subject}.${event.type}`, JSON.stringify(event), {
        msgID: event.id,
        timeout: timeoutMs,
        headers: natsHeaders(traceHeaders()),
      });
    } catch (error) {
      // The stream may have been deleted.
      this.preparing = undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    const connection = await this.connecting?.catch(() => undefined);
    await connection?.close();
  }

  private prepared(): Promise<JetStreamClient> {
    this.preparing ??= this.prepare().catch((error: unknown) => {
      this.preparing = undefined;
      throw error;
    });
    return this.preparing;
  }

  private async prepare(): Promise<JetStreamClient> {
    const manager = await jetstreamManager(await this.connected(), { timeout: timeoutMs });
    const subjects = this.types.map((type) => `${subject}.${type}`);
    let uncovered = await findUncovered(subjects, manager);
    // Another node may have added the stream between two lookups.
    if (uncovered.length < subjects.length) uncovered = await findUncovered(uncovered, manager);
    if (uncovered.length === subjects.length) await manager.streams.add(stream);
    else if (uncovered.length > 0) {
      throw new AccountEventSubscriberError(
        `No NATS stream has the subjects ${uncovered.join(', ')}, but one has other event subjects: add them to it.`,
      );
    }
    return manager.jetstream();
  }

  private connected(): Promise<NatsConnection> {
    this.connecting ??= connect(this.options).then(
      (connection) => {
        void connection.closed().then(() => {
          this.connecting = undefined;
          this.preparing = undefined;
        });
        return connection;
      },
      (error: unknown) => {
        this.connecting = undefined;
        throw error;
      },
    );
    return this.connecting;
  }
}

function natsHeaders(values: Readonly<Record<string, string>>): MsgHdrs {
  const all = headers();
  for (const [name, value] of Object.entries(values)) all.set(name, value);
  return all;
}

async function findUncovered(subjects: readonly string[], { streams }: JetStreamManager) {
  const uncovered: string[] = [];
  for (const each of subjects) {
    const names = await streams.names(each).next();
    if (names.length === 0) uncovered.push(each);
  }
  return uncovered;
}
