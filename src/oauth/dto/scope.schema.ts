import { scopes } from '../../principals/principal.js';
import { maxScopeCharacters } from '../scope.js';

/** Scopes separated by spaces (RFC 6749 section 3.3). */
export const scopeSchema = {
  type: 'string',
  maxLength: maxScopeCharacters,
  pattern: `^(${scopes.join('|')})( (${scopes.join('|')}))*$`,
  example: scopes.join(' '),
} as const;
