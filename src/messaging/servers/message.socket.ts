import { JsonSocket } from '@nestjs/microservices';
import { InvalidMessageException } from '@nestjs/microservices/errors/invalid-message.exception.js';
import { PayloadTooLargeError } from '../../errors/error-registry.js';
import { errorBody } from '../../errors/error-body.js';
import { english } from '../../language/english.js';
import type { AccountsReply } from '../accounts-message.js';

/** In characters: more than any body, its other members and the packet around them. */
const maxFrameLength = 192 * 1_024;
/** In characters: a frame and the next read of the socket. */
const maxBufferSize = 256 * 1_024;
/** In bytes: the most data that wait for a client that does not read its replies. */
const maxSendBufferSize = 4 * 1_024 * 1_024;
const incompleteMessageTimeout = 10_000;

/** The end of a packet, as Nest's clients write it: its id is the last member. */
const endOfPacket = /"id":("[\w-]{1,64}")\}$/;
const endLength = 80;

/** The fields of Nest's socket between two reads. */
interface Frame {
  /** Null until the length of the next frame has been read. */
  contentLength: number | null;
  buffer: string;
}

/**
 * The connection of a client, who may send the messages of many users over it. So a frame above the limit is
 * skipped and answered with 413; Nest would end the connection, and with it the calls of everyone else.
 */
export class MessageSocket extends JsonSocket {
  private isTooLong = false;

  constructor(socket: JsonSocket['socket']) {
    super(socket, { maxBufferSize, maxSendBufferSize, incompleteMessageTimeout });
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
    const [, id] = endOfPacket.exec(data) ?? [];
    // An event has no id and expects no reply.
    if (id === undefined) return;
    const error = new PayloadTooLargeError();
    const err: AccountsReply = { status: 413, headers: {}, body: errorBody(error, english) };
    this.sendMessage({ id: JSON.parse(id) as string, err, isDisposed: true });
  }

  /** Closes the connection of a client that sent a packet no Nest client would send. */
  refuse(): void {
    this.handleDataError(new InvalidMessageException());
  }

  /** Nest's message can repeat the input with its access tokens; the name of the error cannot. */
  protected override handleDataError(error: Error, options?: { destroy?: boolean }): void {
    super.handleDataError({ message: error.constructor.name }, options);
  }
}
