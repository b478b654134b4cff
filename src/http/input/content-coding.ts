/** Whether a `Content-Encoding` does not encode the body: none, or `identity` (RFC 9110 section 8.4). */
export function isIdentity(contentEncoding = 'identity'): boolean {
  return contentEncoding.toLowerCase() === 'identity';
}
