import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from './body-reader.js';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** More than any client sends without waiting for answers; one with a body counts as ten. */
const mostWaiting = 100;

/**
 * Handles the requests of one connection one after the other. They may be sent without waiting for
 * answers (RFC 9112 section 9.3.2), and Node hands them out at once: one that reads would overtake one
 * that writes, and a single connection could ask for thousands of things at the same time.
 */
export class RequestsInTurn {
  /** How many wait on a connection. */
  private readonly waiting = new WeakMap<Socket, number>();
  /** When each answer in hand was begun, the oldest first. */
  private readonly begun = new Map<ServerResponse, number>();

  /** @param handle is called when it is the request's turn */
  take(request: IncomingMessage, response: ServerResponse, handle: RequestHandler): void {
    const { socket } = request;
    const begin = () => {
      // Nothing is handled after an answer that said it was the last (RFC 9112 section 9.6).
      if (!socket.writable) return;
      this.begun.set(response, performance.now());
      response.once('close', () => this.begun.delete(response));
      handle(request, response);
    };
    if (response.socket) return begin();
    const weight = hasBody(request) ? 10 : 1;
    this.wait(socket, weight);
    // Node hands a response the connection when all before it are written: its turn, after others'.
    response.once('socket', () => {
      this.wait(socket, -weight);
      setImmediate(begin);
    });
  }

  /** Ends the connections whose answer has not been read to its end for so long. */
  endOlderThan(milliseconds: number): void {
    const now = performance.now();
    for (const [response, begunAt] of this.begun) {
      if (now - begunAt < milliseconds) return;
      response.destroy();
    }
  }

  private wait(socket: Socket, weight: number): void {
    const waiting = (this.waiting.get(socket) ?? 0) + weight;
    this.waiting.set(socket, waiting);
    if (waiting > mostWaiting) socket.destroy();
  }
}
