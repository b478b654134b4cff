import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from './body-reader.js';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** More requests than a client sends without waiting for responses; one with a body counts as ten. */
const mostWaiting = 100;

interface Turn {
  /** The current request; undefined between two requests. */
  response: ServerResponse | undefined;
  begunAt: number;
}

/**
 * Handles the requests of one connection one after the other. A client may send them without waiting for
 * responses (RFC 9112 section 9.3.2), and Node emits them at once: a read would overtake a
 * write, and a single connection could send thousands of concurrent requests.
 */
export class PipelinedRequests {
  /** The number of waiting requests of each connection. */
  private readonly waiting = new WeakMap<Socket, number>();
  /**
   * The state of each connection while it is open: a set of current requests would change with each of
   * them, and the memory of such a set in V8 keeps them alive until it collects the old generation.
   */
  private readonly turns = new Map<Socket, Turn>();

  /** @param handle is called when it is the request's turn */
  take(request: IncomingMessage, response: ServerResponse, handle: RequestHandler): void {
    const { socket } = request;
    const begin = () => {
      // No request is handled after a response with `Connection: close` (RFC 9112 section 9.6).
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
    // Node assigns the connection to a response after all earlier responses are written.
    response.once('socket', () => {
      this.wait(socket, -weight);
      setImmediate(begin);
    });
  }

  /** Ends the connections whose response was not read completely within this time. */
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
