import type { AuthorizationsService } from '../../../oauth/authorizations/authorizations.service.js';

/** Returns the OAuth client, and its redirect URI, of the authorization request that a page continues to. */
export async function findNextClient(
  returnTo: string | undefined,
  authorizations: AuthorizationsService,
) {
  const [query] = /\?.*/s.exec(returnTo ?? '') ?? [];
  if (query === undefined) return undefined;
  return authorizations.findRecipient(new URLSearchParams(query));
}

/** Returns the name of a redirect target to show to the user: its host, or the scheme of an app. */
export function toDestination(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri);
  return host || protocol.slice(0, -1);
}

/**
 * Returns the origin, or just the scheme for an app and for a host that a policy cannot name (IPv6, CSP 3 section
 * 2.3.1).
 */
export function toSource(redirectUri: string): string {
  const { origin, protocol, hostname } = new URL(redirectUri);
  return origin === 'null' || hostname.startsWith('[') ? protocol : origin;
}
