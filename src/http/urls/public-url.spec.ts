import { RequestMethod } from '@nestjs/common';
import { isPublicUrl, PublicUrl } from './public-url.js';

const at = (publicUrl: string, mountPath = '', prefix = '') =>
  new PublicUrl(publicUrl, mountPath, {
    getGlobalPrefix: () => prefix,
    getGlobalPrefixOptions: () => ({}),
  });

describe('public address', () => {
  it.each([
    ['https://a.example', '', '', '', ''],
    ['https://a.example:8443', '', '', '', ''],
    ['https://a.example/base', '', '', '/base', '/base'],
    ['https://a.example/', 'mount', '', '', '/mount'],
    ['https://a.example', 'mount/deep', 'api', '', '/api/mount/deep'],
    ['https://a.example', '', '/api/', '', '/api'],
    ['https://a.example/base', 'mount', 'api', '/base', '/base/api/mount'],
  ])('of %s, mounted at %j below %j', (publicUrl, mountPath, prefix, base, all) => {
    const address = at(publicUrl, mountPath, prefix);
    const { origin } = new URL(publicUrl);
    expect(address.path('/console')).toBe(`${all}/console`);
    expect(address.url('/console')).toBe(`${origin}${all}/console`);
    expect(address.issuer).toBe(`${origin}${all}`);
    expect(address.ofRequest('/arrived?a=b')).toBe(`${base}/arrived?a=b`);
  });

  it('begins with the prefix of the host as it is at the time, not as it was', () => {
    let prefix = '';
    const address = new PublicUrl('https://a.example', '', {
      getGlobalPrefix: () => prefix,
      getGlobalPrefixOptions: () => ({}),
    });
    prefix = 'later';
    expect(address.path('/console')).toBe('/later/console');
  });

  it('has no prefix before a path that the host excludes, whatever is asked there', () => {
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

  it('is secure on https alone', () => {
    expect(at('https://a.example').secure).toBe(true);
    expect(at('http://127.0.0.1:3000').secure).toBe(false);
  });
});

describe('a public URL', () => {
  it.each(['https://a.example', 'http://127.0.0.1:3000', 'https://a.example/base', 'HTTPS://A.b/'])(
    'may be %s',
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
  ])('is not %j', (url) => {
    expect(isPublicUrl(url)).toBe(false);
  });
});
