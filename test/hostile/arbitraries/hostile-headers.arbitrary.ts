import fc, { type Arbitrary } from 'fast-check';
import type { Header } from '../message.js';
import type { Route } from '../routes.js';
import { hostileText } from './hostile-text.arbitrary.js';

/** Any text that a header can contain, without control characters. */
const headerText = hostileText.map((text) =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[\0-\x08\x0a-\x1f\x7f]/g, '')
    .slice(0, 2_000),
);

/** A header, sometimes sent twice or with a name in mixed case. */
const header = (name: string, value: Arbitrary<string>): Arbitrary<readonly Header[]> =>
  fc
    .tuple(
      fc.oneof(
        { weight: 6, arbitrary: fc.constant(name) },
        { weight: 1, arbitrary: fc.mixedCase(fc.constant(name)) },
      ),
      fc.oneof(
        { weight: 8, arbitrary: fc.tuple(value) },
        { weight: 1, arbitrary: fc.tuple(value, value) },
      ),
    )
    .map(([spelled, values]) => values.map((each) => [spelled, each] as const));

const none = fc.constant<readonly Header[]>([]);

const junkToken = fc
  .string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 86, maxLength: 86 })
  .map((token) => `Bearer ${token}`);

const authorization = fc.oneof(
  { weight: 20, arbitrary: header('Authorization', fc.constant('Bearer {token}')) },
  { weight: 4, arbitrary: header('Authorization', fc.constant('Bearer {grant}')) },
  { weight: 4, arbitrary: none },
  { weight: 2, arbitrary: header('Authorization', junkToken) },
  {
    weight: 2,
    arbitrary: header(
      'Authorization',
      fc.constantFrom(
        ...['Bearer', 'Bearer ', 'bearer {token}', 'Bearer  {token}', 'Bearer {token}x', '{token}'],
        ...['Bearer {token}, Bearer {token}', 'Bearer {token}\t'],
        ...['Basic {basic}', 'Basic', 'Basic !'],
        ...['Basic Og==', 'Basic JXp6OiV6eg==', 'Digest username="x"', 'Bearer "{token}"'],
      ),
    ),
  },
  { weight: 1, arbitrary: header('Authorization', headerText) },
);

const basic = fc.oneof(
  { weight: 10, arbitrary: header('Authorization', fc.constant('Basic {basic}')) },
  { weight: 1, arbitrary: authorization },
);

const session = fc.oneof(
  { weight: 20, arbitrary: header('Cookie', fc.constant('accounts-browser={browser}')) },
  { weight: 2, arbitrary: none },
  {
    weight: 1,
    arbitrary: header(
      'Cookie',
      fc.constantFrom(
        ...['accounts-browser=', 'accounts-browser="{browser}"'],
        'accounts-notice={browser}; =; ;;',
        'accounts-browser={token}',
        'accounts-browser=x; accounts-browser={browser}',
        '__proto__=1',
        ...['accounts-notice=AAAA; accounts-browser={browser}', 'a'.repeat(8_000)],
      ),
    ),
  },
  { weight: 1, arbitrary: header('Cookie', headerText) },
);

const other: Arbitrary<readonly Header[]> = fc.oneof(
  header('Accept-Version', fc.constantFrom('1.8', '1.21', '1.22', '1.13.7', '1', '01.8', '', '*')),
  header('Accept-Version', headerText),
  header(
    'Accept-Language',
    fc.constantFrom(
      ...['fr', 'de-AT, *;q=0.1', 'en;q=0', 'xx', '', ',,;', 'en;q=NaN', 'ar', '__proto__'],
      ...[`${'a-'.repeat(3_000)}a`, 'en;q=0.1,'.repeat(1_000), `en;q=${'0'.repeat(5_000)}`],
    ),
  ),
  header('Accept-Language', headerText),
  // Reuses a few keys with different bodies.
  header('Idempotency-Key', fc.oneof(fc.constantFrom('a', '"b"', '', '{account}'), headerText)),
  header('X-Request-Id', headerText),
  header('If-None-Match', fc.oneof(fc.constant('*'), headerText)),
  header('Accept', headerText),
  header('Accept-Encoding', fc.constantFrom('gzip', 'br;q=1, *', '', 'gzip;q=x')),
  header('Range', fc.constantFrom('bytes=0-1', 'bytes=9999999-', 'bytes=-0,0-,5-1', 'x=1')),
  header('If-Match', fc.oneof(fc.constantFrom('"x"', '*'), headerText)),
  header('If-Modified-Since', fc.constantFrom('x', 'Thu, 01 Jan 1970 00:00:00 GMT')),
  header('If-Unmodified-Since', fc.constantFrom('x', 'Thu, 01 Jan 1970 00:00:00 GMT')),
  header('X-Forwarded-For', headerText),
  header('X-Forwarded-Proto', headerText),
  header('X-Forwarded-Host', headerText),
  header('X-HTTP-Method-Override', fc.constantFrom('DELETE', 'CONNECT', 'x')),
  header('Origin', fc.oneof(fc.constantFrom('null', 'https://evil.example'), headerText)),
  header('Sec-Fetch-Site', fc.constantFrom('cross-site', 'same-origin', '')),
  header('User-Agent', headerText),
  header('Referer', headerText),
  header('Expect', fc.constantFrom('100-continue', '100-Continue', '200-ok', '')),
  header('Upgrade', fc.constantFrom('websocket', 'h2c', 'HTTP/2.0', '')),
  header('Connection', fc.constantFrom('close', 'keep-alive', 'upgrade', 'close, x', '')),
  header('TE', fc.constantFrom('trailers', 'chunked;q=x')),
  header('Content-Type', headerText),
  header('Content-Encoding', headerText),
  header('__proto__', fc.constantFrom('x', '[object Object]')),
  header('Constructor', headerText),
  fc.nat(500).map((count) => Array.from({ length: count }, (_, i): Header => [`X-${i}`, ''])),
  fc.constant<readonly Header[]>([['X-Huge', 'x'.repeat(20_000)]]),
);

/** Mostly valid credentials, because requests without them are refused early. */
export function credentials({ path }: Route): Arbitrary<readonly Header[]> {
  if (path.startsWith('/api/')) return authorization;
  return path.startsWith('/oauth/') && !path.startsWith('/oauth/authorize') ? basic : session;
}

/** Headers that may change the response, and headers that must not. */
export const otherHeaders: Arbitrary<readonly Header[]> = fc.oneof(
  { weight: 3, arbitrary: none },
  { weight: 2, arbitrary: fc.array(other, { maxLength: 3 }).map((each) => each.flat()) },
);
