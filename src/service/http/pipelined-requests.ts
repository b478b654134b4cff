import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from './body-reader.js';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** More than any client sends without waiting for answers; one with a body counts as ten. */
const mostWaiting = 100;

interface Turn {
  /** None between two requests. */
  response: ServerResponse | undefined;
  begunAt: number;
}

/**
 * Handles the requests of one connection one after the other. They may be sent without waiting for
 * answers (RFC 9112 section 9.3.2), and Node hands them out at once: one that reads would overtake one
 * that writes, and a single connection could ask for thousands of things at the same time.
 */
export class PipelinedRequests {
  /** How many wait on a connection. */
  private readonly waiting = new WeakMap<Socket, number>();
  /**
   * Of each connection, for as long as it lasts: a set of requests in hand would change with each of
   * them, and what V8 leaves behind of such a set keeps them alive until it collects the old generation.
   */
  private readonly turns = new Map<Socket, Turn>();

  /** @param handle is called when it is the request's turn */
  take(request: IncomingMessage, response: ServerResponse, handle: RequestHandler): void {
    const { socket } = request;
    const begin = () => {
      // Nothing is handled after an answer that said it was the last (RFC 9112 section 9.6).
      if (!socket.writable) return;
      const turn = this.turnOf(socket);
      turn.response = response;
      turn.begunAt = performance.now();
      response.once('close', () => {
        if (turn.response === response) turn.response = undefined;
      });
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
    const latest = performance.now() - milliseconds;
    for (const { response, begunAt } of this.turns.values()) {
      if (begunAt <= latest) response?.destroy();
    }
  }

  private turnOf(socket: Socket): Turn {
    const known = this.turns.get(socket);
    if (known) return known;
    const turn: Turn = { response: undefined, begunAt: 0 };
    this.turns.set(socket, turn);
    socket.once('close', () => this.turns.delete(socket));
    return turn;
  }

  private wait(socket: Socket, weight: number): void {
    const waiting = (this.waiting.get(socket) ?? 0) + weight;
    this.waiting.set(socket, waiting);
    if (waiting > mostWaiting) socket.destroy();
  }
}
