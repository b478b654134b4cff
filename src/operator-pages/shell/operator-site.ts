/** The path of the operator pages. */
export const operatorPagesPath = 'operator/pages';

/** Whether a URL is below the operator pages of the service. */
export function isOperatorPage(url: string): boolean {
  return url.startsWith(`/${operatorPagesPath}/`);
}

/** The page that opens first. */
export const operatorHome = '/accounts';

const base = new RegExp(`^.*?/${operatorPagesPath}(?=[/?]|$)`);

/**
 * Returns the relative URL of a page. Relative URLs stay correct below the prefix of a host and behind a proxy that
 * removes a prefix, so operators need no setting for it.
 *
 * @param url the URL of the request
 * @param path a path of a page; the paths in shared parts of the console begin with `/console`
 */
export function toRelative(url: string, path: string): string {
  const own = path === '/console' ? operatorHome : path.replace(/^\/console(?=\/)/, '');
  const [rest = ''] = url.replace(base, '').split('?', 1);
  const depth = rest.split('/').length - 1;
  if (depth === 0) return `pages${own}`;
  const up =
    depth === 1
      ? '.'
      : Array<string>(depth - 1)
          .fill('..')
          .join('/');
  return up + own;
}

/** Returns the path and query of a page without the prefixes that {@link toRelative} leaves out. */
export function toSitePath(url: string): string {
  return url.replace(base, '');
}

/** Whether a text is the path of an operator page. It comes from a link, which must not lead to another site. */
export function isSitePath(text: string): boolean {
  const origin = 'http://nowhere.invalid';
  if (!/^\/[a-z]/.test(text) || text.length > 4_096 || !URL.canParse(text, origin)) return false;
  const { pathname, search } = new URL(text, origin);
  return pathname + search === text;
}
