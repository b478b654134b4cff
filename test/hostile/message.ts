export type Header = readonly [name: string, value: string];

/**
 * A valid HTTP request with any content. The service must respond to it. Each character of its texts is one byte.
 * `{name}` is a placeholder for a value of the attacker, so that another run can repeat the request.
 */
export interface HostileRequest {
  readonly method: string;
  readonly target: string;
  readonly version: '1.0' | '1.1';
  readonly headers: readonly Header[];
  readonly body: string | undefined;
  readonly isChunked: boolean;
}

/** Bytes that are not a request, that only some parsers accept as one, or that end in the middle of one. */
export interface MalformedMessage {
  readonly text: string;
  /** The number of bytes before a pause. Without a pause, all bytes would arrive together. */
  readonly pause: number;
  /** How the connection ends: the client waits for responses, closes its half, or resets it. */
  readonly ending: 'wait' | 'end' | 'reset';
}

/** One request, several pipelined ones, or a malformed message. */
export type Message = readonly HostileRequest[] | MalformedMessage;

export function isMalformed(message: Message): message is MalformedMessage {
  return 'text' in message;
}

export type Placeholders = ReadonlyMap<string, string>;

const nothing: Placeholders = new Map();

export function fillIn(text: string, placeholders: Placeholders): string {
  return text.replaceAll(/\{(\w+)\}/g, (all, name: string) => placeholders.get(name) ?? all);
}

/** Returns the bytes of a request. */
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

/** Returns a command line that sends the message to a service on port 3000. It still contains placeholders. */
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
