import { isIdentifier } from '../database/identifier.js';
import { identityScopes, scopes } from './principal.js';

/** An API that accepts access tokens of this service for its own scopes (RFC 8707). */
export interface Resource {
  /** Its absolute URI, without a fragment and of at most 255 characters. Clients request it as `resource`. */
  readonly identifier: string;
  /** The name that users see, of at most 100 characters. */
  readonly name: string;
  /** Its scopes, at most 50, each with the description that users read before they consent. */
  readonly scopes: Readonly<Record<string, string>>;
  /** The ids of the applications that may introspect its tokens, at most 50. Default: none. */
  readonly clients?: readonly string[] | undefined;
}

const maxIdentifierCharacters = 255;
const maxNameCharacters = 100;
const maxScopes = 50;
const maxScopeCharacters = 64;
const maxDescriptionCharacters = 200;
const maxClients = 50;

/** A scope token (RFC 6749 section 3.3). */
const scopeForm = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
const visible = /^(?=.*\S)\P{C}+$/u;

/** Returns the reason why a resource is invalid, as a part of a sentence. */
export function findProblem({ identifier, name, scopes: own, clients = [] }: Resource) {
  const described = Object.entries(own);
  const taken: readonly string[] = [...identityScopes, ...scopes];
  const isText = (text: string, max: number) => visible.test(text) && text.length <= max;
  if (!isAbsoluteUri(identifier))
    return `needs an absolute URI without # of at most ${maxIdentifierCharacters} characters`;
  if (!isText(name, maxNameCharacters))
    return `needs a name of at most ${maxNameCharacters} characters`;
  if (described.length === 0 || described.length > maxScopes)
    return `needs 1 to ${maxScopes} scopes`;
  for (const [scope, description] of described) {
    if (!scopeForm.test(scope) || scope.length > maxScopeCharacters)
      return `has a scope that is not a word of at most ${maxScopeCharacters} ASCII characters: ${scope}`;
    if (taken.includes(scope)) return `has a scope of the account API: ${scope}`;
    if (!isText(description, maxDescriptionCharacters))
      return `needs a description of at most ${maxDescriptionCharacters} characters for ${scope}`;
  }
  if (clients.length > maxClients || !clients.every(isIdentifier))
    return `needs the ids of at most ${maxClients} applications as clients`;
  return undefined;
}

/** Whether no two resources have the same URI or a scope in common. */
export function areDistinct(resources: readonly Resource[]): boolean {
  const scopes = resources.flatMap((each) => Object.keys(each.scopes));
  const identifiers = resources.map(({ identifier }) => normalize(identifier));
  return [scopes, identifiers].every((names) => new Set(names).size === names.length);
}

function isAbsoluteUri(text: string): boolean {
  const isShort = text.length <= maxIdentifierCharacters;
  return isShort && /^[\x21-\x7e]+$/.test(text) && !text.includes('#') && URL.canParse(text);
}

/** Whether two URIs identify the same resource: libraries add the slash after a host. */
export function isSameResource(first: string, second: string): boolean {
  return normalize(first) === normalize(second);
}

function normalize(uri: string): string {
  return URL.canParse(uri) ? new URL(uri).href : uri;
}
