import type { PublicAddress } from '../../http/public-address.js';

const nowhere = 'http://nowhere.invalid';

/**
 * Where somebody was going, if that is a page of ours: a stranger may have written the link they
 * followed, and it must not lead anywhere else (OWASP, unvalidated redirects).
 */
export function safeReturnTo(text: string | undefined, address: PublicAddress): string | undefined {
  if (!text?.startsWith('/') || !URL.canParse(text, nowhere)) return undefined;
  const { origin, pathname, search } = new URL(text, nowhere);
  const [page] = /\/(?:console\/.*|oauth\/authorize)$/.exec(pathname) ?? [];
  const isOurs = page !== undefined && pathname === address.path(page);
  return origin === nowhere && isOurs ? pathname + search : undefined;
}
