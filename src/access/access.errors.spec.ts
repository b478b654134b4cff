import {
  AccessDeniedError,
  AuthenticationError,
  AuthenticationRequiredError,
  InsufficientScopeError,
  InvalidTokenError,
  OverloadedError,
  OwnTokenRequiredError,
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
