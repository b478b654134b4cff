/** Whether a `Content-Encoding` leaves a body as it is: `identity` is none (RFC 9110 section 8.4). */
export function isIdentity(contentEncoding = 'identity'): boolean {
  return contentEncoding.toLowerCase() === 'identity';
}
