import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { isTooLong, type BodyReader } from './body-reader.js';
import { normalizedTarget } from './request-target.js';
import { PipelinedRequests, type RequestHandler } from './pipelined-requests.js';

/** How long a client may take for the head of a request, and for all of it. */
const headersTimeout = 10_000;
const requestTimeout = 30_000;
/** Longer than the idle timeout of common proxies, so that the proxy closes a connection. */
const keepAliveTimeout = 65_000;
/** How long creating and reading a response may take together. */
const answerTimeout = 60_000;
/** The interval at which these timeouts are checked. */
const connectionsCheckingInterval = 1_000;

/**
 * The HTTP server of both adapters. A client that is slow, silent or endless holds a
 * connection for a bounded time, and little memory.
 */
export function createHttpServer(
  handle: RequestHandler,
  bodies: BodyReader,
  classes: Pick<
    ServerOptions<typeof IncomingMessage, typeof ServerResponse<IncomingMessage>>,
    'IncomingMessage' | 'ServerResponse'
  > = {},
): Server {
  const server = createServer({
    ...classes,
    headersTimeout,
    requestTimeout,
    keepAliveTimeout,
    connectionsCheckingInterval,
  });
  const requests = new PipelinedRequests();
  const inTurn = (handler: RequestHandler): RequestHandler => {
    return (request, response) => {
      // Routers disagree on what is escaped without need.
      request.url = normalizedTarget(request.url!);
      bodies.receive(request, response);
      requests.take(request, response, handler);
    };
  };
  server.on('request', inTurn(handle));
  server.on(
    'checkContinue',
    inTurn((request, response) => {
      if (!isTooLong(request)) response.writeContinue();
      handle(request, response);
    }),
  );
  // Node would refuse it without a body.
  server.on('checkExpectation', inTurn(handle));
  const checking = setInterval(
    () => requests.endOlderThan(answerTimeout),
    connectionsCheckingInterval,
  );
  checking.unref();
  server.once('close', () => clearInterval(checking));
  return server;
}
