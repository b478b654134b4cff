import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Requests may be sent without waiting for answers. Where one of them expects "100 Continue", Node
 * keeps that until its turn, and then writes it between the head and the body of an answer that is
 * ready by then: everything after it on this connection is taken for something else. It may be left
 * out (RFC 9110 section 10.1.1), and is unless the answer would be next.
 */
export function continueInTurn(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (response.socket) response.writeContinue();
    server.emit('request', request, response);
  });
}
