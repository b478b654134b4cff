import { TokenConflictError } from '../../errors/error-registry.js';
import {
  BearerCredentials,
  isTokenPresented,
  type PresentingRequest,
} from './bearer-credentials.js';

const presented = (request: PresentingRequest) => {
  const { headers, query } = new BearerCredentials(request);
  return headers.authorization ?? query.access_token;
};
const inHeader = (authorization: string) =>
  presented({ headers: { authorization }, url: '/accounts/me' });
const inAddress = (url: string) => presented({ headers: {}, url });

describe('the bearer token of a request', () => {
  it.each(['Bearer abc', 'bearer abc', 'BEARER abc', 'Bearer    abc'])(
    'is read from the header: %s',
    (authorization) => {
      expect(inHeader(authorization)).toBe('Bearer abc');
    },
  );

  it('is everything after the scheme, even if malformed', () => {
    expect(inHeader('Bearer a b, c')).toBe('Bearer a b, c');
  });

  it.each(['', 'Bearer', 'Bearer ', 'Bearerabc', 'Basic abc', 'Basic Bearer abc', 'xBearer abc'])(
    'is not found in the header "%s"',
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
  ])('is read from the URL: %s', (url) => {
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
  ])('is not found in the URL %s', (url) => {
    expect(inAddress(url)).toBeUndefined();
  });

  it('is read from the header if the URL has an empty one, and vice versa', () => {
    const headers = { authorization: 'Bearer abc' };
    expect(presented({ headers, url: '/?access_token=' })).toBe('Bearer abc');
    expect(presented({ headers: { authorization: 'Bearer' }, url: '/?access_token=abc' })).toBe(
      'abc',
    );
  });

  it('is a conflict if sent twice, even with the same value (RFC 6750 section 2)', () => {
    const headers = { authorization: 'Bearer abc' };
    expect(() => presented({ headers, url: '/?access_token=abc' })).toThrow(TokenConflictError);
    expect(() => inAddress('/?access_token=abc&access_token=abc')).toThrow(TokenConflictError);
    expect(() => inAddress('/?access_token=abc&access_token=def')).toThrow(TokenConflictError);
  });

  it.each([
    ['the same value', ['Authorization', 'Bearer abc', 'authorization', 'Bearer abc']],
    [
      'different values',
      ['authorization', 'Bearer abc', 'Host', 'localhost', 'AUTHORIZATION', 'Basic x'],
    ],
  ])('is a conflict if two Authorization headers have %s', (_, rawHeaders) => {
    const headers = { authorization: 'Bearer abc' };
    expect(() => presented({ headers, url: '/', rawHeaders })).toThrow(TokenConflictError);
    expect(() => presented({ headers, url: '/', raw: { rawHeaders } })).toThrow(TokenConflictError);
  });

  it('is read correctly if the value of another header is "authorization"', () => {
    const rawHeaders = ['X-Name', 'authorization', 'Authorization', 'Bearer abc'];
    const headers = { authorization: 'Bearer abc' };
    expect(presented({ headers, url: '/', rawHeaders })).toBe('Bearer abc');
  });
});

describe('a request', () => {
  it.each<[boolean, PresentingRequest]>([
    [true, { headers: { authorization: 'Bearer abc' }, url: '/' }],
    [true, { headers: { authorization: 'bearer  wrong, token' }, url: '/' }],
    [true, { headers: {}, url: '/?access_token=abc' }],
    [true, { headers: {}, url: '/?access_token=a&access_token=b' }],
    [true, { headers: {}, url: '/', rawHeaders: ['Authorization', 'a', 'authorization', 'b'] }],
    [false, { headers: {}, url: '/?access_token=' }],
    [false, { headers: { authorization: 'Basic abc' }, url: '/' }],
    [false, { headers: { authorization: 'Bearer' }, url: '/?a=b' }],
  ])('presents a token (%s): %j', (isPresented, request) => {
    expect(isTokenPresented(request)).toBe(isPresented);
  });
});
