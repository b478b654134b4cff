/** Paths as one, without slashes around it; those that are absent or empty leave no trace. */
export function joinedPath(...paths: (string | undefined)[]): string {
  const bare = paths.map((path = '') => path.replace(/^\/+|\/+$/g, ''));
  return bare.filter((path) => path !== '').join('/');
}
