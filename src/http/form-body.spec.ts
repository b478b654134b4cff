import fc from 'fast-check';
import { formBody, formParameters, formType } from './form-body.js';
import { BodyNotUtf8Error, FormBodyRequiredError, InvalidRequestError } from './request.errors.js';

const type = 'application/x-www-form-urlencoded';
const read = (text: string) => ({ ...formBody(Buffer.from(text), type) });

describe('the type of a form', () => {
  it.each([type, `${type}; charset=utf-8`, `${type} ;charset=utf-8`, type.toUpperCase()])(
    'is %j',
    (text) => expect(formType.test(text)).toBe(true),
  );

  it.each([`${type}x`, `x${type}`, ` ${type}`, 'application/json', 'multipart/form-data', ''])(
    'is not %j',
    (text) => {
      expect(formType.test(text)).toBe(false);
      expect(() => formBody(Buffer.from('a=b'), text)).toThrow(FormBodyRequiredError);
    },
  );

  it('is needed', () => {
    expect(() => formBody(Buffer.from('a=b'), undefined)).toThrow(FormBodyRequiredError);
  });
});

describe('a form', () => {
  it('is decoded as browsers encode it', () => {
    expect(read('name=Ada+L%C3%B6w&empty=&bare&sum=1%2B1%3D2')).toEqual({
      name: 'Ada Löw',
      empty: '',
      bare: '',
      sum: '1+1=2',
    });
  });

  it('comes back as it was sent, whatever is in it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string({ unit: 'grapheme' })), (members) => {
        const text = new URLSearchParams(Object.entries(members)).toString();
        expect(read(text)).toEqual({ ...members });
      }),
    );
  });

  it('may be empty, or not there at all', () => {
    expect(read('')).toEqual({});
    expect({ ...formBody(undefined, type) }).toEqual({});
    expect({ ...formBody(null, type) }).toEqual({});
  });

  it('has no members of its own accord', () => {
    const form = formBody(Buffer.from('a=b'), type);
    expect(form.constructor).toBeUndefined();
    expect(form.toString).toBeUndefined();
    expect(formBody(Buffer.from('__proto__=x'), type)['__proto__']).toBe('x');
  });

  it('is refused when a member is there twice, which is named', () => {
    expect(() => read('a=1&b=2&a=1')).toThrow(InvalidRequestError);
    try {
      read('a=1&b=2&b=3');
    } catch (error) {
      expect((error as InvalidRequestError).params).toEqual({ parameter: 'b' });
    }
  });

  it('is refused when its bytes are not UTF-8', () => {
    expect(() => formBody(Buffer.from([0x61, 0x3d, 0xff]), type)).toThrow(BodyNotUtf8Error);
  });

  it.each(['gzip', 'br', 'identity, gzip', ''])('is refused when it is encoded: %j', (encoding) => {
    expect(() => formBody(Buffer.from('a=b'), type, encoding)).toThrow(FormBodyRequiredError);
  });

  it('may say that it is not encoded', () => {
    expect({ ...formBody(Buffer.from('a=b'), type, 'Identity') }).toEqual({ a: 'b' });
  });
});

describe('a form that a host has parsed', () => {
  it('is taken as it is', () => {
    expect({ ...formBody({ a: 'b', c: '' }, type) }).toEqual({ a: 'b', c: '' });
    expect({ ...formBody({ a: ['b'] }, type) }).toEqual({ a: 'b' });
  });

  it.each([{ a: ['b', 'c'] }, { a: { b: 'c' } }, { a: [{ b: 'c' }] }, { a: 1 }, { a: null }])(
    'is refused when a member is not one text: %j',
    (body) => expect(() => formBody(body, type)).toThrow(InvalidRequestError),
  );
});

describe('parameters', () => {
  it('are each there once', () => {
    const entries = [...new URLSearchParams('a=1&b=2')];
    expect({ ...formParameters(entries) }).toEqual({ a: '1', b: '2' });
    expect(() => formParameters([...entries, ['a', '3']])).toThrow(InvalidRequestError);
  });
});
