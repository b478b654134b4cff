import { Routes } from './routes.js';

const operation = { responses: {} };
const routes = new Routes(() => ({
  paths: {
    '/': { get: operation },
    '/api/accounts': { post: operation },
    '/api/accounts/{account_id}': { put: operation, get: operation, delete: operation },
    '/api/accounts/{account_id}/phones/{phone_id}': { put: operation },
    '/api/applications/{id}/token': { put: operation, delete: operation },
    '/.well-known/a+b': { get: operation },
  },
}));

describe('routes', () => {
  it('list the methods of a path in order, with HEAD for every GET', () => {
    expect(routes.methodsOf('/api/accounts')).toEqual(['POST']);
    expect(routes.methodsOf('/api/accounts/abc')).toEqual(['DELETE', 'GET', 'HEAD', 'PUT']);
    expect(routes.methodsOf('/api/applications/a/token')).toEqual(['DELETE', 'PUT']);
    expect(routes.methodsOf('/')).toEqual(['GET', 'HEAD']);
  });

  it('match any single segment as a parameter', () => {
    expect(routes.methodsOf('/api/accounts/me')).toBeDefined();
    expect(routes.methodsOf('/api/accounts/%2F.~!')).toBeDefined();
    expect(routes.methodsOf('/api/accounts/a/phones/b')).toEqual(['PUT']);
    expect(routes.methodsOf('/api/accounts//phones/b')).toBeUndefined();
    expect(routes.methodsOf('/api/accounts/a/b')).toBeUndefined();
  });

  it('ignore one trailing slash', () => {
    expect(routes.methodsOf('/api/accounts/')).toEqual(['POST']);
    expect(routes.methodsOf('/api/accounts/abc/')).toBeDefined();
    expect(routes.methodsOf('/api/accounts//')).toBeUndefined();
  });

  it.each([
    '',
    '/api',
    '/accounts',
    '/api/account',
    '/api/accountss',
    'x/api/accounts',
    '/api/accounts?x',
  ])('do not match the path "%s"', (path) => {
    expect(routes.methodsOf(path)).toBeUndefined();
  });

  it('match special characters of a path literally', () => {
    expect(routes.methodsOf('/.well-known/a+b')).toEqual(['GET', 'HEAD']);
    expect(routes.methodsOf('/xwell-known/a+b')).toBeUndefined();
    expect(routes.methodsOf('/.well-known/aab')).toBeUndefined();
  });

  it('match nothing if no path is described', () => {
    expect(new Routes(() => ({ paths: {} })).methodsOf('/')).toBeUndefined();
  });
});
