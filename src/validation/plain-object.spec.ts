import { BodyNotObjectError, BodyTooDeepError } from '../errors/error-registry.js';
import { plainObject } from './plain-object.js';

describe('an object that is walked', () => {
  describe('is nested no deeper than 32 levels', () => {
    const plain = (text: string) => plainObject(JSON.parse(text));
    const objects = (depth: number) => '{"a":'.repeat(depth - 1) + '{}' + '}'.repeat(depth - 1);
    const arrays = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

    it.each([
      ['objects', objects],
      ['arrays', arrays],
    ])('of %s', (_, nested) => {
      expect(() => plain(nested(32))).not.toThrow();
      expect(() => plain(nested(33))).toThrow(BodyTooDeepError);
    });

    it('beside shallow members too', () => {
      expect(() => plain(`{"x":1,"y":null,"a":${objects(32)},"z":[]}`)).toThrow(BodyTooDeepError);
      expect(() => plain(`{"x":1,"y":null,"a":${objects(31)},"z":[]}`)).not.toThrow();
    });

    it('and as deep as 100 kB can be without overflowing', () => {
      expect(() => plain(arrays(50_000))).toThrow(BodyTooDeepError);
    });
  });

  it('may be as wide as 100 kB can be', () => {
    const wide = JSON.stringify({ a: Array(30_000).fill({}) });
    expect(() => plainObject(JSON.parse(wide))).not.toThrow();
  });

  it('is copied with its texts, numbers, lists and nulls', () => {
    const value = { a: 'text', b: [1, true, { c: null }], d: { e: undefined } };
    const copied = plainObject(value);
    expect(copied).toEqual(value);
    expect(copied).not.toBe(value);
    expect((copied as typeof value).b).not.toBe(value.b);
  });

  it('loses every member that is called constructor', () => {
    const value = { constructor: 'x', a: [{ constructor: { b: 1 }, c: 2 }], d: { constructor: 3 } };
    expect(Object.entries(plainObject(value))).toEqual([
      ['a', [{ c: 2 }]],
      ['d', {}],
    ]);
  });

  it.each([[[]], [[{}]], ['text'], [1], [null], [undefined], [true]])('is not %j', (value) => {
    expect(() => plainObject(value)).toThrow(BodyNotObjectError);
  });
});
