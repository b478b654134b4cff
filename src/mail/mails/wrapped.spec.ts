import { wrapped } from './wrapped.js';

describe('lines of plain text', () => {
  it('have at most 76 characters, and lose no text', () => {
    const text = Array.from({ length: 60 }, (_, i) => 'ä'.repeat((i % 12) + 1)).join(' ');
    const lines = wrapped(text).split('\n');
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(76);
    expect(lines.join(' ')).toBe(text);
  });

  it('are as long as possible', () => {
    expect(wrapped(`${'a'.repeat(70)} ${'b'.repeat(5)} c`)).toBe(
      `${'a'.repeat(70)} ${'b'.repeat(5)}\nc`,
    );
    expect(wrapped(`${'🔑'.repeat(70)} ${'b'.repeat(5)}`)).not.toContain('\n');
  });

  it('are not broken in a script without spaces', () => {
    const text = `${'あ'.repeat(100)} い`;
    expect(wrapped(text)).toBe(`${'あ'.repeat(100)}\nい`);
    expect(wrapped('')).toBe('');
  });

  it('are not broken inside a value with its own direction', () => {
    const value = '\u2068Ada Countess of Lovelace\u2069';
    const text = `${'א'.repeat(60)} ${value} ב ${value} ג`;
    expect(wrapped(text)).toBe(`${'א'.repeat(60)}\n${value} ב ${value} ג`);
  });
});
