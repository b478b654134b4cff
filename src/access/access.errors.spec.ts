import type { RateLimitState } from '../limits/rate-limits.service.js';
import {
  AccessDeniedError,
  AuthenticationError,
  AuthenticationRequiredError,
  InsufficientScopeError,
  InvalidTokenError,
  OverloadedError,
  OwnTokenRequiredError,
  RateLimitedError,
  TokenConflictError,
  TokenExpiredError,
} from './access.errors.js';

describe('a caller who cannot be told', () => {
  it.each([
    [new AuthenticationRequiredError(), 'authentication_required'],
    [new InvalidTokenError(), 'invalid_token'],
    [new TokenExpiredError(), 'token_expired'],
    [new TokenConflictError(), 'token_conflict'],
  ])('counts for an address, as %s', (error, code) => {
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error.code).toBe(code);
  });
});

describe('a caller who may not', () => {
  it.each([
    [new AccessDeniedError(), 'access_denied'],
    [new OwnTokenRequiredError(), 'own_token_required'],
    [new InsufficientScopeError('account:read'), 'insufficient_scope'],
    [new OverloadedError(), 'overloaded'],
  ])('is known nevertheless: %s', (error, code) => {
    expect(error).not.toBeInstanceOf(AuthenticationError);
    expect(error.code).toBe(code);
  });

  it('is told what the scope lacks', () => {
    expect(new InsufficientScopeError('account:write').scope).toBe('account:write');
  });
});

describe('a limit that is used up', () => {
  const until = (wait: number): RateLimitState => ({
    policy: { name: 'sign-in', limit: 1, windowMs: 60_000 },
    accepted: false,
    remaining: 0,
    resetAt: Date.now() + wait,
  });

  it.each([
    [41_500, 42],
    [500, 1],
    [0, 1],
    [-5_000, 1],
  ])('%d milliseconds before its end asks to wait for %d seconds', (wait, seconds) => {
    const state = until(wait);
    const error = new RateLimitedError(state);
    expect(error).toMatchObject({ code: 'rate_limited', params: { seconds } });
    expect(error.rateLimit).toBe(state);
  });
});
