import fc, { type Arbitrary } from 'fast-check';
import type { Route } from '../routes.js';
import { hostileName, hostileText } from './hostile-text.arbitrary.js';

// Buffer replaces lone surrogates, which encodeURIComponent rejects.
const percentEncoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());

const segment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('me', '{spare}') },
  { weight: 2, arbitrary: fc.constantFrom('{account}', '{client}', '{stranger}', '{session}') },
  { weight: 1, arbitrary: fc.constant('{application}') },
  { weight: 2, arbitrary: hostileText.map(percentEncoded) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        ...['%00', 'me%00', '%zz', '%', '%c0%ae', '%ff'],
        ...['%2e%2e', '..', '.', '%2f', 'me%2f', '%5c'],
        ...['me;a=b', 'ME', 'me ', 'a'.repeat(24)],
        ...['0'.repeat(10_000), '%F0%9F%92%A9', '$', '*'],
        ':id',
      )
      .map((text) => text.replaceAll(' ', '%20')),
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
      ...['?', '??', '?&', '?%', '?%zz=%00'],
      ...['?__proto__[polluted]=yes', '?a[b][c]=d'],
      '?a[]=1&a=2',
      ...['?constructor[prototype][polluted]=yes', '?return_to=//evil.example', '?return_to[]=/'],
      '?return_to=/console/account&return_to=x',
      '?return_to=%2Foauth%2Fauthorize%3Fclient_id%3Dx',
      ...['?x=\\', '?x="<>', '?x={}|^`', `?${'a=1&'.repeat(2_000)}`],
      ...['?access_token', '?access_token='],
    ),
  },
);

/** Mostly the path itself, sometimes a path that a router may confuse with it, or an unrelated one. */
const disguise = fc.oneof(
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

/** The query parameter that also passes a token to the API. */
const tokenInQuery = fc.oneof(
  { weight: 20, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom('access_token={token}', 'access_token=x') },
);

/** A request target (RFC 9112 section 3.2) for a route. */
export function hostileTarget(route: Route): Arbitrary<string> {
  const token = route.path.startsWith('/api/') ? tokenInQuery : fc.constant('');
  return fc.tuple(segment, disguise, query, token).map(([id, disguised, search, parameter]) => {
    const target = disguised(route.path.replace('{id}', () => id)) + search;
    if (!parameter) return target;
    return `${target}${target.includes('?') ? '&' : '?'}${parameter}`;
  });
}
