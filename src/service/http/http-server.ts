import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorBody } from '../../errors/error-body.js';
import { errorCodes } from '../../errors/error-registry.js';
import { english } from '../../language/english.js';
import { isTooLong, type BodyReader } from './body-reader.js';
import { normalizedTarget } from './request-target.js';
import { PipelinedRequests, type RequestHandler } from './pipelined-requests.js';

/** How long a client may take to send the head of a request, and the whole request. */
const headersTimeout = 10_000;
const requestTimeout = 30_000;
/** Longer than the idle timeout of common proxies, so that the proxy closes idle connections first. */
const keepAliveTimeout = 65_000;
/** The total time for creating a response and reading it. */
const responseTimeoutMs = 60_000;
const connectionsCheckingInterval = 1_000;

/**
 * Whether the end of a request is unknown. HTTP/1.0 has no `Transfer-Encoding`, so a proxy may treat the bytes after
 * the head as another request (RFC 9112 section 6.1).
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
 * Creates the HTTP server of both adapters. A client that is slow or silent, or never stops sending, holds a connection
 * for a limited time and little memory.
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
  /** The connections that end with the response to a misframed request. */
  const misframed = new WeakSet<Socket>();
  const inTurn = (handler: RequestHandler): RequestHandler => {
    return (request, response) => {
      if (misframed.has(request.socket)) return;
      if (isMisframed(request)) {
        misframed.add(request.socket);
        response.shouldKeepAlive = false;
      }
      // Routers disagree on unnecessary escapes.
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
  // Node would respond without a body.
  server.on('checkExpectation', inTurn(handle));
  server.on('clientError', refuseUnparsed);
  const endOld = () => requests.endOlderThan(responseTimeoutMs);
  const checking = setInterval(endOld, connectionsCheckingInterval).unref();
  server.once('close', () => clearInterval(checking));
  return server;
}

/** The status of a request that Node.js could not parse, by the code of its error. */
const unparsed: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Responds to an unparsable request. Node would respond without a body. Fastify would respond to the bytes after a
 * request even if that request already has its response.
 */
function refuseUnparsed(
  { code = '' }: NodeJS.ErrnoException,
  socket: Duplex & { _httpMessage?: ServerResponse | null },
): void {
  if (!socket.writable || socket._httpMessage?.headersSent) return void socket.destroy();
  const status = unparsed[code] ?? 400;
  const violation = { code: status === 413 ? 'payload_too_large' : 'bad_request' } as const;
  const { error } = errorCodes[violation.code];
  const description = { error, error_description: english.say(violation.code) };
  const body = JSON.stringify(status === 400 ? errorBody(violation, english) : description);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
