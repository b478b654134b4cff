export function isIdentity(contentEncoding = 'identity'): boolean {
  return contentEncoding.toLowerCase() === 'identity';
}
