import fc from 'fast-check';
import { base62, randomText } from './random-text.js';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Decodes the text of {@link base62}. */
function decode(text: string): number {
  return [...text].reduce((value, character) => value * 62 + alphabet.indexOf(character), 0);
}

describe('random text', () => {
  it('has exactly the requested length', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), (length) => {
        expect(randomText(length)).toHaveLength(length);
      }),
    );
  });

  it('consists of ASCII letters and digits, all equally likely', () => {
    const draws = 620_000;
    const counts = new Map<string, number>();
    for (const character of randomText(draws)) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([...alphabet].sort());
    // Using all 256 byte values would favour the first eight characters by a quarter: 12,100 to 12,500.
    for (const count of counts.values()) {
      expect(count).toBeGreaterThan(9_300);
      expect(count).toBeLessThan(10_700);
    }
  });

  it('is never the same twice', () => {
    const texts = new Set(Array.from({ length: 1_000 }, () => randomText(24)));
    expect(texts.size).toBe(1_000);
  });
});

describe('base62', () => {
  it('orders digits before upper-case before lower-case letters', () => {
    expect(Array.from(alphabet, (_, value) => base62(value, 1)).join('')).toBe(alphabet);
  });

  it('puts the most significant digit first', () => {
    expect(base62(62, 2)).toBe('10');
    expect(base62(61 * 62 + 1, 2)).toBe('z1');
  });

  it('pads to the length with zeros', () => {
    expect(base62(0, 6)).toBe('000000');
    expect(base62(35, 6)).toBe('00000Z');
  });

  it('encodes every 32-bit number in six characters', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffff_ffff }), (value) => {
        const text = base62(value, 6);
        expect(text).toMatch(/^[0-9A-Za-z]{6}$/);
        expect(decode(text)).toBe(value);
      }),
    );
  });
});
