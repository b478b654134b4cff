import { isSitePath, toRelative, toSitePath } from './operator-site.js';

describe('the URL of an operator page', () => {
  it.each([
    ['/operator/pages', '/accounts', 'pages/accounts'],
    ['/operator/pages?x=/a/b', '/accounts', 'pages/accounts'],
    ['/operator/pages/', '/accounts', './accounts'],
    ['/operator/pages/accounts', '/accounts/1', './accounts/1'],
    ['/operator/pages/accounts/', '/tokens', '../tokens'],
    ['/operator/pages/accounts/1', '/accounts', '../accounts'],
    ['/operator/pages/subscriptions/mail/events/1/retry', '/tokens', '../../../../tokens'],
    ['/v1/accounts/operator/pages/accounts/1', '/audit?account=1', '../audit?account=1'],
    ['/operator/pages/accounts/1', '/console', '../accounts'],
    ['/operator/pages/accounts/1', '/console/sign-out', '../sign-out'],
    ['/operator/pages/accounts/1', '/console/assets/console.css', '../assets/console.css'],
  ])('on %s to %s is %s', (url, path, expected) => {
    const link = toRelative(url, path);
    expect(link).toBe(expected);
    // A proxy may serve the pages below any path.
    for (const prefix of ['', '/behind/a/proxy']) {
      const { pathname } = new URL(link, `https://host.invalid${prefix}${url}`);
      const [own] = path.replace(/^\/console(?=\/)/, '').split('?');
      expect(pathname.startsWith(prefix)).toBe(true);
      expect(pathname.endsWith(`/operator/pages${own === '/console' ? '/accounts' : own}`)).toBe(
        true,
      );
    }
  });

  it('has no prefix when it is the page after the sign-in', () => {
    expect(toSitePath('/v1/operator/pages/audit?event=x')).toBe('/audit?event=x');
  });

  it.each(['/accounts', '/accounts/1/suspend', '/audit?account=a%40b.example&event='])(
    'is accepted as the page after the sign-in: %s',
    (path) => {
      expect(isSitePath(path)).toBe(true);
    },
  );

  it.each([
    ...['', 'accounts', '//evil.example', '/\\evil.example', '/a\\evil', '/a/../..//evil.example'],
    ...[
      'https://evil.example',
      'javascript:alert(1)',
      '/a\n/b',
      '/a#b',
      '/ a',
      `/a${'x'.repeat(5_000)}`,
    ],
  ])('is not accepted as the page after the sign-in: %j', (path) => {
    expect(isSitePath(path)).toBe(false);
  });
});
