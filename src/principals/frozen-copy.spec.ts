import { frozenCopy } from './frozen-copy.js';

describe('What is frozen', () => {
  const row = {
    name: 'Ada',
    none: null,
    born: new Date(0),
    application: { scope: ['account:read'] },
  };
  const value = frozenCopy(row);

  it.each<[string, () => unknown]>([
    ['members', () => ((value as { name: string }).name = 'x')],
    ['more members', () => Object.assign(value, { more: 1 })],
    ['members of members', () => (value.application.scope = [])],
    ['lists', () => value.application.scope.push('account:write')],
  ])('does not let its %s be changed', (_, change) => {
    expect(change).toThrow(TypeError);
  });

  it('does not change with what it was made of', () => {
    row.born.setFullYear(1815);
    row.application.scope.push('account:write');
    expect(value.born).toEqual(new Date(0));
    expect(value.application.scope).toEqual(['account:read']);
  });

  it('is otherwise unchanged', () => {
    expect(value.born.toISOString()).toBe('1970-01-01T00:00:00.000Z');
    expect(value).toEqual({
      name: 'Ada',
      none: null,
      born: new Date(0),
      application: { scope: ['account:read'] },
    });
  });
});
