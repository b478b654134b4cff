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
    expect(routes.listMethods('/api/accounts')).toEqual(['POST']);
    expect(routes.listMethods('/api/accounts/abc')).toEqual(['DELETE', 'GET', 'HEAD', 'PUT']);
    expect(routes.listMethods('/api/applications/a/token')).toEqual(['DELETE', 'PUT']);
    expect(routes.listMethods('/')).toEqual(['GET', 'HEAD']);
  });

  it('match any single segment as a parameter', () => {
    expect(routes.listMethods('/api/accounts/me')).toBeDefined();
    expect(routes.listMethods('/api/accounts/%2F.~!')).toBeDefined();
    expect(routes.listMethods('/api/accounts/a/phones/b')).toEqual(['PUT']);
    expect(routes.listMethods('/api/accounts//phones/b')).toBeUndefined();
    expect(routes.listMethods('/api/accounts/a/b')).toBeUndefined();
  });

  it('ignore one trailing slash', () => {
    expect(routes.listMethods('/api/accounts/')).toEqual(['POST']);
    expect(routes.listMethods('/api/accounts/abc/')).toBeDefined();
    expect(routes.listMethods('/api/accounts//')).toBeUndefined();
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
    expect(routes.listMethods(path)).toBeUndefined();
  });

  it('match special characters of a path literally', () => {
    expect(routes.listMethods('/.well-known/a+b')).toEqual(['GET', 'HEAD']);
    expect(routes.listMethods('/xwell-known/a+b')).toBeUndefined();
    expect(routes.listMethods('/.well-known/aab')).toBeUndefined();
  });

  it('match nothing if no path is described', () => {
    expect(new Routes(() => ({ paths: {} })).listMethods('/')).toBeUndefined();
  });
});
