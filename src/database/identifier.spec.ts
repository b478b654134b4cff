import { isIdentifier, newIdentifier } from './identifier.js';

describe('identifier', () => {
  it('has 24 letters and digits', () => {
    expect(newIdentifier()).toMatch(/^[0-9A-Za-z]{24}$/);
  });

  it('is never the same twice', () => {
    expect(new Set(Array.from({ length: 1_000 }, newIdentifier)).size).toBe(1_000);
  });

  it('is recognised as an identifier', () => {
    for (let i = 0; i < 100; i++) expect(isIdentifier(newIdentifier())).toBe(true);
    expect(isIdentifier('0123456789ABCxyzABCxyz09')).toBe(true);
  });

  it.each([
    ['no characters', ''],
    ['one character too few', 'A'.repeat(23)],
    ['one character too many', 'A'.repeat(25)],
    ['a hyphen', 'A'.repeat(23) + '-'],
    ['an underscore', '_' + 'A'.repeat(23)],
    ['a line break at the end', 'A'.repeat(24) + '\n'],
    ['a letter outside ASCII', 'é' + 'A'.repeat(23)],
    ['a digit of another script', '٣' + 'A'.repeat(23)],
    ['only the word me', 'me'],
  ])('is not recognised with %s', (_, text) => {
    expect(isIdentifier(text)).toBe(false);
  });
});
