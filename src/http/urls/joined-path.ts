/** Paths as one, without slashes around it; those that are absent or empty leave no trace. */
export function joinedPath(...paths: (string | undefined)[]): string {
  const bare = paths.map((path = '') => path.replace(/^\/+|\/+$/g, ''));
  return bare.filter((path) => path !== '').join('/');
}

/** A path as it stands before an absolute one: with a slash in front and none behind, or nothing. */
export function asPrefix(path: string): string {
  const bare = joinedPath(path);
  return bare && `/${bare}`;
}

/** Whether a path, joined as above, stays what it is in an address. */
export function isPlainPath(path: string): boolean {
  const isPlain = (segment: string) => /^[\w~.-]+$/.test(segment) && !/^\.\.?$/.test(segment);
  return path === '' || path.split('/').every(isPlain);
}
