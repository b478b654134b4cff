import { readIdempotencyKey } from './idempotency-key.js';
import { IdempotencyKeyInvalidError } from '../../errors/error-registry.js';

const read = (value?: string) => readIdempotencyKey({ headers: { 'idempotency-key': value } });

describe('an idempotency key', () => {
  it('is optional', () => {
    expect(read()).toBeUndefined();
  });

  it.each([
    'a',
    '!~',
    'x'.repeat(255),
    '8e03978e-40d5-43e8-bc93-6894a57f9324',
    '"',
    'a"b',
    'a\\',
    'a"b"',
    '"a"b',
  ])('is used as sent: %s', (value) => expect(read(value)).toBe(value));

  it.each([
    ['"abc"', 'abc'],
    [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
    ['"a\\"b"', 'a"b'],
    ['"a\\\\b"', 'a\\b'],
  ])('may be quoted: %s', (value, key) => expect(read(value)).toBe(key));

  it.each(['', '""', 'a b', '"a b"', 'x'.repeat(256), 'ä', 'a\tb', 'a, b', '"\\x"x y'])(
    'must have 1 to 255 visible ASCII characters: %s',
    (value) => expect(() => read(value)).toThrow(IdempotencyKeyInvalidError),
  );
});
