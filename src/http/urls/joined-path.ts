export function joinedPath(...paths: (string | undefined)[]): string {
  const bare = paths.map((path = '') => path.replace(/^\/+|\/+$/g, ''));
  return bare.filter((path) => path !== '').join('/');
}

/** Makes a path the prefix of an absolute one: with a leading slash and no trailing slash, or empty. */
export function asPrefix(path: string): string {
  const bare = joinedPath(path);
  return bare && `/${bare}`;
}

export function isPlainPath(path: string): boolean {
  const isPlain = (segment: string) => /^[\w~.-]+$/.test(segment) && !/^\.\.?$/.test(segment);
  return path === '' || path.split('/').every(isPlain);
}
