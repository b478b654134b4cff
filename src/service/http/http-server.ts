import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
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
 * Whether the end of a request is not known: HTTP/1.0 has no `Transfer-Encoding`, so that the bytes after the head may be
 * another request to a proxy (RFC 9112 section 6.1).
 */
export function isMisframed({
  httpVersionMajor,
  httpVersionMinor,
  headers,
}: IncomingMessage): boolean {
  const isOld = httpVersionMajor < 1 || (httpVersionMajor === 1 && httpVersionMinor < 1);
  return isOld && headers['transfer-encoding'] !== undefined;
}

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
  /** The connections that end with the response to a request whose end is not known. */
  const misframed = new WeakSet<Socket>();
  const inTurn = (handler: RequestHandler): RequestHandler => {
    return (request, response) => {
      if (misframed.has(request.socket)) return;
      if (isMisframed(request)) {
        misframed.add(request.socket);
        response.shouldKeepAlive = false;
      }
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
