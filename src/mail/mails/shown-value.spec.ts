import { shownValue, withoutLinks } from './shown-value.js';

describe('a value shown in a mail', () => {
  it.each([
    ['  Ada \t\r\n Lovelace\0 ', 'Ada Lovelace'],
    ['Ada\u2028Bcc: x\u2029y\u0085z', 'Ada Bcc: x y z'],
    ['\u202eecalevoL\u202c \u2066Ada\u2069\u200f', 'ecalevoL Ada'],
    ['می‌خواهم', 'می‌خواهم'],
    ['👩‍👩‍👧', '👩‍👩‍👧'],
    ['', ''],
    ['\u202e\n', ''],
  ])('is on one line, without direction controls: %j', (value, shown) => {
    expect(shownValue(value, 64)).toBe(shown);
  });

  it('is cut to the maximum length without splitting a character', () => {
    expect(shownValue('abcde', 5)).toBe('abcde');
    expect(shownValue('abcdef', 5)).toBe('abcde…');
    expect(shownValue('abcd ef', 5)).toBe('abcd…');
    expect(shownValue('🔑'.repeat(5), 5)).toBe('🔑'.repeat(5));
    expect(shownValue('🔑'.repeat(6), 5)).toBe(`${'🔑'.repeat(5)}…`);
    expect(shownValue('👩‍👩‍👧'.repeat(9), 5)).toBe('👩‍👩‍👧…');
    expect(shownValue(`a${'\u0301'.repeat(10_000)}`, 5)).toBe('…');
    expect(shownValue('x'.repeat(1_000_000), 64)).toHaveLength(65);
  });

  it('has no link that a mail program detects, if a stranger chose it', () => {
    expect(withoutLinks('Win at https://evil.example/x now')).toBe(
      'Win at https:\u200b//evil.\u200bexample/x now',
    );
    expect(withoutLinks('J. R. R. Tolkien jr.')).toBe('J. R. R. Tolkien jr.');
  });
});
