import { normalizedTarget } from './request-target.js';

describe('the target of a request', () => {
  it.each([
    ['/%61ccounts/me', '/accounts/me'],
    ['/%41%5A%4f%7a%70%6F', '/AZOzpo'],
    ['/%30%39%2d%2E%5F%7e', '/09-._~'],
    ['/%61?access_token=%61', '/a?access_token=%61'],
    ['/%2561', '/%2561'],
    ['/a%2Fb%3f%23%25%20%40%5b%60%7b', '/a%2Fb%3f%23%25%20%40%5b%60%7b'],
    ['/%zz%', '/%zz%'],
    ['/%C3%A9', '/%C3%A9'],
    ['/accounts?a=%61', '/accounts?a=%61'],
    ['*', '*'],
  ])('%s is normalized to %s', (target, normalized) => {
    expect(normalizedTarget(target)).toBe(normalized);
  });

  it('has all unreserved characters decoded, and no others', () => {
    const unreserved = /[A-Za-z0-9._~-]/;
    for (let code = 0; code < 256; code++) {
      const escape = `%${code.toString(16).padStart(2, '0')}`;
      const character = String.fromCharCode(code);
      expect(normalizedTarget(`/${escape}`)).toBe(
        `/${unreserved.test(character) ? character : escape}`,
      );
    }
  });
});
