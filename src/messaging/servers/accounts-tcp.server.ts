import { ServerTCP } from '@nestjs/microservices';
import { InvalidTcpDataReceptionException } from '@nestjs/microservices/errors/invalid-tcp-data-reception.exception.js';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { TlsOptions } from 'node:tls';
import {
  anything,
  assertOptions,
  rule,
  wholeNumber,
  type OptionRule,
} from '../../options/option-rules.js';
import { MessageSocket } from './message.socket.js';
import { MessagesInFlight } from './messages-in-flight.js';

const keepAliveMs = 60_000;
/** The interval between two reports of failed connections. */
const silenceMs = 60_000;
/** How long a client has to close its side after its last reply. */
const shutdownMs = 1_000;

/** The address to listen on for messages over TCP. */
export interface AccountsTcpServerOptions {
  /** The host name or IP address to listen on. */
  host: string;
  /** The port to listen on. */
  port: number;
  /** The TLS options. Without them, messages and their tokens are not encrypted. */
  tlsOptions?: TlsOptions | undefined;
}

const optionRules: Readonly<Record<keyof AccountsTcpServerOptions, OptionRule>> = {
  // Without a host Node would listen on every IP address of the machine.
  host: rule('must be the host to listen at', (host) => typeof host === 'string' && host !== ''),
  port: wholeNumber({ min: 0, max: 65_535 }, rule),
  tlsOptions: anything,
};

/**
 * Receives messages over TCP, as a strategy for `connectMicroservice`. Clients are Nest's own `ClientTCP`.
 *
 * Unlike Nest's own server, it limits the memory of each client, never logs client input, reports every failure to
 * listen, and finishes messages in progress before it closes.
 */
export class AccountsTcpServer extends ServerTCP {
  private readonly inFlight: MessagesInFlight;
  private silentUntil = 0;
  private unreported = 0;

  /** @throws TypeError naming the invalid options */
  constructor(options: AccountsTcpServerOptions) {
    assertOptions(options, optionRules, 'AccountsTcpServer');
    super({ ...options, socketClass: MessageSocket });
    this.inFlight = new MessagesInFlight(this);
  }

  override listen(callback: (error?: unknown) => void): void {
    this.server.once('error', callback);
    super.listen((error) => {
      this.server.off('error', callback);
      callback(error);
    });
  }

  override bindHandler(socket: Socket): void {
    const { remoteAddress = 'a closed connection' } = socket;
    super.bindHandler(socket);
    socket.setKeepAlive(true, keepAliveMs);
    // For an invalid message, Nest emits the name of the error as text.
    socket.on('error', (error: NodeJS.ErrnoException | string) => {
      const reason = typeof error === 'string' ? error : error.code;
      this.report(`A connection of ${remoteAddress} over TCP failed: ${reason}.`);
      // Nest closes only its own side after an invalid message.
      setImmediate(() => socket.destroy());
    });
  }

  /** Refuses an id or pattern that is not plain. Nest serializes both, which fails if they are deeply nested. */
  override async handleMessage(
    socket: MessageSocket,
    message: { readonly pattern?: unknown; readonly id?: unknown },
  ): Promise<unknown> {
    const hasPlainId = ['undefined', 'string', 'number'].includes(typeof message.id);
    if (hasPlainId && typeof message.pattern === 'string') {
      return super.handleMessage(socket, message);
    }
    return socket.refuse();
  }

  /** Drops unknown events. Nest would log their names, which clients can choose. */
  override async handleEvent(...event: Parameters<ServerTCP['handleEvent']>): Promise<unknown> {
    return this.getHandlerByPattern(event[0]) ? super.handleEvent(...event) : undefined;
  }

  /** Nest's own message would repeat the input with its access tokens. */
  protected override handleError(error: unknown): void {
    // The connection's listener reports this error with the client's address.
    if (error instanceof InvalidTcpDataReceptionException) return;
    const { name = 'Error', code = name }: { name?: string; code?: string } = error ?? {};
    this.report(`A message over TCP failed: ${code}.`);
  }

  /** Logs at most one failure per minute, because clients can cause any number of them. */
  private report(failure: string): void {
    const now = performance.now();
    if (now < this.silentUntil) {
      this.unreported++;
      return;
    }
    const more = this.unreported > 0 ? ` So did ${this.unreported} others since the last one.` : '';
    this.logger.warn(failure + more);
    this.silentUntil = now + silenceMs;
    this.unreported = 0;
  }

  // eslint-disable-next-line @typescript-eslint/no-misused-promises -- Nest waits for it
  override async close(): Promise<void> {
    this.isManuallyTerminated = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.openSockets) {
      // Ignores new messages. Their callers see the connection close.
      socket.removeAllListeners('data');
      socket.resume();
    }
    await this.inFlight.answered();
    for (const socket of this.openSockets) socket.end();
    await Promise.race([closed, setTimeout(shutdownMs, undefined, { ref: false })]);
    super.close();
  }
}
