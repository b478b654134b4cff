import { scopes } from '../principals/principal.js';
import { InvalidScopeError } from '../errors/error-registry.js';
import { isOverlong } from '../language/raw-text.js';

/** In characters. */
export const maxScopeCharacters = 255;

const form = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/**
 * The scope a client requests, in a fixed order and each part once; all scopes when it requests
 * none (RFC 6749 section 3.3).
 *
 * @throws InvalidScopeError
 */
export function requestedScope(text: string | undefined): string[] {
  if (text === undefined) return [...scopes];
  if (isOverlong(text, maxScopeCharacters)) throw new InvalidScopeError();
  const asked = new Set(text.split(' '));
  const known = scopes.filter((scope) => asked.has(scope));
  if (!form.test(text) || known.length < asked.size) throw new InvalidScopeError();
  return known;
}
