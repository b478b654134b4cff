import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import {
  assertOpensApi,
  findCaller,
  getAnyPrincipal,
  getPrincipal,
  getSetter,
  hasExpired,
  rememberPrincipal,
  type Principal,
} from './principal.js';
import { InsufficientScopeError, InvalidTokenError } from '../errors/error-registry.js';
import type { SessionPrincipal } from './session-principal.js';

const token = { kind: 'oauth', tokenId: 'mine' } as Principal;
const session = { kind: 'session', sessionId: 'mine' } as SessionPrincipal;

describe('a principal', () => {
  it('expires at expiresAt, or never without it', () => {
    expect(hasExpired({ expiresAt: new Date(Date.now() - 1) })).toBe(true);
    expect(hasExpired({ expiresAt: new Date(Date.now()) })).toBe(true);
    expect(hasExpired({ expiresAt: new Date(Date.now() + 60_000) })).toBe(false);
    expect(hasExpired({ expiresAt: null })).toBe(false);
  });

  it('belongs only to the request that it was remembered for', () => {
    const [mine, other] = [{}, {}];
    const principal = { tokenId: 'mine' } as Principal;
    rememberPrincipal(mine, principal);
    expect(getPrincipal(mine)).toBe(principal);
    expect(getPrincipal(other)).toBeUndefined();
    expect(Object.keys(mine)).toEqual([]);
  });

  it('with a token is not mistaken for one with a session', () => {
    const request = {};
    rememberPrincipal(request, session);
    expect(getPrincipal(request)).toBeUndefined();
    expect(getAnyPrincipal(request)).toBe(session);
  });

  it.each([
    ['application', 'owner'],
    ['oauth', 'delegate'],
    ['restricted', 'delegate'],
  ] as const)('with a token of the kind %s sets an email as the %s', (kind, setter) => {
    expect(getSetter(kind)).toBe(setter);
  });

  it('opens the account API with one of its scopes, and with no token of a resource', () => {
    const open =
      (scope: string[], resource: string | null = null) =>
      () =>
        assertOpensApi({ scope, resource });
    expect(open(['openid', 'account:write'])).not.toThrow();
    expect(open(['openid'])).toThrow(InsufficientScopeError);
    expect(open(['account:read'], 'https://api.example')).toThrow(InvalidTokenError);
  });
});

describe('the caller of a GraphQL field', () => {
  const request = () => ({ headers: {} });
  function field(req: object, info: object): ExecutionContextHost {
    const context = new ExecutionContextHost([{}, {}, { req }, info]);
    context.setType('graphql');
    return context;
  }

  it('is the one that its own guard accepted', () => {
    const [req, mine, other] = [request(), {}, {}];
    rememberPrincipal(req, token, mine);
    rememberPrincipal(req, undefined, other);
    expect(findCaller(field(req, mine))).toBe(token);
    expect(findCaller(field(req, other))).toBeUndefined();
  });

  it('is that of the request without a guard', () => {
    const req = request();
    rememberPrincipal(req, token, {});
    expect(findCaller(field(req, {}))).toBe(token);
    rememberPrincipal(req, { ...token }, {});
    expect(findCaller(field(req, {}))).toEqual(token);
  });

  it('is undefined without a guard after guards have accepted both a token and a session', () => {
    const req = request();
    rememberPrincipal(req, token, {});
    rememberPrincipal(req, session, {});
    expect(findCaller(field(req, {}))).toBeUndefined();
  });
});
