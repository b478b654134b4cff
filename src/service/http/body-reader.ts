import type { IncomingMessage, ServerResponse } from 'node:http';
import { OverloadedError, PayloadTooLargeError } from '../../errors/error-registry.js';
import { maxBodyBytes } from '../../http/input/body-limit.js';
import { isIdentity } from '../../http/input/content-coding.js';
import { formType } from '../../http/input/form-body.js';
import { jsonType } from '../../http/input/json-body.js';

/** The content types that are read. Bodies of other types are discarded as they arrive. */
const readTypes = [jsonType, formType];

/** The memory of a chunk in bytes. A smaller chunk occupies at least this much. */
const leastPiece = 256;

/** The maximum total size of all incomplete bodies, in bytes. */
const maxTogether = 32 * 1_024 * 1_024;

/** How long a client has to read the response once its body is no longer received. */
const lingerMs = 2_000;

interface Body {
  weight: number;
  refuse(error: Error): void;
}

/**
 * Collects bodies from their first chunk. A stream's buffer limits bytes but not chunks, so each chunk has a minimum
 * weight. All slow clients together share a fixed amount of memory; above it, the oldest body is refused.
 */
export class BodyReader {
  private readonly bodies = new WeakMap<IncomingMessage, Promise<Buffer>>();
  /** The incomplete bodies, oldest first. */
  private readonly unfinished = new Set<Body>();
  private weight = 0;

  /**
   * The body of a request, if its content type is read. The promise of an aborted request never settles.
   *
   * @throws PayloadTooLargeError as soon as the size is known, OverloadedError
   */
  find(request: IncomingMessage): Promise<Buffer> | undefined {
    return this.bodies.get(request);
  }

  /**
   * Receives the body of a request. Above the limit, discards as many bytes again, and then stops reading from the
   * connection.
   */
  receive(request: IncomingMessage, response: ServerResponse): void {
    if (!hasBody(request)) return;
    const { 'content-type': type = '', 'content-encoding': coding } = request.headers;
    const isRead = isIdentity(coding) && readTypes.some((each) => each.test(type));
    let weight = 0;
    request.on('data', (piece: Buffer) => {
      const before = weight;
      weight += getWeight(piece);
      if (before <= 2 * maxBodyBytes && weight > 2 * maxBodyBytes) stopReceiving(request, response);
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
        body.weight += getWeight(piece);
        this.weight += getWeight(piece);
        if (body.weight > maxBodyBytes) body.refuse(new PayloadTooLargeError());
        for (const oldest of this.unfinished) {
          if (this.weight <= maxTogether) break;
          oldest.refuse(new OverloadedError());
        }
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
      request.on('data', take).on('end', finish).on('close', leave);
    });
    // The body is awaited later. Until then, an unhandled rejection would end the process.
    reading.catch(() => undefined);
    return reading;
  }
}

/** Whether a request has a body (RFC 9112 section 6). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Whether the declared length of the body exceeds the limit. */
export function isTooLong({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length']) > maxBodyBytes;
}

function getWeight(piece: Buffer): number {
  return Math.max(piece.length, leastPiece);
}

/** Closes the connection once the client has had time to read the response. */
function stopReceiving(request: IncomingMessage, response: ServerResponse): void {
  if (!response.headersSent) endAfter(response);
  // The original method would resume the socket.
  const read = () => {};
  request._read = read;
  request.socket.pause();
  setTimeout(() => request.socket.destroy(), lingerMs).unref();
}

/** Closes the connection after a response that is sent before the body is complete. */
function endUnlessComplete(request: IncomingMessage, response: ServerResponse): void {
  const { writeHead } = response;
  const writeLastHead = (...head: unknown[]) => {
    if (!request.complete) endAfter(response);
    return writeHead.apply(response, head as Parameters<typeof writeHead>);
  };
  response.writeHead = writeLastHead;
}

/** Marks the response as the last one of its connection (RFC 9112 section 9.6), and leaves time to read it. */
function endAfter(response: ServerResponse): void {
  response.shouldKeepAlive = false;
  const linger = (socket: NonNullable<typeof response.socket>) => {
    const endLater = () => {
      socket.end();
      setTimeout(() => socket.destroy(), lingerMs).unref();
    };
    // If a client is still sending, Node would close its connection before it has read the response.
    socket.destroySoon = endLater;
  };
  if (response.socket) linger(response.socket);
  else response.on('socket', linger);
}
