import { isIdentifier } from '../../../database/identifier.js';
import { isWellFormedToken } from '../../../principals/access-token.js';
import type { PublicUrl } from '../../../http/urls/public-url.js';

/** The maximum size of the headers, including the URL, that Node.js accepts. */
const maxUnits = 16_384;

export const authorizePath = '/oauth/authorize';
export const logoutPath = '/oauth/logout';

const nowhere = 'http://nowhere.invalid';

/**
 * Returns the page a visitor requested, if it is a page of this console. An attacker may have crafted the link, and it
 * must not redirect to another site (OWASP, unvalidated redirects).
 */
export function safeReturnTo(text: unknown, publicUrl: PublicUrl): string | undefined {
  if (typeof text !== 'string' || !text.startsWith('/')) return undefined;
  if (text.length > maxUnits) return undefined;
  if (!URL.canParse(text, nowhere)) return undefined;
  const { origin, pathname, search } = new URL(text, nowhere);
  const [page] = /\/(?:console\/.*|oauth\/(?:authorize|logout))$/.exec(pathname) ?? [];
  const isOurs = page !== undefined && pathname === publicUrl.path(page);
  return origin === nowhere && isOurs ? pathname + search : undefined;
}

/** The parameter of a page's URL that names a kept form. */
const keptFormParameter = 'kept_form';

/** Returns the id of the kept form that the URL of a page names. */
export function readKeptFormId(location: string): string | undefined {
  if (!URL.canParse(location, nowhere)) return undefined;
  const id = new URL(location, nowhere).searchParams.get(keptFormParameter) ?? '';
  return isIdentifier(id) ? id : undefined;
}

/** Adds the id of a kept form to the URL of its page. */
export function withKeptFormId(page: string, id: string): string {
  const { pathname, searchParams } = new URL(page, nowhere);
  searchParams.set(keptFormParameter, id);
  return `${pathname}?${searchParams}`;
}

/** Returns the page as its forms refer to it, with only the part of the query that identifies it and a kept form. */
export function pageLocation(location: string, publicUrl: PublicUrl): string | undefined {
  if (!URL.canParse(location, nowhere)) return undefined;
  const { pathname, search, searchParams } = new URL(location, nowhere);
  const isOfClient = [authorizePath, logoutPath].some((each) => pathname === publicUrl.path(each));
  if (isOfClient) return pathname + search;
  const page = identifyPage(pathname, searchParams, publicUrl);
  const id = readKeptFormId(location);
  return id === undefined ? page : withKeptFormId(page, id);
}

function identifyPage(path: string, parameters: URLSearchParams, publicUrl: PublicUrl): string {
  const token = parameters.get('token');
  if (token !== null && isWellFormedToken(token)) return `${path}?token=${token}`;
  const to = parameters.get('to');
  if (to !== null && /^[\w-]+$/.test(to)) return `${path}?to=${to}`;
  const [returnTo, ...others] = parameters.getAll('return_to');
  return withReturnTo(path, others.length > 0 ? undefined : safeReturnTo(returnTo, publicUrl));
}

/** Returns a parameter of the OAuth request that a page belongs to; undefined for other pages. */
export function readClientParameter(
  page: string,
  name: string,
  publicUrl: PublicUrl,
): string | undefined {
  if (!URL.canParse(page, nowhere)) return undefined;
  const { pathname, searchParams } = new URL(page, nowhere);
  if (pathname !== publicUrl.path(authorizePath)) return undefined;
  return searchParams.get(name) ?? undefined;
}

export function withReturnTo(path: string, returnTo?: string): string {
  return returnTo ? `${path}?${new URLSearchParams({ return_to: returnTo })}` : path;
}
