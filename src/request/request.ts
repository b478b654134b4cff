import type { ArgumentsHost, ExecutionContext } from '@nestjs/common';
import type { IncomingHeaders } from './incoming-headers.js';
import { requestSlot } from './request-slot.js';

const remembered = requestSlot<object>('request');

/** Links a request to a message's context or a socket's client, so that guards and filters work on messages, too. */
export function rememberRequest(source: object, request: object): void {
  remembered.set(source, request);
}

/** A socket's handshake in the form of a request. All messages of the socket share it. */
interface SocketRequest extends IncomingHeaders {
  readonly rawHeaders: readonly string[];
  readonly url: string;
  readonly ip?: string | undefined;
}

/** The Node.js request that opened a socket. */
export interface Handshake {
  readonly headers: IncomingHeaders['headers'];
  readonly rawHeaders: readonly string[];
  readonly url?: string | undefined;
  readonly socket: { readonly remoteAddress?: string | undefined };
  /** Set by hosts behind a proxy. Node.js does not set it. */
  readonly ip?: string | undefined;
}

/**
 * @param authorization an `Authorization` header value that the client sends after the handshake
 * @param address the client's IP address, for clients whose first connection may already be closed
 */
export function toSocketRequest(
  handshake: Handshake | undefined,
  authorization?: unknown,
  address = handshake?.socket.remoteAddress,
): SocketRequest {
  const { headers = {}, rawHeaders = [], url = '', ip = address } = handshake ?? {};
  return { ...addAuthorization({ headers, rawHeaders }, authorization), url, ip };
}

type Headers = Pick<Handshake, 'headers' | 'rawHeaders'>;

function addAuthorization({ headers, rawHeaders }: Headers, authorization: unknown): Headers {
  if (typeof authorization !== 'string') return { headers, rawHeaders };
  return {
    headers: { ...headers, authorization },
    rawHeaders: [...rawHeaders, 'authorization', authorization],
  };
}

/** Returns the HTTP request, the handshake of a WebSocket, or the remembered request of a message. */
export function getRequest<T extends object>(host: ArgumentsHost): T {
  switch (host.getType<string>()) {
    case 'graphql':
      return readGraphqlRequest(host.getArgs().at(-2)) as T;
    case 'ws':
      return readHandshake(host.switchToWs().getClient<SocketIoClient>()) as T;
    case 'rpc':
      return (remembered.get(host.switchToRpc().getContext<object>()) ??
        toSocketRequest(undefined)) as T;
    default:
      return getHttpRequest(host);
  }
}

/** These run several times per request, and `switchToHttp` would create three functions each time. */
export const getHttpRequest = <T>(host: ArgumentsHost): T => host.getArgByIndex<T>(0);
export const getHttpResponse = (host: ArgumentsHost): unknown => host.getArgByIndex(1);

/**
 * Returns an object that identifies one call of a handler: the request, or what distinguishes the fields of one GraphQL
 * request (`info`) or the messages of one socket (their data). Messages without an object as data share their handler.
 */
export function getCall(context: ExecutionContext): object {
  switch (context.getType<string>()) {
    case 'graphql':
      return context.getArgs<object[]>().at(-1)!;
    case 'ws': {
      const data = context.switchToWs().getData<unknown>();
      return typeof data === 'object' && data !== null ? data : context.getHandler();
    }
    default:
      return getRequest(context);
  }
}

/** A resolver's context in Apollo and Mercurius. For graphql-ws subscriptions of Apollo, `req` is the connection. */
interface GraphqlContext {
  readonly req?: GraphqlRequest;
  readonly reply?: { readonly request?: GraphqlRequest };
  /** On a WebSocket of Mercurius, Fastify's request for the handshake. */
  readonly request?: FastifyHandshake;
  /** The connection parameters, on a WebSocket of Mercurius only. They can have any type. */
  readonly _connectionInit?: { readonly headers?: ConnectionParams } & ConnectionParams;
}

type ConnectionParams = Readonly<Record<string, unknown>> | null;

interface GraphqlRequest extends Partial<IncomingHeaders> {
  readonly extra?: { readonly request?: Handshake };
  readonly connectionParams?: ConnectionParams;
}

interface FastifyHandshake {
  /** Mercurius adds the connection parameters to them, which need not be text and must not pass as a cookie. */
  readonly headers: IncomingHeaders['headers'];
  readonly raw: Pick<Handshake, 'rawHeaders'>;
}

/** Resolvers differ only in their first arguments; the context is always second to last. */
function readGraphqlRequest(context: GraphqlContext): object {
  const { req = context.reply?.request, request } = context;
  if ('_connectionInit' in context && request) {
    return readOnce(context, () => readMercuriusHandshake(request, context._connectionInit));
  }
  if (req?.headers) return req;
  return readOnce(context, () =>
    toSocketRequest(req?.extra?.request, readAuthorization(req?.connectionParams)),
  );
}

function readMercuriusHandshake(
  request: FastifyHandshake,
  init: GraphqlContext['_connectionInit'],
): object {
  const { rawHeaders: sent } = request.raw;
  const names = new Set(sent.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase()));
  const { headers, rawHeaders } = addAuthorization(
    {
      headers: Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => names.has(name)),
      ),
      rawHeaders: sent,
    },
    readAuthorization(init?.headers ?? init),
  );
  return Object.create(request, { headers: { value: headers }, rawHeaders: { value: rawHeaders } });
}

function readAuthorization(params: ConnectionParams | undefined): unknown {
  return params?.authorization ?? params?.Authorization;
}

/** A Socket.IO client. A `ws` client has none of these members. */
interface SocketIoClient {
  readonly request?: Handshake;
  readonly handshake?: { readonly address: string; readonly auth: { readonly token?: unknown } };
}

function readHandshake(client: SocketIoClient): object {
  return readOnce(client, () => {
    const { request, handshake } = client;
    const token = handshake?.auth.token;
    const authorization = typeof token === 'string' && token ? `Bearer ${token}` : undefined;
    return toSocketRequest(request, authorization, handshake?.address);
  });
}

function readOnce(source: object, read: () => object): object {
  const known = remembered.get(source) ?? read();
  remembered.set(source, known);
  return known;
}
