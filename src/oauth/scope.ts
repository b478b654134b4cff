import { scopes } from '../principals/principal.js';
import { InvalidScopeError } from '../errors/error-registry.js';
import { isOverlong } from '../language/raw-text.js';

export const maxScopeCharacters = 255;
const form = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** The scopes about the user's identity (OpenID Connect Core sections 5.4 and 11). They open no route of the API. */
export const identityScopes = ['openid', 'profile', 'email', 'offline_access'] as const;

/** All scopes that a client can request. */
export const supportedScopes = [...identityScopes, ...scopes] as const;

/** Returns each part once, in a fixed order. If none are requested, those of the API (RFC 6749 section 3.3). */
export function requestedScope(text: string | undefined): string[] {
  if (text === undefined) return [...scopes];
  if (isOverlong(text, maxScopeCharacters)) throw new InvalidScopeError();
  const asked = new Set(text.split(' '));
  const known = supportedScopes.filter((scope) => asked.has(scope));
  if (!form.test(text) || known.length < asked.size) throw new InvalidScopeError();
  return known;
}

/** An authorization for a sign-in ends with its session, unless the client asks to keep its access. */
export function endsWithSession(scope: readonly string[]): boolean {
  return scope.includes('openid') && !scope.includes('offline_access');
}

/** Returns the scope of client credentials. They have no user to identify, and only read unless they request more. */
export function requestedClientScope(text = 'account:read'): string[] {
  const scope = requestedScope(text);
  if (identityScopes.some((identity) => scope.includes(identity))) throw new InvalidScopeError();
  return scope;
}

export const scopeSchema = {
  type: 'string',
  maxLength: maxScopeCharacters,
  pattern: `^(${supportedScopes.join('|')})( (${supportedScopes.join('|')}))*$`,
  example: scopes.join(' '),
} as const;
