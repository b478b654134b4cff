import { frozenCopy } from './frozen-copy.js';

describe('a frozen copy', () => {
  const row = {
    name: 'Ada',
    none: null,
    born: new Date(0),
    application: { scope: ['account:read'] },
  };
  const value = frozenCopy(row);

  it.each<[string, () => unknown]>([
    ['changing a member', () => ((value as { name: string }).name = 'x')],
    ['adding a member', () => Object.assign(value, { more: 1 })],
    ['changing a nested member', () => (value.application.scope = [])],
    ['changing a list', () => value.application.scope.push('account:write')],
  ])('prevents %s', (_, change) => {
    expect(change).toThrow(TypeError);
  });

  it('does not change with its original', () => {
    row.born.setFullYear(1815);
    row.application.scope.push('account:write');
    expect(value.born).toEqual(new Date(0));
    expect(value.application.scope).toEqual(['account:read']);
  });

  it('equals its original', () => {
    expect(value.born.toISOString()).toBe('1970-01-01T00:00:00.000Z');
    expect(value).toEqual({
      name: 'Ada',
      none: null,
      born: new Date(0),
      application: { scope: ['account:read'] },
    });
  });
});
