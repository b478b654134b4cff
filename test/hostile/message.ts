export type Header = readonly [name: string, value: string];

/**
 * A request that HTTP allows, whatever is in it: there is an answer to it. Each character of its texts
 * is a byte. `{name}` is a placeholder for something that belongs to whoever sends it, so that a
 * request of one run can be repeated in another.
 */
export interface HostileRequest {
  readonly method: string;
  readonly target: string;
  readonly version: '1.0' | '1.1';
  readonly headers: readonly Header[];
  readonly body: string | undefined;
  readonly isChunked: boolean;
}

/** Bytes that are no request, are one only to some parsers, or end within one. */
export interface MalformedMessage {
  readonly text: string;
  /** After how many bytes there is a pause, since they arrive in one piece otherwise. */
  readonly pause: number;
  /** How the connection is left: open until answers have come, half closed, or reset. */
  readonly ending: 'wait' | 'end' | 'reset';
}

/** Requests that are pipelined where there is more than one, or what is none. */
export type Message = readonly HostileRequest[] | MalformedMessage;

export function isMalformed(message: Message): message is MalformedMessage {
  return 'text' in message;
}

export type Placeholders = ReadonlyMap<string, string>;

const nothing: Placeholders = new Map();

export function fillIn(text: string, placeholders: Placeholders): string {
  return text.replaceAll(/\{(\w+)\}/g, (all, name: string) => placeholders.get(name) ?? all);
}

/** The bytes of a request. */
export function serialize(request: HostileRequest, placeholders = nothing): string {
  const { method, target, version, headers, isChunked } = request;
  const body = request.body === undefined ? undefined : fillIn(request.body, placeholders);
  const head = [
    `${method} ${fillIn(target, placeholders)} HTTP/${version}`,
    'Host: 127.0.0.1',
    ...headers.map(([name, value]) => `${name}: ${fillIn(value, placeholders)}`),
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

/** A command line that sends it to a service on port 3000, its placeholders still to be filled in. */
export function commandFor(message: Message): string {
  const text = isMalformed(message)
    ? message.text
    : message.map((request) => serialize(request)).join('');
  const quoted = text
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
    .replaceAll(
      /[^\x20-\x7e]|'/g,
      (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`,
    );
  return `printf '${quoted}' | nc -q 1 127.0.0.1 3000`;
}
