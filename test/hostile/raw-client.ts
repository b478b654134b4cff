import { connect, type Socket } from 'node:net';
import { readAnswers, type RawAnswer } from './raw-response.js';
import type { MalformedMessage } from './message.js';

/** The maximum wait for a response. It allows for a busy machine. */
const patienceMs = 20_000;
/** How long to wait for an optional response. */
const silenceMs = 60;

/** Sends bytes unchanged, unlike HTTP libraries, and reads the responses. */
export class RawClient {
  private connection: Connection | undefined;

  constructor(private readonly port: number) {}

  /**
   * Returns the responses to pipelined requests, on a persistent connection. If there are several, the first may close
   * the connection, and its response may be lost.
   *
   * @throws Error if a single request has no response
   */
  async request(text: string, methods: readonly string[]): Promise<RawAnswer[]> {
    if (!this.connection?.isUsable) this.connection = new Connection(this.port);
    const { connection } = this;
    connection.write(text);
    const answers = await connection.answers(methods, patienceMs).catch((error) => {
      this.close();
      throw error;
    });
    const end = connection.isUsable ? 'only silence' : 'but the end of the connection';
    if (answers.length < methods.length || answers.at(-1)?.isLast) this.close();
    if (answers.length === 0 && methods.length === 1) throw new Error(`no answer, ${end}`);
    return answers;
  }

  /** Returns the responses to a malformed message, on a new connection. */
  async send({ text, pause, ending }: MalformedMessage): Promise<RawAnswer[]> {
    const connection = new Connection(this.port);
    connection.write(text.slice(0, pause));
    if (pause > 0) await breath();
    connection.write(text.slice(pause));
    if (ending === 'end') connection.end();
    if (ending === 'reset') {
      // Without this pause, the system would discard unsent bytes.
      await breath();
      connection.reset();
      return [];
    }
    const answers = await connection.answers([], silenceMs);
    connection.close();
    return answers;
  }

  close(): void {
    this.connection?.close();
    this.connection = undefined;
  }
}

/** Waits long enough for bytes to arrive on the same machine. */
const breath = () => new Promise((resolve) => setTimeout(resolve, 5));

class Connection {
  private readonly socket: Socket;
  private received: Buffer = Buffer.alloc(0);
  private wake = () => {};

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    this.socket.on('data', (chunk) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.wake();
    });
    for (const event of ['end', 'close']) this.socket.on(event, () => this.wake());
    // The server may close the connection while the client sends. Its earlier responses count.
    this.socket.on('error', () => {});
  }

  get isUsable(): boolean {
    return !this.isOver;
  }

  private get isOver(): boolean {
    return this.socket.destroyed || this.socket.readableEnded;
  }

  write(text: string): void {
    if (text !== '') this.socket.write(text, 'latin1');
  }

  end(): void {
    this.socket.end();
  }

  /** Reads one response per method, or without methods all responses until the connection is silent or closed. */
  async answers(methods: readonly string[], silence: number): Promise<RawAnswer[]> {
    for (;;) {
      const { isOver } = this;
      const { answers, rest } = readAnswers(this.received, methods, isOver);
      const isEnough = methods.length > 0 && answers.length === methods.length;
      if (isEnough || isOver || answers.at(-1)?.isLast || !(await this.hearsMore(silence))) {
        this.received = rest;
        return answers;
      }
    }
  }

  private hearsMore(silence: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), silence);
      this.wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  reset(): void {
    this.socket.resetAndDestroy();
  }

  close(): void {
    this.socket.destroy();
  }
}
