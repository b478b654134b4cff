import type { AuthorizationsService } from '../../../oauth/authorizations/authorizations.service.js';

/**
 * Returns the redirect target of a form that continues an authorization request: the OAuth client as a source for the
 * content security policy, or none.
 */
export async function findFormTargets(
  returnTo: string | undefined,
  authorizations: AuthorizationsService,
): Promise<readonly string[]> {
  const [query] = /\?.*/s.exec(returnTo ?? '') ?? [];
  if (query === undefined) return [];
  const redirectUri = await authorizations.destination(new URLSearchParams(query));
  return redirectUri === undefined ? [] : [toSource(redirectUri)];
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
