import { isWellFormedToken } from '../../../principals/access-token.js';
import type { PublicUrl } from '../../../http/urls/public-url.js';
import { withReturnTo } from '../components/return-to.js';

/** The maximum size of the headers, including the URL, that Node.js accepts. */
const maxUnits = 16_384;

const nowhere = 'http://nowhere.invalid';

/**
 * Returns the page a visitor requested, if it is a page of this console. An attacker may have crafted the link, and it
 * must not redirect to another site (OWASP, unvalidated redirects).
 */
export function safeReturnTo(text: unknown, address: PublicUrl): string | undefined {
  if (typeof text !== 'string' || !text.startsWith('/')) return undefined;
  if (text.length > maxUnits) return undefined;
  if (!URL.canParse(text, nowhere)) return undefined;
  const { origin, pathname, search } = new URL(text, nowhere);
  const [page] = /\/(?:console\/.*|oauth\/authorize)$/.exec(pathname) ?? [];
  const isOurs = page !== undefined && pathname === address.path(page);
  return origin === nowhere && isOurs ? pathname + search : undefined;
}

/** Returns the page as its forms refer to it, with only the part of the query that identifies it. */
export function pageLocation(location: string, address: PublicUrl): string | undefined {
  if (!URL.canParse(location, nowhere)) return undefined;
  const { pathname, search, searchParams } = new URL(location, nowhere);
  if (pathname === address.path('/oauth/authorize')) return pathname + search;
  const token = searchParams.get('token');
  if (token !== null && isWellFormedToken(token)) return `${pathname}?token=${token}`;
  const to = searchParams.get('to');
  if (to !== null && /^[\w-]+$/.test(to)) return `${pathname}?to=${to}`;
  const [returnTo, ...others] = searchParams.getAll('return_to');
  return withReturnTo(pathname, others.length > 0 ? undefined : safeReturnTo(returnTo, address));
}
