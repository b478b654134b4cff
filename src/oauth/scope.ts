import { identityScopes, scopes } from '../principals/principal.js';
import type { Resource } from '../principals/resource.js';
import { InvalidScopeError } from '../errors/error-registry.js';
import { isOverlong } from '../language/raw-text.js';

export const maxScopeCharacters = 1_000;
const form = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** All scopes that a client can request. */
export const supportedScopes = [...identityScopes, ...scopes] as const;

function isIdentityScope(scope: string): boolean {
  return identityScopes.some((each) => each === scope);
}

/**
 * Returns each part once, in a fixed order. If none are requested, those of the API (RFC 6749 section 3.3).
 *
 * @param resource the API that the scope is for. Default: the account API
 * @throws InvalidScopeError also for a resource without any of its scopes
 */
export function requestedScope(text: string | undefined, resource?: Resource): string[] {
  const own: readonly string[] = resource ? Object.keys(resource.scopes) : scopes;
  if (text === undefined) return [...own];
  const asked = scopeParts(text);
  const known = [...identityScopes, ...own].filter((scope) => asked.has(scope));
  const isForResource = !resource || own.some((scope) => asked.has(scope));
  if (known.length < asked.size || !isForResource) throw new InvalidScopeError();
  return known;
}

/** @throws InvalidScopeError for a malformed scope */
export function scopeParts(text: string): Set<string> {
  if (isOverlong(text, maxScopeCharacters) || !form.test(text)) throw new InvalidScopeError();
  return new Set(text.split(' '));
}

/** Returns the scope as a consent stores it, with the identifier of the resource: two may have a scope of one name. */
export function consentedScope(
  scope: readonly string[],
  resource: Pick<Resource, 'identifier'> | undefined,
): string[] {
  if (!resource) return [...scope];
  return scope.map((each) => (isIdentityScope(each) ? each : `${resource.identifier} ${each}`));
}

/** An authorization for a sign-in ends with its session, unless the client asks to keep its access. */
export function endsWithSession(scope: readonly string[]): boolean {
  return scope.includes('openid') && !scope.includes('offline_access');
}

/** Whether a trusted application receives this scope without the consent of the user: identity and read access. */
export function isTrustedScope(scope: readonly string[]): boolean {
  return scope.every((each) => isIdentityScope(each) || each === 'account:read');
}

/** Returns the scope of client credentials. They have no user to identify, and only read an account by default. */
export function requestedClientScope(text: string | undefined, resource?: Resource): string[] {
  const scope = requestedScope(text ?? (resource ? undefined : 'account:read'), resource);
  if (scope.some(isIdentityScope)) throw new InvalidScopeError();
  return scope;
}

export const scopeSchema = {
  type: 'string',
  maxLength: maxScopeCharacters,
  pattern: form.source,
  example: scopes.join(' '),
} as const;

export const resourceSchema = {
  type: 'string',
  format: 'uri',
  maxLength: 2_000,
  example: 'https://invoices.example.com/',
} as const;
