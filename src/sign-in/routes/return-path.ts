/** In UTF-16 code units. An authorization request has at most 8 kB. */
const maxUnits = 16_384;

const nowhere = 'http://nowhere.invalid';

/**
 * Returns the path of a page of the same origin, with its query and fragment. Returns undefined for any other text,
 * because a mailed link must not redirect to another site.
 */
export function readReturnPath(text: string | null | undefined): string | undefined {
  if (!text?.startsWith('/') || text.length > maxUnits) return undefined;
  if (!URL.canParse(text, nowhere)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, nowhere);
  // A path such as `/x/..//other.example` would name another site.
  return origin === nowhere && !pathname.startsWith('//') ? pathname + search + hash : undefined;
}
