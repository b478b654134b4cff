import type { Application } from '../database/records.js';
import { isLoopback } from '../http/urls/loopback.js';

const maxLength = 2_000;

/** The characters of a URI without a fragment (RFC 3986 section 2); the URL parser accepts any. */
const characters = /^[\w.~:/?[\]@!$&'()*+,;=%-]+$/;

/** Matches a name, an IPv4 address or an IPv6 address, as the URL parser writes them. */
const hostForm = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/;

/**
 * Whether text is a valid redirect URI: absolute and without a fragment (RFC 6749 section 3.1.2). It must use https, a
 * loopback address (RFC 8252 section 7.3), or an app's private-use scheme that contains a dot (RFC 8252 section 7.1).
 */
export function isRedirectUri(text: unknown): text is string {
  if (typeof text !== 'string' || text.length > maxLength) return false;
  if (!characters.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return false;
  // The URL parser would repair this text, and clients could no longer match it exactly.
  if (/^https?:(?!\/\/[^/])/i.test(text)) return false;
  // The URL parser allows hosts with characters that are special in a content security policy.
  if (/^https?:/.test(protocol) && !hostForm.test(hostname)) return false;
  if (protocol === 'https:') return true;
  if (protocol === 'http:') return isLoopback(hostname);
  return protocol.includes('.');
}

/**
 * Whether a response to this redirect URI certainly reaches the client. On the user's device, any program can receive
 * the responses of a public client through a loopback address or a private-use scheme (RFC 8252 section 8.6).
 */
export function certainlyReaches(
  { clientSecretHash }: Pick<Application, 'clientSecretHash'>,
  redirectUri: string,
): boolean {
  if (clientSecretHash !== null) return true;
  const { protocol, hostname } = new URL(redirectUri);
  return protocol === 'https:' && !isLoopback(hostname);
}

/** Whether an operator can trust an application with these redirect URIs. */
export function canTrust(
  application: Pick<Application, 'clientSecretHash'>,
  redirectUris: readonly string[],
): boolean {
  return redirectUris.every((uri) => certainlyReaches(application, uri));
}

/** The parameters of an authorization response (RFC 6749 section 4.1.2, RFC 9207), which would appear twice in it. */
export const responseParameters = [
  'code',
  'state',
  'iss',
  'error',
  'error_description',
  'error_uri',
] as const;

export function hasResponseParameter(redirectUri: string): boolean {
  const { searchParams } = new URL(redirectUri);
  return responseParameters.some((name) => searchParams.has(name));
}
