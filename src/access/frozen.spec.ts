import { frozen } from './frozen.js';

describe('What is frozen', () => {
  const value = frozen({
    name: 'Ada',
    born: new Date(0),
    none: null,
    application: { scope: ['account:read'], at: new Date(1) },
  });

  it.each<[string, () => unknown]>([
    ['members', () => ((value as { name: string }).name = 'x')],
    ['more members', () => Object.assign(value, { more: 1 })],
    ['members of members', () => (value.application.scope = [])],
    ['lists', () => value.application.scope.push('account:write')],
    ['dates', () => value.born.setFullYear(1815)],
    ['dates of members', () => value.application.at.setTime(5)],
    ['prototypes of dates', () => Object.setPrototypeOf(value.born, Date.prototype)],
  ])('does not let its %s be changed', (_, change) => {
    expect(change).toThrow(TypeError);
  });

  it('is what it was in every other way', () => {
    expect(value.born).toBeInstanceOf(Date);
    expect(value.born.toISOString()).toBe('1970-01-01T00:00:00.000Z');
    expect(new Date(value.born).setTime(5)).toBe(5);
    expect(JSON.parse(JSON.stringify(value))).toEqual({
      name: 'Ada',
      born: '1970-01-01T00:00:00.000Z',
      none: null,
      application: { scope: ['account:read'], at: '1970-01-01T00:00:00.001Z' },
    });
  });
});
