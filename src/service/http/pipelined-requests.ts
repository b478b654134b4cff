import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from './body-reader.js';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** More requests than any client sends without waiting for responses. A request with a body counts as ten. */
const maxWaiting = 100;

interface Turn {
  /** The current request; undefined between two requests. */
  response: ServerResponse | undefined;
  begunAt: number;
}

/**
 * Handles the requests of a connection one at a time. A client may send several without waiting for responses (RFC 9112
 * section 9.3.2), and Node emits them all together: a read would overtake a write, and a single connection could start
 * thousands of concurrent requests.
 */
export class PipelinedRequests {
  /** The weight of the waiting requests of each connection. */
  private readonly waiting = new WeakMap<Socket, number>();
  /**
   * The state of each open connection. A set of current requests would change with every request, and in V8 the memory
   * of such a set keeps old requests alive until the old generation is collected.
   */
  private readonly turns = new Map<Socket, Turn>();

  /** @param handle is called when it is the request's turn */
  take(request: IncomingMessage, response: ServerResponse, handle: RequestHandler): void {
    const { socket } = request;
    const begin = () => {
      // Requests after a response with `Connection: close` are not handled (RFC 9112 section 9.6).
      if (!socket.writable) return;
      const turn = this.getTurn(socket);
      turn.response = response;
      turn.begunAt = performance.now();
      // V8 allocates the state of `once` in the old generation, because many of its calls during a start are permanent.
      response.on('close', () => {
        if (turn.response === response) turn.response = undefined;
      });
      handle(request, response);
    };
    if (response.socket) return begin();
    const weight = hasBody(request) ? 10 : 1;
    this.wait(socket, weight);
    // Node assigns the connection to a response after all earlier responses are written.
    response.on('socket', () => {
      this.wait(socket, -weight);
      setImmediate(begin);
    });
  }

  /** Closes connections whose current response is still unread after this time. */
  endOlderThan(milliseconds: number): void {
    const latest = performance.now() - milliseconds;
    for (const { response, begunAt } of this.turns.values()) {
      if (begunAt <= latest) response?.destroy();
    }
  }

  private getTurn(socket: Socket): Turn {
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
    if (waiting > maxWaiting) socket.destroy();
  }
}
