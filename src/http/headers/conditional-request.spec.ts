import { PreconditionFailedError } from '../../errors/error-registry.js';
import { assertMatch, isConditional, isKnown, permitsChange } from './conditional-request.js';

const etag = '"a.1"';
const ifMatch = (value: string) => ({ headers: { 'if-match': value } });
const ifNoneMatch = (value: string) => ({ headers: { 'if-none-match': value } });

describe('a conditional request', () => {
  it.each([ifMatch('"x"'), ifNoneMatch('"x"'), ifMatch('')])('is detected with %j', (request) => {
    expect(isConditional(request)).toBe(true);
  });

  it('is not detected without a condition', () => {
    expect(isConditional({ headers: { etag } })).toBe(false);
  });

  it.each([etag, '*', `W/${etag}`, `"x", ${etag}`, `"x",W/${etag} , "y"`, `"a,b",${etag}`])(
    'matches If-None-Match: %s',
    (value) => {
      expect(isKnown(ifNoneMatch(value), etag)).toBe(true);
      expect(permitsChange(ifNoneMatch(value), etag)).toBe(false);
    },
  );

  it.each(['', '"x"', 'a.1', '"a.1', `"b, ${etag}, c"`, '"A.1"'])(
    'does not match If-None-Match: %s',
    (value) => {
      expect(isKnown(ifNoneMatch(value), etag)).toBe(false);
      expect(permitsChange(ifNoneMatch(value), etag)).toBe(true);
    },
  );

  it.each([etag, '*', `"x", ${etag}`, ` ${etag} ,"y"`])(
    'permits a change with If-Match: %s',
    (value) => {
      expect(permitsChange(ifMatch(value), etag)).toBe(true);
    },
  );

  it.each(['', '"x"', `W/${etag}`, 'a.1', `"b, ${etag}, c"`])(
    'forbids a change with If-Match: %s',
    (value) => {
      expect(permitsChange(ifMatch(value), etag)).toBe(false);
    },
  );

  it('treats W/ as weak only before a tag, not within one', () => {
    expect(isKnown(ifNoneMatch('"aW/b"'), '"aW/b"')).toBe(true);
    expect(isKnown(ifNoneMatch('"aW/b"'), '"ab"')).toBe(false);
  });

  it('permits a change without a condition, and checks both if there are two', () => {
    const both = { ...ifMatch(etag).headers, ...ifNoneMatch(etag).headers };
    expect(permitsChange({ headers: {} }, etag)).toBe(true);
    expect(permitsChange({ headers: both }, etag)).toBe(false);
  });

  it('permits a read if If-Match matches or is absent', () => {
    expect(() => assertMatch(ifMatch(etag), etag)).not.toThrow();
    expect(() => assertMatch(ifNoneMatch(etag), etag)).not.toThrow();
    expect(() => assertMatch(ifMatch('"a.0"'), etag)).toThrow(PreconditionFailedError);
    expect(() => assertMatch(ifMatch(''), etag)).toThrow(PreconditionFailedError);
  });
});
