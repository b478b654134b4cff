import type { IncomingMessage, ServerResponse } from 'node:http';
import { OverloadedError, PayloadTooLargeError } from '../../errors/error-registry.js';
import { isIdentity } from '../../http/input/content-coding.js';
import { formType } from '../../http/input/form-body.js';
import { jsonType } from '../../http/input/json-body.js';

/** Bodies of any other type are thrown away as they come. */
const readTypes = [jsonType, formType];

/** In bytes. */
export const bodyLimit = 100 * 1_024;

/** As how many bytes a piece of a body counts at least: it takes no less memory if it is a single one. */
const leastPiece = 256;

/** What all bodies that are being received may take together. */
const mostTogether = 32 * 1_024 * 1_024;

/** How long a client that is not listened to any more has to read its answer. */
const lingerMs = 2_000;

interface Body {
  weight: number;
  refuse(error: Error): void;
}

/**
 * Receives bodies as bytes, from the moment they begin to come: what a stream holds back is bounded in
 * bytes, but not in pieces. However many clients send as slowly as they may, together they take no more
 * than so much memory: then the one that has been sending for the longest is refused.
 */
export class BodyReader {
  private readonly bodies = new WeakMap<IncomingMessage, Promise<Buffer>>();
  /** Those that have not come to their end, the oldest first. */
  private readonly unfinished = new Set<Body>();
  private weight = 0;

  /**
   * The body of a request that has one of a type that is read. Of one that is aborted nothing is ever
   * heard again.
   *
   * @throws PayloadTooLargeError as soon as it is known, OverloadedError
   */
  of(request: IncomingMessage): Promise<Buffer> | undefined {
    return this.bodies.get(request);
  }

  /**
   * Begins with what the request carries. Of more than a body may have, as much again is thrown away,
   * and then nothing is received on this connection any more.
   */
  receive(request: IncomingMessage, response: ServerResponse): void {
    if (!hasBody(request)) return;
    const { 'content-type': type = '', 'content-encoding': coding } = request.headers;
    const isRead = isIdentity(coding) && readTypes.some((each) => each.test(type));
    let weight = 0;
    request.on('data', (piece: Buffer) => {
      const before = weight;
      weight += weightOf(piece);
      if (before <= 2 * bodyLimit && weight > 2 * bodyLimit) stopReceiving(request, response);
    });
    if (isTooLong(request)) endAfter(response);
    else if (request.headers['transfer-encoding'] !== undefined)
      endUnlessComplete(request, response);
    if (isRead) this.bodies.set(request, this.read(request));
  }

  private read(request: IncomingMessage): Promise<Buffer> {
    const reading = new Promise<Buffer>((resolve, reject) => {
      if (isTooLong(request)) throw new PayloadTooLargeError();
      const pieces: Buffer[] = [];
      const leave = () => {
        if (!this.unfinished.delete(body)) return;
        this.weight -= body.weight;
        request.off('data', take).off('end', finish).off('close', leave);
      };
      const finish = () => {
        leave();
        resolve(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces));
      };
      const take = (piece: Buffer) => {
        pieces.push(piece);
        body.weight += weightOf(piece);
        this.weight += weightOf(piece);
        if (body.weight > bodyLimit) body.refuse(new PayloadTooLargeError());
        while (this.weight > mostTogether) this.oldest.refuse(new OverloadedError());
      };
      const body: Body = {
        weight: 0,
        refuse(error) {
          leave();
          pieces.length = 0;
          reject(error);
        },
      };
      this.unfinished.add(body);
      request.on('data', take).once('end', finish).once('close', leave);
    });
    // Unhandled, a rejection would end the process: the body is awaited only later.
    reading.catch(() => undefined);
    return reading;
  }

  private get oldest(): Body {
    const [oldest] = this.unfinished;
    return oldest!;
  }
}

/** RFC 9112 section 6. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Whether the body says that it is larger than any may be. */
export function isTooLong({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length']) > bodyLimit;
}

/** What a piece of a body takes of its limit. */
function weightOf(piece: Buffer): number {
  return Math.max(piece.length, leastPiece);
}

/** The connection ends when the answer can have been read. */
function stopReceiving(request: IncomingMessage, response: ServerResponse): void {
  if (!response.headersSent) endAfter(response);
  // It would have the socket go on.
  request._read = () => {};
  request.socket.pause();
  setTimeout(() => request.socket.destroy(), lingerMs).unref();
}

/** An answer that comes before the end of a body is the last: there may be more of it than is received. */
function endUnlessComplete(request: IncomingMessage, response: ServerResponse): void {
  const { writeHead } = response;
  response.writeHead = (...head: unknown[]) => {
    if (!request.complete) endAfter(response);
    return writeHead.apply(response, head as Parameters<typeof writeHead>);
  };
}

/** Has the answer say that it is the last (RFC 9112 section 9.6), and leaves time to read it. */
function endAfter(response: ServerResponse): void {
  response.shouldKeepAlive = false;
  const linger = (socket: NonNullable<typeof response.socket>) => {
    // Node would close the connection of a client that is still sending, before it has read the response.
    socket.destroySoon = () => {
      socket.end();
      setTimeout(() => socket.destroy(), lingerMs).unref();
    };
  };
  if (response.socket) linger(response.socket);
  else response.once('socket', linger);
}
