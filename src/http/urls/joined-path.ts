export function joinedPath(...paths: (string | undefined)[]): string {
  const bare = paths.map((path = '') => path.replace(/^\/+|\/+$/g, ''));
  return bare.filter((path) => path !== '').join('/');
}

export function asPrefix(path: string): string {
  const bare = joinedPath(path);
  return bare && `/${bare}`;
}

export function isPlainPath(path: string): boolean {
  const isPlain = (segment: string) => /^[\w~.-]+$/.test(segment) && !/^\.\.?$/.test(segment);
  return path === '' || path.split('/').every(isPlain);
}

/** The first segments of pages and OAuth, which the API must not have. */
export const reservedSegments = ['.well-known', 'console', 'oauth'];

/** Whether the first segment of a joined path is one of these, in any letter case. */
export function beginsWithAny(path: string, segments: readonly string[]): boolean {
  return segments.includes(path.split('/', 1)[0]!.toLowerCase());
}
