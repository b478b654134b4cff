import type { AuthorizationsService } from '../../oauth/authorizations.service.js';

/**
 * Where a form leads that ends in the authorization request of an OAuth client: nowhere, or to that
 * client, as a source of a content security policy.
 */
export async function formTargetsOf(
  returnTo: string | undefined,
  authorizations: AuthorizationsService,
): Promise<readonly string[]> {
  const start = returnTo?.indexOf('?') ?? -1;
  if (start < 0) return [];
  const redirectUri = await authorizations.destination(new URLSearchParams(returnTo!.slice(start)));
  return redirectUri === undefined ? [] : [sourceOf(redirectUri)];
}

/** An origin, or the scheme alone: of an app, and where a policy cannot name the host (IPv6, CSP 3 section 2.3.1). */
export function sourceOf(redirectUri: string): string {
  const { origin, protocol, hostname } = new URL(redirectUri);
  return origin === 'null' || hostname.startsWith('[') ? protocol : origin;
}
