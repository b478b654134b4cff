/**
 * What is said to the service. All texts are bytes: each character is one of them. `{name}` stands
 * for something of the one who sends it, so that what was generated once can be again.
 */
export type Header = readonly [name: string, value: string];

/** A request that HTTP allows, whatever is in it: there is an answer to it. */
export interface HostileRequest {
  readonly method: string;
  readonly target: string;
  readonly version: '1.0' | '1.1';
  readonly headers: readonly Header[];
  readonly body: string | undefined;
  readonly isChunked: boolean;
}

/** What HTTP need not allow, or only a part of something. */
export interface BrokenMessage {
  readonly text: string;
  /** After how much of it there is a pause. */
  readonly pause: number;
  /** What follows: a wait for answers, the end of what we say, or a reset. */
  readonly ending: 'wait' | 'end' | 'reset';
}

/** Requests sent at once, or something else. */
export type Exchange = readonly HostileRequest[] | BrokenMessage;

export function isBroken(exchange: Exchange): exchange is BrokenMessage {
  return 'text' in exchange;
}

/** By the names in `{}`. */
export type Belongings = ReadonlyMap<string, string>;

const nothing: Belongings = new Map();

export function filledIn(text: string, belongings: Belongings): string {
  return text.replaceAll(/\{(\w+)\}/g, (all, name: string) => belongings.get(name) ?? all);
}

/** The bytes of a request. */
export function requestText(request: HostileRequest, belongings = nothing): string {
  const { method, target, version, headers, isChunked } = request;
  const body = request.body === undefined ? undefined : filledIn(request.body, belongings);
  const head = [
    `${method} ${filledIn(target, belongings)} HTTP/${version}`,
    'Host: 127.0.0.1',
    ...headers.map(([name, value]) => `${name}: ${filledIn(value, belongings)}`),
  ];
  if (body === undefined) return `${head.join('\r\n')}\r\n\r\n`;
  if (!isChunked) return `${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  return `${head.join('\r\n')}\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(body)}0\r\n\r\n`;
}

function chunked(body: string): string {
  const [first, rest] = [body.slice(0, 7), body.slice(7)];
  return [first, rest]
    .filter((part) => part !== '')
    .map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
    .join('');
}

/** A command line that says the same to a service on port 3000, as far as one can. */
export function commandFor(exchange: Exchange): string {
  const text = isBroken(exchange)
    ? exchange.text
    : exchange.map((request) => requestText(request)).join('');
  const quoted = text
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
    .replaceAll(/[^\x20-\x7e]|'/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`);
  return `printf '${quoted}' | nc -q 1 127.0.0.1 3000`;
}
