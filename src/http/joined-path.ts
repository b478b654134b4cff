/** Paths as one, without slashes around it; those that are absent or empty leave no trace. */
export function joinedPath(...paths: (string | undefined)[]): string {
  const bare = paths.map((path = '') => path.replace(/^\/+|\/+$/g, ''));
  return bare.filter((path) => path !== '').join('/');
}

/** What stands before an absolute path: the same with a slash in front, or nothing. */
export function asPrefix(...paths: string[]): string {
  const path = joinedPath(...paths);
  return path && `/${path}`;
}

/** Whether a path, joined as above, stays what it is in an address. */
export function isPlainPath(path: string): boolean {
  const isPlain = (segment: string) => /^[\w~.-]+$/.test(segment) && !/^\.\.?$/.test(segment);
  return path === '' || path.split('/').every(isPlain);
}
