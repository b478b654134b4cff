import { formEntries, formParameters } from './form-body.js';
import {
  BodyNotUtf8Error,
  FormBodyRequiredError,
  InvalidRequestError,
} from '../../errors/error-registry.js';

const type = 'application/x-www-form-urlencoded';

describe('a form', () => {
  const read = (body: unknown) => ({ ...formParameters(formEntries(body, type)) });

  it('is parsed from bytes', () => {
    expect(read(Buffer.from('a=b+c&d=%C3%A9&e='))).toEqual({ a: 'b c', d: 'é', e: '' });
    expect(read(Buffer.alloc(0))).toEqual({});
  });

  it('may have been parsed by the host already', () => {
    expect(read({ a: 'b', c: '' })).toEqual({ a: 'b', c: '' });
    expect(read(undefined)).toEqual({});
    expect(read({ a: ['b'] })).toEqual({ a: 'b' });
  });

  it('is rejected if a parameter is repeated, whether or not the host parsed it', () => {
    for (const body of [Buffer.from('a=b&a=b'), Buffer.from('a=&a='), { a: ['b', 'b'] }]) {
      expect(() => read(body)).toThrow(new InvalidRequestError('a'));
    }
  });

  it('is rejected if the host has parsed a value to anything but text', () => {
    for (const value of [{ b: 'c' }, [['b']], [{ b: 'c' }], 1, null, true]) {
      expect(() => read({ a: value })).toThrow(new InvalidRequestError('a'));
    }
  });

  it('keeps parameters named like members of Object.prototype', () => {
    const parameters = formParameters(
      formEntries(Buffer.from('__proto__=a&constructor=b&hasOwnProperty=c'), type),
    );
    expect(Object.entries(parameters)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['hasOwnProperty', 'c'],
    ]);
    expect(parameters.toString).toBeUndefined();
  });

  it('is rejected if it is compressed or not UTF-8', () => {
    expect(() => read(Buffer.from([0x61, 0x3d, 0xff]))).toThrow(BodyNotUtf8Error);
    expect(() => formEntries(Buffer.from('a=b'), type, 'gzip')).toThrow(FormBodyRequiredError);
  });

  it('is rejected with another media type', () => {
    for (const other of [undefined, '', 'application/json', `${type}x`, `x${type}`]) {
      expect(() => formEntries(Buffer.from('a=b'), other)).toThrow(FormBodyRequiredError);
    }
  });
});
