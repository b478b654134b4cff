import type { ArgumentsHost } from '@nestjs/common';
import type { IncomingHeaders } from './incoming-headers.js';
import { requestSlot } from './request-slot.js';

const remembered = requestSlot<object>('request');

/**
 * Lets guards and filters of requests handle a message, or the messages of a socket.
 *
 * @param source the context that Nest passes to the handlers of the message, or the client of the socket
 */
export function rememberRequest(source: object, request: object): void {
  remembered.set(source, request);
}

/** The handshake of a socket in the form of a request, for all messages of that socket. */
export interface SocketRequest extends IncomingHeaders {
  readonly rawHeaders: readonly string[];
  readonly url: string;
  readonly ip?: string | undefined;
}

/** The request that opened a socket, as Node has it. */
export interface Handshake {
  readonly headers: IncomingHeaders['headers'];
  readonly rawHeaders: readonly string[];
  readonly url?: string | undefined;
  readonly socket: { readonly remoteAddress?: string | undefined };
  /** Set by hosts behind a proxy; Node does not. */
  readonly ip?: string | undefined;
}

/**
 * @param handshake undefined where the transport does not reveal it
 * @param authorization the value of an `Authorization` header, from a client that sends it after the handshake
 * @param address of the client, where its first connection may be closed
 */
export function toSocketRequest(
  handshake: Handshake | undefined,
  authorization?: unknown,
  address = handshake?.socket.remoteAddress,
): SocketRequest {
  const { headers = {}, rawHeaders = [], url = '', ip = address } = handshake ?? {};
  if (typeof authorization !== 'string') return { headers, rawHeaders, url, ip };
  return {
    headers: { ...headers, authorization },
    rawHeaders: [...rawHeaders, 'authorization', authorization],
    url,
    ip,
  };
}

/**
 * The request of a call: of GraphQL the HTTP request, of a WebSocket its handshake, and of a message the request that was
 * made of it.
 */
export function getRequest<T extends object>(host: ArgumentsHost): T {
  switch (host.getType<string>()) {
    case 'graphql':
      return readGraphqlRequest(host.getArgs()) as T;
    case 'ws':
      return readHandshake(host.switchToWs().getClient<SocketIoClient>()) as T;
    case 'rpc':
      return (remembered.get(host.switchToRpc().getContext<object>()) ??
        toSocketRequest(undefined)) as T;
    default:
      // `switchToHttp` creates three functions each time, and this runs several times per request.
      return host.getArgByIndex<T>(0);
  }
}

/** The context of a resolver in Nest and in Mercurius; `req` is the connection of graphql-ws for its subscriptions. */
interface GraphqlContext {
  readonly req?: GraphqlRequest;
  readonly reply?: { readonly request?: GraphqlRequest };
}

interface GraphqlRequest extends Partial<IncomingHeaders> {
  readonly extra?: { readonly request?: Handshake };
  readonly connectionParams?: Readonly<Record<string, unknown>> | undefined;
}

function readGraphqlRequest(args: unknown[]): object {
  // Only the first arguments of resolvers differ.
  const context = args.at(-2) as GraphqlContext;
  const { req = context.reply?.request } = context;
  if (req?.headers) return req;
  return readOnce(context, () => {
    const { Authorization, authorization = Authorization } = req?.connectionParams ?? {};
    return toSocketRequest(req?.extra?.request, authorization);
  });
}

/** The client of socket.io; that of `ws` has none of these members. */
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
