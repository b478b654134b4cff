/** A response as received. */
export interface RawAnswer {
  readonly status: number;
  /** Keyed by lowercase names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  /** Whether the server closes the connection after this response. */
  readonly isLast: boolean;
}

interface Read<T> {
  readonly value: T;
  /** The position after the value. */
  readonly end: number;
}

const statusLine = /^HTTP\/1\.1 ([1-5]\d\d) [\x20-\x7e]*$/;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([\t\x20-\x7e\x80-\xff]*)$/;

/**
 * Reads the responses of a server, in the order of the requests, without interim responses.
 *
 * @param methods the request methods; a response to HEAD has no body
 * @param isOver whether the server has sent everything
 * @throws Error if the bytes are not HTTP, because an attacker may have injected them
 */
export function readAnswers(
  bytes: Buffer,
  methods: readonly string[],
  isOver: boolean,
): { answers: RawAnswer[]; rest: Buffer } {
  const answers: RawAnswer[] = [];
  let at = 0;
  for (;;) {
    const read = readAnswer(bytes, at, methods[answers.length] ?? 'GET', isOver);
    if (!read) return { answers, rest: bytes.subarray(at) };
    at = read.end;
    if (read.value.status >= 200) answers.push(read.value);
  }
}

function readAnswer(
  bytes: Buffer,
  start: number,
  method: string,
  isOver: boolean,
): Read<RawAnswer> | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n', start);
  if (headEnd < 0) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', start, headEnd).split('\r\n');
  const status = Number(statusLine.exec(first)?.[1]);
  if (!status) throw new Error(`No status line: ${JSON.stringify(first)}`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined) throw new Error(`No header: ${JSON.stringify(line)}`);
    const key = name.toLowerCase();
    const before = headers.get(key);
    headers.set(key, before === undefined ? value! : `${before}, ${value}`);
  }
  const hasBody = method !== 'HEAD' && status >= 200 && status !== 204 && status !== 304;
  const body = hasBody
    ? readBody(bytes, headEnd + 4, headers, isOver)
    : { value: Buffer.alloc(0), end: headEnd + 4 };
  if (!body) return undefined;
  // A server that refuses malformed HTTP closes the connection. Fastify does so without a header.
  const isLast = /close/i.test(headers.get('connection') ?? '') || !headers.has('x-request-id');
  return { value: { status, headers, body: body.value, isLast }, end: body.end };
}

function readBody(
  bytes: Buffer,
  start: number,
  headers: ReadonlyMap<string, string>,
  isOver: boolean,
): Read<Buffer> | undefined {
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes, start);
  const length = headers.get('content-length');
  if (length !== undefined) {
    if (!/^\d+$/.test(length)) throw new Error(`No length: ${length}`);
    const end = start + Number(length);
    return end <= bytes.length ? { value: bytes.subarray(start, end), end } : undefined;
  }
  return isOver ? { value: bytes.subarray(start), end: bytes.length } : undefined;
}

function readChunks(bytes: Buffer, start: number): Read<Buffer> | undefined {
  const chunks: Buffer[] = [];
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (Number.isNaN(length)) throw new Error('No length of a chunk.');
    at = lineEnd + 2 + length + 2;
    if (at > bytes.length) return undefined;
    chunks.push(bytes.subarray(at - 2 - length, at - 2));
    if (length === 0) return { value: Buffer.concat(chunks), end: at };
  }
}
