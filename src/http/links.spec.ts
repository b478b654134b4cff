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
    ['/a/b', 'c/d', '/a/b/c/d/accounts/x'],
    ['v1', '', '/v1/accounts/x'],
    ['', '', '/accounts/x'],
  ])('stands below the host’s prefix "%s" and the module’s own "%s"', (host, own, path) => {
    expect(href(host, own, 'accounts', 'x')).toBe(path);
  });
});
