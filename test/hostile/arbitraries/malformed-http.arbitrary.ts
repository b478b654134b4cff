import fc from 'fast-check';
import { serialize, type MalformedMessage } from '../message.js';
import { hostileRequest } from './hostile-request.arbitrary.js';

const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\r\n');

const requestLine = fc.oneof(
  { weight: 6, arbitrary: fc.constant('PUT /api/accounts/me HTTP/1.1') },
  { weight: 2, arbitrary: fc.constant('POST /oauth/token HTTP/1.1') },
  { weight: 2, arbitrary: fc.constant('GET /console/sign-in HTTP/1.1') },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...['', ' ', '\0', 'GET', 'GET ', 'GET /', 'GET / '],
      ...['GET / HTTP', 'GET / HTTP/', 'GET / HTTP/1'],
      ...['GET / HTTP/0.9', 'GET / HTTP/1.2', 'GET / HTTP/2.0', 'GET / HTTP/9.9', 'GET / http/1.1'],
      ...['GET / HTTPS/1.1', 'GET / HTTP/1.1 x', 'GET  / HTTP/1.1'],
      ...['GET\t/\tHTTP/1.1', ' GET / HTTP/1.1'],
      ...['get / HTTP/1.1', 'GETT / HTTP/1.1', 'BREW /pot HTTP/1.1'],
      ...['é / HTTP/1.1', 'G\0T / HTTP/1.1'],
      ...['OPTIONS * HTTP/1.1', 'GET * HTTP/1.1', 'GET x HTTP/1.1'],
      ...['GET ?x HTTP/1.1', 'GET #x HTTP/1.1'],
      ...['GET http://127.0.0.1/api/app/data HTTP/1.1', 'GET http:// HTTP/1.1', 'GET //x HTTP/1.1'],
      'GET http://[::1]:99999/ HTTP/1.1',
      ...['GET https://u:p@x/console HTTP/1.1', 'GET a:b HTTP/1.1'],
      ...['CONNECT 127.0.0.1:22 HTTP/1.1', 'CONNECT / HTTP/1.1'],
      ...['TRACE / HTTP/1.1', 'TRACE * HTTP/1.1'],
      ...['GET /\0 HTTP/1.1', 'GET /\x7f HTTP/1.1', 'GET /\xff\xfe HTTP/1.1', 'GET /\t HTTP/1.1'],
      ...['GET /api/accounts/\xe9 HTTP/1.1', 'GET /a b HTTP/1.1'],
      ...['GET /a\rb HTTP/1.1', 'GET /{}|\\^`"<> HTTP/1.1'],
      ...['PRI * HTTP/2.0\r\n\r\nSM\r\n', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'],
      ...['SSH-2.0-x', 'HTTP/1.1 200 OK'],
      `GET /${'a'.repeat(20_000)} HTTP/1.1`,
      `GET /${'a/'.repeat(7_000)} HTTP/1.1`,
      `${'X'.repeat(20_000)} / HTTP/1.1`,
    ),
  },
);

const headerLine = fc.constantFrom(
  ...['Host: 127.0.0.1', 'Host: 127.0.0.1', 'Host: 127.0.0.1'],
  ...['Host:', 'Host: a b', 'Host: evil.example:x'],
  ...['Content-Length: 5', 'Content-Length: 0', 'Content-Length: -1'],
  ...['Content-Length: +5', 'Content-Length: 5, 5'],
  ...['Content-Length: 5, 6', 'Content-Length: 0x5'],
  ...['Content-Length: 1e1', 'Content-Length: 99999999999999999999'],
  ...['Content-Length: 1000000', 'Content-Length:'],
  ...['Content-Length: 5\0', 'Content-Length : 5', 'content-length: 4'],
  ...['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'],
  ...['Transfer-Encoding: identity', 'Transfer-Encoding:'],
  'Transfer-Encoding: chunked, chunked',
  ...['Transfer-Encoding: gzip, chunked', 'Transfer-Encoding: chunked, gzip'],
  ...['Transfer-Encoding: xchunked', 'Transfer-Encoding : chunked'],
  'Transfer-Encoding:\x0bchunked',
  ...['Transfer-Encoding: "chunked"', 'tRANSFER-eNCODING: CHUNKED', 'Transfer_Encoding: chunked'],
  'Content-Type: application/json',
  'Content-Type: application/x-www-form-urlencoded',
  'Content-Type: \0',
  ...['Expect: 100-continue', 'Expect: 100-continue'],
  ...['Expect: 200-ok', 'Trailer: X-Trailer', 'TE: trailers'],
  ...['Connection: close', 'Connection: keep-alive'],
  ...['Connection: upgrade', 'Upgrade: websocket', 'Upgrade: h2c'],
  ...['HTTP2-Settings: AAMAAABkAAQAAP__', 'Sec-WebSocket-Key: x'],
  ...['Sec-WebSocket-Version: 13', 'Keep-Alive: timeout=-1'],
  ...['no colon', ':', ': no name', 'Na me: x', 'Na\0me: x'],
  ...['Name\xff: x', 'X: a\0b', 'X: a\rb', 'X: a\nb', 'X: \x7f'],
  ...['X: a\r\n folded', '\tfolded', ' folded', 'X:', 'X'],
  ...['\xef\xbb\xbfX: y', '__proto__: x', 'Authorization: Bearer {token}'],
  `X-Huge: ${'x'.repeat(20_000)}`,
  `${'X'.repeat(20_000)}: huge`,
  many(3_000, (index) => `${index}: x`),
  many(1_000, () => 'Cookie: a=b'),
);

const body = fc.constantFrom(
  ...['', '{"name":"x"}', 'grant_type=refresh_token', '\0', '\r\n\r\n', '\xff\xfe'],
  ...['5\r\nhello\r\n0\r\n\r\n', '0\r\n\r\n', '5\r\nhello'],
  ...['5\nhello\n0\n\n', '5\r\nhelloworld\r\n0\r\n\r\n'],
  '5;ext="\n"\r\nhello\r\n0\r\n\r\n',
  `5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
  '5 \r\nhello\r\n0\r\n\r\n',
  ...['ffffffffffffffff\r\n', 'fffffffffffffffff\r\n', '-1\r\n'],
  ...['0x5\r\nhello\r\n0\r\n\r\n', 'zz\r\n', '\r\n'],
  ...['0\r\nX-Trailer: x\r\n\r\n', '0\r\n__proto__: x\r\nContent-Length: 5\r\n\r\n'],
  `0\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
  ...['00000000000000005\r\nhello\r\n000\r\n\r\n', '1\r\na\r\n'.repeat(5_000), 'x'.repeat(200_000)],
  'GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
  'GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(50),
);

const lineEnd = fc.oneof(
  { weight: 12, arbitrary: fc.constant('\r\n') },
  { weight: 1, arbitrary: fc.constantFrom('\n', '\r', '\n\r', '\r\r\n', '\0', '\r\n ') },
);

/** Random combinations of request parts. */
const assembled = fc
  .tuple(requestLine, fc.array(headerLine, { maxLength: 6 }), lineEnd, body)
  .map(([line, headers, end, sent]) => [line, ...headers, '', sent].join(end));

/** A request with added or removed bytes, so that its declared length may be wrong. */
const damaged = fc
  .tuple(
    hostileRequest,
    fc.nat(2_000),
    fc.nat(20),
    fc.constantFrom(
      '',
      '\0',
      '\r',
      '\n',
      '\r\n',
      '\r\n\r\n',
      ' ',
      ':',
      '\xff',
      '\xed\xa0\x80',
      '0'.repeat(99),
    ),
  )
  .map(([request, at, taken, put]) => {
    const text = serialize(request);
    const start = at % text.length;
    return text.slice(0, start) + put + text.slice(start + taken);
  });

const noise = fc
  .uint8Array({ minLength: 1, maxLength: 300 })
  .map((bytes) => Buffer.from(bytes).toString('latin1'));

/** Messages that no HTTP client sends: request smuggling, broken framing and noise. */
export const malformedMessage: fc.Arbitrary<MalformedMessage> = fc
  .record({
    text: fc.oneof(
      { weight: 10, arbitrary: assembled },
      { weight: 5, arbitrary: damaged },
      { weight: 1, arbitrary: noise },
    ),
    length: fc.oneof(
      { weight: 4, arbitrary: fc.constant(Infinity) },
      { weight: 1, arbitrary: fc.nat(3_000) },
    ),
    pause: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.nat(300) },
    ),
    ending: fc.constantFrom('wait', 'wait', 'end', 'reset'),
  })
  .map(
    ({ length, text, ...rest }) => ({ ...rest, text: text.slice(0, length) }) as MalformedMessage,
  );
