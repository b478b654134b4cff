const maxLength = 2_000;

/**
 * Whether text can be a redirect URI: absolute, without a fragment (RFC 6749 section 3.1.2), on
 * https, on a loopback address (RFC 8252 section 7.3) or of an app's own scheme with a dot in it
 * (RFC 8252 section 7.1).
 */
export function isRedirectUri(text: unknown): boolean {
  if (typeof text !== 'string' || text.length > maxLength || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (text.includes('#') || username || password) return false;
  if (protocol === 'https:') return true;
  if (protocol === 'http:') return ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  return protocol.includes('.');
}
