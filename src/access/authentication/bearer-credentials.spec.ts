import { TokenConflictError } from '../../errors/error-registry.js';
import { BearerCredentials, type PresentingRequest } from './bearer-credentials.js';

const presented = (request: PresentingRequest) => {
  const { headers, query } = new BearerCredentials(request);
  return headers.authorization ?? query.access_token;
};
const inHeader = (authorization: string) =>
  presented({ headers: { authorization }, url: '/accounts/me' });
const inAddress = (url: string) => presented({ headers: {}, url });

describe('the token of a request', () => {
  it.each(['Bearer abc', 'bearer abc', 'BEARER abc', 'Bearer    abc'])(
    'is in the header: %s',
    (authorization) => {
      expect(inHeader(authorization)).toBe('Bearer abc');
    },
  );

  it('is all that follows the scheme, so that a malformed token is refused as a token', () => {
    expect(inHeader('Bearer a b, c')).toBe('Bearer a b, c');
  });

  it.each(['', 'Bearer', 'Bearer ', 'Bearerabc', 'Basic abc', 'Basic Bearer abc', 'xBearer abc'])(
    'is not in the header "%s"',
    (authorization) => {
      expect(inHeader(authorization)).toBeUndefined();
    },
  );

  it.each([
    '/accounts/me?access_token=abc',
    '?access_token=abc',
    '/?a=b&access_token=abc&c=d',
    '/?access_token=%61bc',
    '/?access_token=&access_token=abc',
  ])('is in the address: %s', (url) => {
    expect(inAddress(url)).toBe('abc');
  });

  it.each([
    '/accounts/me',
    '/access_token=abc',
    '/a&access_token=abc',
    'access_token=abc',
    '/?',
    '/?access_token',
    '/?access_token=',
    '/?Access_Token=abc',
    '/?a=?access_token=abc',
  ])('is not in the address %s', (url) => {
    expect(inAddress(url)).toBeUndefined();
  });

  it('is in the header where the URL has an empty one, and the other way round', () => {
    const headers = { authorization: 'Bearer abc' };
    expect(presented({ headers, url: '/?access_token=' })).toBe('Bearer abc');
    expect(presented({ headers: { authorization: 'Bearer' }, url: '/?access_token=abc' })).toBe(
      'abc',
    );
  });

  it('is a conflict when there are two, be they the same (RFC 6750 section 2)', () => {
    const headers = { authorization: 'Bearer abc' };
    expect(() => presented({ headers, url: '/?access_token=abc' })).toThrow(TokenConflictError);
    expect(() => inAddress('/?access_token=abc&access_token=abc')).toThrow(TokenConflictError);
    expect(() => inAddress('/?access_token=abc&access_token=def')).toThrow(TokenConflictError);
  });

  it.each([
    ['the same', ['Authorization', 'Bearer abc', 'authorization', 'Bearer abc']],
    ['others', ['authorization', 'Bearer abc', 'Host', 'localhost', 'AUTHORIZATION', 'Basic x']],
  ])('is a conflict when there are two headers for it, be they %s', (_, rawHeaders) => {
    const headers = { authorization: 'Bearer abc' };
    expect(() => presented({ headers, url: '/', rawHeaders })).toThrow(TokenConflictError);
    expect(() => presented({ headers, url: '/', raw: { rawHeaders } })).toThrow(TokenConflictError);
  });

  it('is in the one header that is called so, whatever the values of others', () => {
    const rawHeaders = ['X-Name', 'authorization', 'Authorization', 'Bearer abc'];
    const headers = { authorization: 'Bearer abc' };
    expect(presented({ headers, url: '/', rawHeaders })).toBe('Bearer abc');
  });
});
