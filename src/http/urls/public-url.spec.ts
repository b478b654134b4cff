import { RequestMethod } from '@nestjs/common';
import { isOrigin, isPublicUrl, PublicUrl } from './public-url.js';

const at = (publicUrl: string, mountPath = '', prefix = '') =>
  new PublicUrl(publicUrl, mountPath, {
    getGlobalPrefix: () => prefix,
    getGlobalPrefixOptions: () => ({}),
  });

describe('PublicUrl', () => {
  it.each([
    ['https://a.example', '', '', '', ''],
    ['https://a.example:8443', '', '', '', ''],
    ['https://a.example/base', '', '', '/base', '/base'],
    ['https://a.example/', 'mount', '', '', '/mount'],
    ['https://a.example', 'mount/deep', 'api', '', '/api/mount/deep'],
    ['https://a.example', '', '/api/', '', '/api'],
    ['https://a.example/base', 'mount', 'api', '/base', '/base/api/mount'],
  ])(
    'builds URLs for %s, mounted at %j below the global prefix %j',
    (publicUrl, mountPath, prefix, base, all) => {
      const address = at(publicUrl, mountPath, prefix);
      const { origin } = new URL(publicUrl);
      expect(address.path('/console')).toBe(`${all}/console`);
      expect(address.url('/console')).toBe(`${origin}${all}/console`);
      expect(address.issuer).toBe(`${origin}${all}`);
      expect(address.ofRequest('/arrived?a=b')).toBe(`${base}/arrived?a=b`);
    },
  );

  it('reads the global prefix when it is used, not when it is constructed', () => {
    let prefix = '';
    const address = new PublicUrl('https://a.example', '', {
      getGlobalPrefix: () => prefix,
      getGlobalPrefixOptions: () => ({}),
    });
    prefix = 'later';
    expect(address.path('/console')).toBe('/later/console');
  });

  it('omits the prefix for a path that the host excludes, with or without a query', () => {
    const address = new PublicUrl('https://a.example', 'mount', {
      getGlobalPrefix: () => 'api',
      getGlobalPrefixOptions: () => ({
        exclude: [{ path: '', pathRegex: /^\/mount\/console$/, requestMethod: RequestMethod.GET }],
      }),
    });
    expect(address.path('/console')).toBe('/mount/console');
    expect(address.path('/console?a=b')).toBe('/mount/console?a=b');
    expect(address.path('/other?a=b')).toBe('/api/mount/other?a=b');
  });

  it('is secure only with https', () => {
    expect(at('https://a.example').secure).toBe(true);
    expect(at('http://127.0.0.1:3000').secure).toBe(false);
  });
});

describe('isPublicUrl', () => {
  it.each(['https://a.example', 'http://127.0.0.1:3000', 'https://a.example/base', 'HTTPS://A.b/'])(
    'accepts %s',
    (url) => {
      expect(isPublicUrl(url)).toBe(true);
    },
  );

  it.each([
    '',
    'a.example',
    '/base',
    'ftp://a.example',
    'xhttps://a.example',
    'httpsx://a.example',
    'https://a.example/?a=b',
    'https://a.example/#part',
  ])('rejects %j', (url) => {
    expect(isPublicUrl(url)).toBe(false);
  });
});

describe('an origin', () => {
  it.each(['https://a.example', 'http://a.example:8080', 'http://127.0.0.1:3000', 'http://[::1]'])(
    'is a scheme and a host: %s',
    (text) => expect(isOrigin(text)).toBe(true),
  );

  it.each([
    ...['https://a.example/', 'https://a.example/x', 'https://a.example:443', 'https://A.example'],
    ...[
      'https://ä.example',
      'a.example',
      'null',
      '*',
      'https://*.a.example',
      '',
      'file://',
      'ftp://a.example',
    ],
    ...['https://u:p@a.example', 'https://a.example?x', 'https://a.example#x'],
  ])('is not accepted in another form: %s', (text) => expect(isOrigin(text)).toBe(false));
});
