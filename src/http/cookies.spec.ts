import { cookiePath } from './cookies.js';

describe('the path in cookie names', () => {
  it('has a hyphen for each slash', () => {
    expect(cookiePath('/id/console')).toBe('-id-console');
  });

  it('differs for each path', () => {
    const paths = ['/a/b', '/a-b', '/a.b', '/a_b', '/a%2Db', '/a|b', '/a%7Cb', '/ab', '/a//b'];
    expect(new Set(paths.map(cookiePath)).size).toBe(paths.length);
    expect(paths.map(cookiePath).join('')).toMatch(/^[\w!#$%&'*+.^`|~-]+$/);
  });
});
