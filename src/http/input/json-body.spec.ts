import fc from 'fast-check';
import { isWithoutContent, jsonBody, jsonType } from './json-body.js';
import {
  BodyNotObjectError,
  BodyNotUtf8Error,
  MalformedJsonError,
  ContentEncodingUnsupportedError,
  UnsupportedMediaTypeError,
} from '../../errors/error-registry.js';

const json = 'application/json';
const read = (text: string | Uint8Array, type: string | undefined = json) =>
  jsonBody(Buffer.from(text as Uint8Array), type);

describe('the media type of a body', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json ; charset=utf-8',
    'application/json\t;',
    'application/ld+json',
    'application/vnd.api+json; version=1',
    'application/a.b-c_d!#$&^+json',
    'application/json; anything',
  ])('may be %s', (type) => {
    expect(read('{}', type)).toEqual({});
    expect(jsonType.test(type)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'json',
    'text/json',
    'text/plain',
    'application/jsonp',
    'application/json5',
    'application/xml',
    'application/+json',
    'application/x json',
    'application/json+xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=application/json',
    'application/json, text/plain',
    ' application/json',
    'xapplication/json',
  ])('must not be %s', (type) => {
    expect(() => jsonBody(Buffer.from('{}'), type)).toThrow(UnsupportedMediaTypeError);
    expect(() => jsonBody({}, type)).toThrow(UnsupportedMediaTypeError);
  });

  it('is checked before the body', () => {
    expect(() => read('{', 'text/plain')).toThrow(UnsupportedMediaTypeError);
  });
});

describe('the charset of a body', () => {
  const latin1 = Buffer.from('{"name":"é"}', 'latin1');

  it('defaults to UTF-8', () => {
    expect(read('{"name":"é"}')).toEqual({ name: 'é' });
    expect(() => read(latin1)).toThrow(BodyNotUtf8Error);
  });

  it.each([
    'charset=iso-8859-1',
    'charset="iso-8859-1"',
    'CHARSET=ISO-8859-1',
    ' charset = "latin1" ; x=y',
    'x=y;charset=latin1',
    'charset=latin1;x=y',
  ])('is read from the parameters "%s"', (parameter) => {
    expect(read(latin1, `${json};${parameter}`)).toEqual({ name: 'é' });
  });

  it.each(['xcharset=latin1', 'x="charset=latin1"', 'charset=', 'x=y'])(
    'is not read from the parameters "%s"',
    (parameter) => {
      expect(read('{"name":"é"}', `${json};${parameter}`)).toEqual({ name: 'é' });
    },
  );

  it('may be UTF-16', () => {
    expect(read(Buffer.from('{"name":"é"}', 'utf16le'), `${json};charset=utf-16le`)).toEqual({
      name: 'é',
    });
  });

  it('must be supported', () => {
    expect(() => read('{}', `${json};charset=klingon`)).toThrow(UnsupportedMediaTypeError);
    expect(() => read('{}', `${json};charset=utf-7`)).toThrow(UnsupportedMediaTypeError);
  });

  it.each([
    ['an invalid byte', [0xff]],
    ['a truncated character', [0xc3]],
    ['a lone surrogate', [0xed, 0xa0, 0x80]],
    ['an overlong encoding', [0xc0, 0xaf]],
  ])('does not allow %s in UTF-8', (_, bytes) => {
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);
    expect(() => read(body)).toThrow(BodyNotUtf8Error);
  });

  it('allows a byte order mark', () => {
    expect(read('\ufeff{"a":1}')).toEqual({ a: 1 });
  });
});

describe('the content encoding of a body', () => {
  const bytes = Buffer.from('{"a":1}');

  it.each([undefined, 'identity', 'Identity'])('may be absent or identity: %s', (encoding) => {
    expect(jsonBody(bytes, json, encoding)).toEqual({ a: 1 });
  });

  it.each(['gzip', 'br', 'identity, gzip', ''])(
    'must not be %j if the host has not parsed the body',
    (encoding) => {
      expect(() => jsonBody(bytes, json, encoding)).toThrow(ContentEncodingUnsupportedError);
      expect(() => jsonBody(undefined, json, encoding)).toThrow(ContentEncodingUnsupportedError);
    },
  );

  it('is ignored if the host has parsed the body', () => {
    expect(jsonBody({ a: 1 }, json, 'gzip')).toEqual({ a: 1 });
    expect(() => jsonBody(null, json, 'gzip')).toThrow(BodyNotObjectError);
  });
});

describe('a JSON body', () => {
  it('equals the result of JSON.parse', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 }));
    fc.assert(
      fc.property(object, (value) => {
        const text = JSON.stringify(value);
        expect(read(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    '',
    ' ',
    '{',
    '{"a":1',
    '{"a":1}}',
    "{'a':1}",
    '{"a":NaN}',
    '{a:1}',
    'undefined',
    '{"a":1,}',
  ])('must not be malformed: "%s"', (text) => {
    expect(() => read(text)).toThrow(MalformedJsonError);
  });

  it.each(['[]', '[{}]', '"text"', '1', 'null', 'true'])('must be an object, not %s', (text) => {
    expect(() => read(text)).toThrow(BodyNotObjectError);
  });

  it('yields an object or a client error for any bytes', () => {
    const faults = [MalformedJsonError, BodyNotObjectError, BodyNotUtf8Error];
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.json().map(Buffer.from)), (bytes) => {
        try {
          expect(Array.isArray(read(bytes))).toBe(false);
        } catch (error) {
          expect(faults).toContain((error as Error).constructor);
        }
      }),
    );
  });

  it('may have been parsed by the host already', () => {
    const body = { a: [1] };
    expect(jsonBody(body, json)).toBe(body);
    expect(() => jsonBody([], json)).toThrow(BodyNotObjectError);
    expect(() => jsonBody('text', json)).toThrow(BodyNotObjectError);
    expect(() => jsonBody(null, json)).toThrow(BodyNotObjectError);
    expect(() => jsonBody(undefined, json)).toThrow(MalformedJsonError);
  });
});

describe('isWithoutContent', () => {
  it.each([
    ['a body of no bytes', Buffer.alloc(0), { 'content-length': '5' }, true],
    ['a body of bytes', Buffer.from('{}'), {}, false],
    ['no body and no headers', undefined, {}, true],
    ['Content-Length 0', undefined, { 'content-length': '0' }, true],
    ['another Content-Length', undefined, { 'content-length': '2' }, false],
    ['chunked encoding', undefined, { 'transfer-encoding': 'chunked' }, false],
    [
      'chunked encoding and a parsed body',
      {},
      { 'transfer-encoding': 'chunked', 'content-length': '0' },
      false,
    ],
  ])('classifies a request with %s', (_, body, headers, isWithout) => {
    expect(isWithoutContent(body, headers)).toBe(isWithout);
  });
});
