import { BodyNotObjectError, BodyTooDeepError } from '../errors/error-registry.js';
import { plainObject } from './plain-object.js';

describe('a plain object', () => {
  describe('with nested values', () => {
    const plain = (text: string) => plainObject(JSON.parse(text));
    const objects = (depth: number) => '{"a":'.repeat(depth - 1) + '{}' + '}'.repeat(depth - 1);
    const arrays = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

    it.each([
      ['objects', objects],
      ['arrays', arrays],
    ])('has at most 32 levels of %s', (_, nested) => {
      expect(() => plain(nested(32))).not.toThrow();
      expect(() => plain(nested(33))).toThrow(BodyTooDeepError);
    });

    it('has at most 32 levels next to shallow members', () => {
      expect(() => plain(`{"x":1,"y":null,"a":${objects(32)},"z":[]}`)).toThrow(BodyTooDeepError);
      expect(() => plain(`{"x":1,"y":null,"a":${objects(31)},"z":[]}`)).not.toThrow();
    });

    it('rejects 50,000 levels without a stack overflow', () => {
      expect(() => plain(arrays(50_000))).toThrow(BodyTooDeepError);
    });
  });

  it('may contain as many objects as fit into 100 kB', () => {
    const wide = JSON.stringify({ a: Array(30_000).fill({}) });
    expect(() => plainObject(JSON.parse(wide))).not.toThrow();
  });

  it('is copied deeply, with texts, numbers, lists and nulls', () => {
    const value = { a: 'text', b: [1, true, { c: null }], d: { e: undefined } };
    const copied = plainObject(value);
    expect(copied).toEqual(value);
    expect(copied).not.toBe(value);
    expect((copied as typeof value).b).not.toBe(value.b);
  });

  it('loses every member named constructor', () => {
    const value = { constructor: 'x', a: [{ constructor: { b: 1 }, c: 2 }], d: { constructor: 3 } };
    expect(Object.entries(plainObject(value))).toEqual([
      ['a', [{ c: 2 }]],
      ['d', {}],
    ]);
  });

  it.each([[[]], [[{}]], ['text'], [1], [null], [undefined], [true]])('must not be %j', (value) => {
    expect(() => plainObject(value)).toThrow(BodyNotObjectError);
  });
});
