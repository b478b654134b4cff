import fc, { type Arbitrary } from 'fast-check';
import type { Header, HostileRequest } from './exchange.js';
import { hostileBody } from './hostile-body.arbitrary.js';
import { hostileName, hostileText } from './hostile-text.arbitrary.js';
import { documentedRoutes, pageRoutes, type Route } from './routes.js';

// Through bytes and back, since half a surrogate cannot be encoded.
const percentEncoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());

const segment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('me', '{spare}') },
  { weight: 2, arbitrary: fc.constantFrom('{account}', '{client}', '{stranger}', '{session}') },
  { weight: 1, arbitrary: fc.constant('{application}') },
  { weight: 2, arbitrary: hostileText.map(percentEncoded) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['%00', 'me%00', '%zz', '%', '%c0%ae', '%ff', '%2e%2e', '..', '.', '%2f', 'me%2f', '%5c'],
      ...['me;a=b', 'ME', 'me ', 'a'.repeat(24), '0'.repeat(10_000), '%F0%9F%92%A9', '$', '*', ':id'],
    ).map((text) => text.replaceAll(' ', '%20')),
  },
);

const pair = fc
  .tuple(hostileName, hostileText)
  .map((each) => each.map((text) => percentEncoded(text).slice(0, 3_000)).join('='));

const query = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: fc.array(pair, { maxLength: 3 }).map((pairs) => `?${pairs.join('&')}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['?', '??', '?&', '?%', '?%zz=%00', '?__proto__[polluted]=yes', '?a[b][c]=d', '?a[]=1&a=2'],
      ...['?constructor[prototype][polluted]=yes', '?return_to=//evil.example', '?return_to[]=/'],
      ...['?return_to=/console/account&return_to=x', '?return_to=%2Foauth%2Fauthorize%3Fclient_id%3Dx'],
      ...['?x=\\', '?x="<>', '?x={}|^`', `?${'a=1&'.repeat(2_000)}`, '?access_token', '?access_token='],
    ),
  },
);

/** Other ways to write an address, most of which are another. */
const disguises = fc.oneof(
  { weight: 20, arbitrary: fc.constant((path: string) => path) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<((path: string) => string)[]>(
      (path) => `${path}/`,
      (path) => `/${path}`,
      (path) => path.toUpperCase(),
      (path) => path.replace('/', '/./'),
      (path) => `/x/..${path}`,
      (path) => `/%2e%2e${path}`,
      (path) => path.replaceAll('/', '//'),
      (path) => path.replaceAll('/', '%2f'),
      (path) => path.replaceAll('/', '\\'),
      (path) => path.replace(/\w/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      (path) => `${path};a=b`,
      (path) => `${path}%00`,
      (path) => `${path}%20`,
      (path) => `${path}.json`,
      (path) => `${path}#x`,
      (path) => `http://127.0.0.1${path}`,
      (path) => `http://evil.example${path}`,
      () => '/nowhere',
      () => '/api',
      () => '/favicon.ico',
      () => '/../../../../etc/passwd',
      () => '/docs/../../package.json',
      () => '/docs/%2e%2e/%2e%2e/package.json',
      () => '/.env',
    ),
  },
);

/** A value that a header can have: no line break and no other control character. */
const headerText = hostileText.map((text) =>
  Buffer.from(text)
    .toString('latin1')
    // eslint-disable-next-line no-control-regex
    .replaceAll(/[\0-\x08\x0a-\x1f\x7f]/g, '')
    .slice(0, 2_000),
);

/** The same header more than once, and its name in whatever case. */
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
        ...['Bearer {token}, Bearer {token}', 'Bearer {token}\t', 'Basic {basic}', 'Basic', 'Basic !'],
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
        ...['accounts-browser=', 'accounts-browser="{browser}"', 'accounts-notice={browser}; =; ;;'],
        ...['accounts-browser={token}', 'accounts-browser=x; accounts-browser={browser}', '__proto__=1'],
        ...['accounts-notice=AAAA; accounts-browser={browser}', 'a'.repeat(8_000)],
      ),
    ),
  },
  { weight: 1, arbitrary: header('Cookie', headerText) },
);

const others: Arbitrary<readonly Header[]> = fc.oneof(
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
  header('X-Request-Id', headerText),
  header('If-None-Match', fc.oneof(fc.constant('*'), headerText)),
  header('Accept', headerText),
  header('Accept-Encoding', fc.constantFrom('gzip', 'br;q=1, *', '', 'gzip;q=x')),
  header('Range', fc.constantFrom('bytes=0-1', 'bytes=9999999-', 'bytes=-0,0-,5-1', 'x=1')),
  header('If-Match', fc.constantFrom('"x"', '*')),
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
  header(
    '__proto__',
    fc.constantFrom('x', '[object Object]'),
  ),
  header('Constructor', headerText),
  fc.nat(500).map((count) => Array.from({ length: count }, (_, i): Header => [`X-${i}`, ''])),
  fc.constant<readonly Header[]>([['X-Huge', 'x'.repeat(20_000)]]),
);

const methods = fc.constantFrom(
  ...['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'LOCK'],
  ...['PURGE', 'M-SEARCH', 'SEARCH', 'REPORT', 'SUBSCRIBE', 'LINK', 'SOURCE', 'MKCALENDAR', 'QUERY'],
);

function credentials({ path }: Route): Arbitrary<readonly Header[]> {
  if (path.startsWith('/api/')) return authorization;
  return path.startsWith('/oauth/') && !path.startsWith('/oauth/authorize') ? basic : session;
}

/** On the API a token may stand in the address, too. */
const tokenInQuery = fc.oneof(
  { weight: 20, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom('access_token={token}', 'access_token=x') },
);

function requestOf(route: Route): Arbitrary<HostileRequest> {
  return fc
    .record({
      method: fc.oneof(
        { weight: 30, arbitrary: fc.constant(route.method) },
        { weight: 1, arbitrary: methods },
      ),
      disguise: disguises,
      segment,
      query,
      token: route.path.startsWith('/api/') ? tokenInQuery : fc.constant(''),
      version: fc.oneof(
        { weight: 40, arbitrary: fc.constant('1.1' as const) },
        { weight: 1, arbitrary: fc.constant('1.0' as const) },
      ),
      credentials: credentials(route),
      others: fc.oneof(
        { weight: 3, arbitrary: none },
        {
          weight: 2,
          arbitrary: fc.array(others, { maxLength: 3 }).map((each) => each.flat()),
        },
      ),
      sent: hostileBody(route),
      isChunked: fc.oneof(
        { weight: 10, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
    })
    .map(({ method, disguise, segment, query, token, version, credentials, others, sent, ...rest }) => {
      const path = disguise(route.path.replace('{id}', () => segment)) + query;
      const separator = path.includes('?') ? '&' : '?';
      return {
        method,
        target: token ? path + separator + token : path,
        version,
        headers: [...credentials, ...sent.headers, ...others],
        body: sent.body,
        isChunked: rest.isChunked && version === '1.1',
      };
    });
}

/** What ends a token or makes passwords be hashed comes less often than what has a body to judge. */
function weightOf({ method, path, takes }: Route): number {
  if (/sign-|password|delete|token$|secret$|revoke$/.test(path) || method === 'DELETE') return 1;
  return takes === 'json' ? 40 : takes === 'form' ? 16 : 6;
}

/** A request to some route of the service, from `{name}` of the one who sends it. */
export const hostileRequest: Arbitrary<HostileRequest> = fc.oneof(
  ...[...documentedRoutes, ...pageRoutes].map((route) => ({
    weight: weightOf(route),
    arbitrary: requestOf(route),
  })),
);
