import { scopes } from '../principals/principal.js';
import { InvalidScopeError } from '../errors/error-registry.js';
import { isOverlong } from '../language/raw-text.js';

export const maxScopeCharacters = 255;
const form = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/** Returns each part once, in a fixed order, or all scopes if none are requested (RFC 6749 section 3.3). */
export function requestedScope(text: string | undefined): string[] {
  if (text === undefined) return [...scopes];
  if (isOverlong(text, maxScopeCharacters)) throw new InvalidScopeError();
  const asked = new Set(text.split(' '));
  const known = scopes.filter((scope) => asked.has(scope));
  if (!form.test(text) || known.length < asked.size) throw new InvalidScopeError();
  return known;
}

export const scopeSchema = {
  type: 'string',
  maxLength: maxScopeCharacters,
  pattern: `^(${scopes.join('|')})( (${scopes.join('|')}))*$`,
  example: scopes.join(' '),
} as const;
