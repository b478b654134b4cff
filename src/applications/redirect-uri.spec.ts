import fc from 'fast-check';
import { certainlyReaches, hasResponseParameter, isRedirectUri } from './redirect-uri.js';

describe('a redirect URI', () => {
  it.each([
    'https://app.example/callback',
    'https://app.example',
    'https://app.example:8443/cb?x=y&z=%20',
    "https://app.example/a-b_c.d~e!$&'()*+,;=:@[1]",
    'HTTPS://APP.EXAMPLE/cb',
    'https://xn--bcher-kva.example/',
    'https://203.0.113.7/cb',
    'https://[2001:db8::1]/cb',
    'https://localhost/cb',
    'http://localhost/cb',
    'http://localhost:3000/cb',
    'http://127.0.0.1/cb',
    'http://127.0.0.1:51004/cb',
    'http://[::1]/cb',
    'http://[::1]:51004/cb',
    'com.example.app:/callback',
    'com.example.app://callback',
    'com.example.app:callback',
    'com.example.app:/callback?next=https:x',
  ])('may be %s', (uri) => {
    expect(isRedirectUri(uri)).toBe(true);
  });

  it.each([
    ['empty', ''],
    ['a path', '/callback'],
    ['without a scheme', 'app.example/callback'],
    ['relative to a scheme', '//app.example/callback'],
    ['with a fragment', 'https://app.example/callback#x'],
    ['with an empty fragment', 'https://app.example/callback#'],
    ['with a user', 'https://user@app.example/callback'],
    ['with a password', 'https://:password@app.example/callback'],
    ['on http outside loopback', 'http://app.example/callback'],
    ['on http at another loopback address', 'http://127.0.0.2/callback'],
    ['on http at a name that starts with localhost', 'http://localhost.example/callback'],
    ['on http at a name that ends with localhost', 'http://example.localhost/callback'],
    ['on http at 0.0.0.0', 'http://0.0.0.0/callback'],
    ['a javascript: URL', 'javascript:alert(1)'],
    ['a data: URL', 'data:text/html,x'],
    ['a file: URL', 'file:///etc/passwd'],
    ['of a scheme without a dot', 'myapp://callback'],
    ['of another protocol', 'ftp://app.example/callback'],
    ['a WebSocket URL', 'wss://app.example/callback'],
    ['without a host', 'https://'],
    ['with a wildcard host', 'https://*/callback'],
    ['with a wildcard subdomain', 'https://*.example.com/callback'],
    ['on a host with a semicolon, which would end a CSP directive', 'https://a;sandbox;x/callback'],
    ['on a host with a comma, which would end a CSP', 'https://a,b/callback'],
    ['on a host with a quote', "https://'none'/callback"],
    ['without slashes', 'https:app.example/callback'],
    ['without slashes, in capitals', 'HTTPS:app.example/callback'],
    ['with one slash', 'https:/app.example/callback'],
    ['with three slashes', 'https:///app.example/callback'],
    ['without slashes on loopback', 'http:localhost/callback'],
    ['with backslashes', 'https:\\\\app.example\\callback'],
    ['with a leading space', ' https://app.example/callback'],
    ['with a trailing space', 'https://app.example/callback '],
    ['with a space inside', 'https://app.example/call back'],
    ['with a line break', 'https://app.example/call\r\nback'],
    ['with a tab', 'https://app.example/\tcallback'],
    ['with NUL', 'https://app.example/\0'],
    ['with letters outside ASCII', 'https://bücher.example/callback'],
    ['with quotes', 'https://app.example/"'],
    ['with markup', 'https://app.example/<script>'],
    ['a template', 'https://{tenant}.example/callback'],
    ['with a port out of range', 'https://app.example:99999/callback'],
  ])('cannot be %s', (_, uri) => {
    expect(isRedirectUri(uri)).toBe(false);
  });

  it.each([
    undefined,
    null,
    1,
    true,
    {},
    [],
    ['https://app.example/'],
    new URL('https://app.example/'),
  ])('must be a string, not %p', (value) => {
    expect(isRedirectUri(value)).toBe(false);
  });

  it('has at most 2,000 characters', () => {
    const uri = 'https://app.example/';
    expect(isRedirectUri(uri.padEnd(2_000, 'x'))).toBe(true);
    expect(isRedirectUri(uri.padEnd(2_001, 'x'))).toBe(false);
  });

  it('contains only printable ASCII, safe in a Location header', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'https://',
        'http://',
        'localhost',
        'a.b:',
        '/',
        '#',
        '@',
        '?',
        '\n',
        'app.example',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const uri = pieces.join('');
        if (isRedirectUri(uri)) expect(uri).toMatch(/^[!-~]+$/);
      }),
      { numRuns: 1_000 },
    );
  });

  it('on the web must use https and have no fragment', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['https'] }), (uri) => {
        fc.pre(uri.length <= 2_000);
        expect(isRedirectUri(uri)).toBe(true);
        expect(isRedirectUri(uri + '#')).toBe(false);
        expect(isRedirectUri(uri.replace('https', 'http'))).toBe(false);
      }),
    );
  });
});

describe('a response parameter', () => {
  it.each([
    'https://app.example/cb?code=x',
    'https://app.example/cb?x=y&state',
    'https://app.example/cb?iss=',
    'https://app.example/cb?%65rror=x',
    'http://127.0.0.1?error_description=x',
    'com.example.app:cb?error_uri=x',
  ])('is found in %s', (uri) => {
    expect(hasResponseParameter(uri)).toBe(true);
  });

  it.each([
    'https://app.example/code=x',
    'https://app.example/cb?codes=x&mycode=y',
    'https://app.example/cb?CODE=x',
    'https://app.example/cb?x=code',
    'https://app.example/cb?x=y%26code=z',
    'com.example.app:cb',
  ])('is not found in %s', (uri) => {
    expect(hasResponseParameter(uri)).toBe(false);
  });
});

describe('a response to a redirect URI', () => {
  const confidential = { clientSecretHash: Buffer.from('hash') };
  const isPublic = { clientSecretHash: null };

  it.each([
    ['https://app.example/callback', true],
    ['https://localhost.example/callback', true],
    ['https://localhost/callback', false],
    ['https://127.0.0.1/callback', false],
    ['http://localhost:3000/callback', false],
    ['http://127.0.0.1:51004/callback', false],
    ['http://[::1]/callback', false],
    ['com.example.app:/callback', false],
  ])('at %s certainly reaches a public client: %s', (uri, expected) => {
    expect(certainlyReaches(isPublic, uri)).toBe(expected);
    expect(certainlyReaches(confidential, uri)).toBe(true);
  });
});
