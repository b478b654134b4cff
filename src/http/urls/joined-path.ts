/** Joins paths, without slashes around the result; absent and empty paths are skipped. */
export function joinedPath(...paths: (string | undefined)[]): string {
  const bare = paths.map((path = '') => path.replace(/^\/+|\/+$/g, ''));
  return bare.filter((path) => path !== '').join('/');
}

/** A path as a prefix of an absolute one: with a slash in front and none at the end, or empty. */
export function asPrefix(path: string): string {
  const bare = joinedPath(path);
  return bare && `/${bare}`;
}

/** Whether a joined path is unchanged in a URL. */
export function isPlainPath(path: string): boolean {
  const isPlain = (segment: string) => /^[\w~.-]+$/.test(segment) && !/^\.\.?$/.test(segment);
  return path === '' || path.split('/').every(isPlain);
}
