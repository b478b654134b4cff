import { RequestMethod } from '@nestjs/common';
import { Links } from './links.js';

describe('a link', () => {
  const href = (hostPrefix: string, basePath: string, ...segments: string[]) =>
    new Links(basePath, {
      getGlobalPrefix: () => hostPrefix,
      getGlobalPrefixOptions: () => ({}),
    }).self(...segments).self.href;

  it.each([
    ['', 'api', '/api/accounts/x'],
    ['v1', 'api', '/v1/api/accounts/x'],
    ['/v1/', 'api', '/v1/api/accounts/x'],
    ['/a/b', '/c/d/', '/a/b/c/d/accounts/x'],
    ['v1', '', '/v1/accounts/x'],
    ['', '', '/accounts/x'],
  ])('starts with the host’s prefix "%s" and the module’s base path "%s"', (host, own, path) => {
    expect(href(host, own, 'accounts', 'x')).toBe(path);
  });

  it('omits the host’s prefix if the host excludes its path', () => {
    const links = new Links('api', {
      getGlobalPrefix: () => 'v1',
      getGlobalPrefixOptions: () => ({
        exclude: [
          { path: '', pathRegex: /^\/api\/accounts\/x$/, requestMethod: RequestMethod.GET },
        ],
      }),
    });
    expect(links.self('accounts', 'x').self.href).toBe('/api/accounts/x');
    expect(links.self('accounts', 'y').self.href).toBe('/v1/api/accounts/y');
  });
});
