import { scopes } from '../../access/principals/principal.js';

/** Scopes separated by spaces (RFC 6749 section 3.3). */
export const scopeSchema = {
  type: 'string',
  maxLength: 255,
  pattern: `^(${scopes.join('|')})( (${scopes.join('|')}))*$`,
  example: scopes.join(' '),
} as const;
