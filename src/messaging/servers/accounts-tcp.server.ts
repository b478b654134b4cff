import { ServerTCP } from '@nestjs/microservices';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { TlsOptions } from 'node:tls';
import { MessagesInFlight } from './messages-in-flight.js';

/** In characters: more than any message of this interface, with what else came in the same read. */
const maxBufferSize = 256 * 1_024;
/** In bytes: what may wait for a client that does not read its answers. */
const maxSendBufferSize = 4 * 1_024 * 1_024;
const incompleteMessageTimeout = 10_000;
const keepAliveMs = 60_000;
/** How long a client has to close its side after its last answer. */
const shutdownMs = 1_000;

/** Where messages are taken over TCP. */
export interface AccountsTcpServerOptions {
  /** The name or address to listen at. */
  host: string;
  /** The port to listen at. */
  port: number;
  /** Without it messages, and the tokens in them, can be read on the way. */
  tlsOptions?: TlsOptions | undefined;
}

/**
 * Takes messages over TCP: a strategy for `connectMicroservice`. Clients are Nest's own `ClientTCP`.
 *
 * Differs from what Nest brings in that a stranger takes little memory, that nothing of what they sent
 * is in the log, that every failure to listen is reported, and that the end waits for what is being answered.
 */
export class AccountsTcpServer extends ServerTCP {
  private readonly inFlight: MessagesInFlight;

  constructor(options: AccountsTcpServerOptions) {
    // Node would listen at every address of the machine.
    if (!options.host) throw new TypeError('AccountsTcpServer needs a host to listen at.');
    super({ ...options, maxBufferSize, maxSendBufferSize, incompleteMessageTimeout });
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
    super.bindHandler(socket);
    socket.setKeepAlive(true, keepAliveMs);
    // Nest closes its own side after what was no message; it takes two to close a connection.
    socket.on('error', () => setImmediate(() => socket.destroy()));
  }

  /** Nest would log the name of an unknown event, which any client can make up. */
  override async handleEvent(...event: Parameters<ServerTCP['handleEvent']>): Promise<unknown> {
    return this.getHandlerByPattern(event[0]) ? super.handleEvent(...event) : undefined;
  }

  /** Nest repeats here what came in, access tokens and all. */
  protected override handleError(error: unknown): void {
    const { name = 'Error', code = name } = error as { name?: string; code?: string };
    this.logger.warn(`A message or its connection over TCP failed: ${code}`);
  }

  // eslint-disable-next-line @typescript-eslint/no-misused-promises -- Nest waits for it
  override async close(): Promise<void> {
    this.isManuallyTerminated = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.openSockets) {
      // What arrives from now on is not performed: its caller sees the connection end.
      socket.removeAllListeners('data');
      socket.resume();
    }
    await this.inFlight.answered();
    for (const socket of this.openSockets) socket.end();
    await Promise.race([closed, setTimeout(shutdownMs, undefined, { ref: false })]);
    super.close();
  }
}
