/** Unescapes all unreserved characters in the path of a request target (RFC 3986 section 6.2.2.2). */
export function normalizedTarget(target: string): string {
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  return unescaped(path) + target.slice(path.length);
}

/** Unescapes all unreserved characters. As part of a URL, the result is equivalent. */
export function unescaped(text: string): string {
  if (!text.includes('%')) return text;
  return text.replaceAll(escapedUnreserved, (escape) => decodeURIComponent(escape));
}

/** Letters, digits, `-`, `.`, `_` and `~` (RFC 3986 section 2.3). */
const escapedUnreserved = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;
