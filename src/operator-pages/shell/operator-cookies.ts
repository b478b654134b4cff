interface CookieRequest {
  readonly protocol?: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

type CookieName = 'operator' | 'operator-notice';

/**
 * Whether the browser uses HTTPS. The management port trusts no proxy, but a client that invents this header only makes
 * its own cookies stricter.
 */
function isSecure({ protocol, headers }: CookieRequest): boolean {
  return protocol === 'https' || /^https\b/.test(String(headers['x-forwarded-proto']));
}

function buildName(request: CookieRequest, name: CookieName): string {
  return `${isSecure(request) ? '__Host-' : ''}accounts-${name}`;
}

/** Returns the unvalidated value of a cookie. */
export function readCookie(request: CookieRequest, name: CookieName): string | undefined {
  const start = `${buildName(request, name)}=`;
  const pairs = String(request.headers.cookie ?? '').split(';');
  const pair = pairs.map((each) => each.trim()).find((each) => each.startsWith(start));
  return pair?.slice(start.length);
}

/** Returns the header for a cookie that ends with the browser; null deletes it. Other sites' links do not send it. */
export function buildCookie(
  request: CookieRequest,
  name: CookieName,
  value: string | null,
): string {
  const attributes = `Path=/; HttpOnly;${isSecure(request) ? ' Secure;' : ''} SameSite=Strict`;
  const lifetime = value === null ? ' Max-Age=0;' : '';
  return `${buildName(request, name)}=${value ?? ''};${lifetime} ${attributes}`;
}
