import { asPrefix, isPlainPath, joinedPath } from './joined-path.js';

describe('a joined path', () => {
  it.each([
    [['a', 'b'], 'a/b'],
    [['/a/', '/b/'], 'a/b'],
    [['//a//', 'b/c'], 'a/b/c'],
    [['', 'a', undefined, '/', 'b'], 'a/b'],
    [[undefined], ''],
    [['///'], ''],
    [[], ''],
  ])('of %j is "%s"', (paths, joined) => {
    expect(joinedPath(...paths)).toBe(joined);
  });

  it('leaves the inside of a path unchanged', () => {
    expect(joinedPath('/a//b/')).toBe('a//b');
    expect(joinedPath('a b', '?c')).toBe('a b/?c');
  });
});

describe('a plain path', () => {
  it.each(['', 'a', 'api/v1', 'a-b_c.d~e', '...', '.well-known/x', 'a..b', 'A9'])(
    'may be "%s"',
    (path) => {
      expect(isPlainPath(path)).toBe(true);
    },
  );

  it.each(['/', 'a/', '/a', 'a//b', '.', '..', 'a/../b', './a', 'a b', 'a?b', 'a#b', 'a%2fb', 'é'])(
    'cannot be "%s", which a URL would change',
    (path) => {
      expect(isPlainPath(path)).toBe(false);
    },
  );

  it.each(['ok/:id', '*wild', 'a{b}', 'a(b)', '\\', 'a;b'])(
    'has no router syntax, as in "%s"',
    (path) => {
      expect(isPlainPath(path)).toBe(false);
    },
  );
});

describe('a prefix', () => {
  it.each([
    ['', ''],
    ['/', ''],
    ['a/b/', '/a/b'],
    ['/a', '/a'],
  ])('of "%s" is "%s"', (path, prefix) => {
    expect(asPrefix(path)).toBe(prefix);
  });
});
