import 'reflect-metadata';
import { ExecutionContextHost } from '@nestjs/core/internal';
import {
  AuthenticationRequiredError,
  InsufficientScopeError,
  OwnTokenRequiredError,
} from '../../errors/error-registry.js';
import { rememberPrincipal, type Principal } from '../../principals/principal.js';
import { OwnTokenOnly, RequiredScope, ScopeGuard } from './scope.guard.js';

class Routes {
  free() {}

  @RequiredScope('account:read')
  reading() {}

  @OwnTokenOnly()
  own() {}
}

@RequiredScope('account:write')
class WritingRoutes {
  inheriting() {}

  @RequiredScope('account:read')
  reading() {}
}

@OwnTokenOnly()
class OwnRoutes {
  inheriting() {}
}

const guard = new ScopeGuard();
const ofApplication = {
  kind: 'application',
  scope: ['account:read', 'account:write'],
  resource: null,
};
const ofPerson = (...scope: string[]) => ({ kind: 'oauth', scope, resource: null });

/** Whether a token may call a route. */
function may(
  principal: { kind: string; scope: string[] } | undefined,
  routes: new () => object,
  handler: () => void,
): boolean {
  const request = {};
  if (principal) rememberPrincipal(request, principal as unknown as Principal);
  return guard.canActivate(new ExecutionContextHost([request, {}], routes, handler));
}

const { free, reading, own } = Routes.prototype;

describe('the scope of a token', () => {
  it('must include the scope of the route, which the error names otherwise', () => {
    expect(may(ofPerson('account:read'), Routes, reading)).toBe(true);
    expect(may(ofPerson('account:write', 'account:read'), Routes, reading)).toBe(true);
    const refused = () => may(ofPerson('account:write'), Routes, reading);
    expect(refused).toThrow(InsufficientScopeError);
    expect(refused).toThrow(expect.objectContaining({ scope: 'account:read' }));
  });

  it('must include a scope of the API, even if the route requires none', () => {
    expect(may(ofPerson('account:write'), Routes, free)).toBe(true);
    for (const scope of [[], ['openid', 'profile', 'email', 'offline_access']]) {
      expect(() => may(ofPerson(...scope), Routes, free)).toThrow(InsufficientScopeError);
    }
  });

  it('is checked against the scope of the handler, or of its class if the handler has none', () => {
    const { inheriting, reading } = WritingRoutes.prototype;
    expect(may(ofPerson('account:write'), WritingRoutes, inheriting)).toBe(true);
    expect(() => may(ofPerson('account:read'), WritingRoutes, inheriting)).toThrow(
      InsufficientScopeError,
    );
    expect(may(ofPerson('account:read'), WritingRoutes, reading)).toBe(true);
    expect(() => may(ofPerson('account:write'), WritingRoutes, reading)).toThrow(
      InsufficientScopeError,
    );
  });

  it('is not enough for routes that accept only an application’s own token', () => {
    const all = ofPerson('account:read', 'account:write');
    expect(() => may(all, Routes, own)).toThrow(OwnTokenRequiredError);
    expect(() => may(all, OwnRoutes, OwnRoutes.prototype.inheriting)).toThrow(
      OwnTokenRequiredError,
    );
    expect(may(ofApplication, Routes, own)).toBe(true);
    expect(may(ofApplication, OwnRoutes, OwnRoutes.prototype.inheriting)).toBe(true);
  });
});

describe('a call without a principal', () => {
  it('is rejected on every route, even one that requires no scope', () => {
    for (const handler of [free, reading, own]) {
      expect(() => may(undefined, Routes, handler)).toThrow(AuthenticationRequiredError);
    }
  });
});

describe('a session', () => {
  it('is restricted by no scope', () => {
    const session = { kind: 'session', scope: [] };
    expect(may(session, Routes, reading)).toBe(true);
    expect(may(session, WritingRoutes, WritingRoutes.prototype.inheriting)).toBe(true);
  });
});
