import { JsonSocket } from '@nestjs/microservices';
import { InvalidMessageException } from '@nestjs/microservices/errors/invalid-message.exception.js';
import { PayloadTooLargeError } from '../../errors/error-registry.js';
import { errorBody } from '../../errors/error-body.js';
import { english } from '../../language/english.js';
import type { AccountsReply } from '../accounts-message.js';

/** The maximum length of a frame, in characters: more than any body, its other members and the packet around them. */
const maxFrameLength = 192 * 1_024;
/** The maximum length of the receive buffer, in characters: a frame and the next read of the socket. */
const maxBufferSize = 256 * 1_024;
/** The maximum data that waits for a client that does not read its replies, in bytes. */
const maxSendBufferSize = 4 * 1_024 * 1_024;
const incompleteMessageTimeoutMs = 10_000;

/** The end of a packet from Nest's clients, where the id is the last member. */
const packetEnd = /"id":("[\w-]{1,64}")\}$/;
const endLength = 80;

/** The state of Nest's socket between two reads. */
interface Frame {
  /** Null until the length of the next frame has been read. */
  contentLength: number | null;
  buffer: string;
}

/**
 * The connection of a client, which may send the messages of many users. It skips a frame above the limit and responds
 * 413. Nest would end the connection, and with it the calls of all other users.
 */
export class MessageSocket extends JsonSocket {
  private isTooLong = false;

  constructor(socket: JsonSocket['socket']) {
    super(socket, {
      maxBufferSize,
      maxSendBufferSize,
      incompleteMessageTimeout: incompleteMessageTimeoutMs,
    });
  }

  protected override handleData(data: Buffer | string): void {
    super.handleData(data);
    const frame = this as unknown as Frame;
    if (frame.contentLength === null) return;
    this.isTooLong ||= frame.contentLength > maxFrameLength;
    const skipped = frame.buffer.length - endLength;
    if (!this.isTooLong || skipped <= 0) return;
    frame.buffer = frame.buffer.slice(skipped);
    frame.contentLength -= skipped;
  }

  protected override emitMessage(data: string): void {
    if (!this.isTooLong) return super.emitMessage(data);
    this.isTooLong = false;
    const [, id] = packetEnd.exec(data) ?? [];
    // An event has no id and expects no reply.
    if (id === undefined) return;
    const error = new PayloadTooLargeError();
    const err: AccountsReply = { status: 413, headers: {}, body: errorBody(error, english) };
    this.sendMessage({ id: JSON.parse(id), err, isDisposed: true });
  }

  /** Closes the connection after a packet that no Nest client would send. */
  refuse(): void {
    this.handleDataError(new InvalidMessageException());
  }

  /** Emits only the name of the error, because Nest's message can repeat the input with its access tokens. */
  protected override handleDataError(error: Error, options?: { destroy?: boolean }): void {
    super.handleDataError({ message: error.constructor.name }, options);
  }
}
