import { frozen } from './frozen.js';

describe('What is frozen', () => {
  const value = frozen({
    name: 'Ada',
    none: null,
    born: new Date(0),
    application: { scope: ['account:read'] },
  });

  it.each<[string, () => unknown]>([
    ['members', () => ((value as { name: string }).name = 'x')],
    ['more members', () => Object.assign(value, { more: 1 })],
    ['members of members', () => (value.application.scope = [])],
    ['lists', () => value.application.scope.push('account:write')],
  ])('does not let its %s be changed', (_, change) => {
    expect(change).toThrow(TypeError);
  });

  it('is what it was in every other way', () => {
    expect(value.born.toISOString()).toBe('1970-01-01T00:00:00.000Z');
    expect(value).toEqual({
      name: 'Ada',
      none: null,
      born: new Date(0),
      application: { scope: ['account:read'] },
    });
  });
});
