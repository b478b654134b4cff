import type { IncomingHeaders } from './answer-headers.js';

/** Whether a request makes its success depend on what it is about (RFC 9110 section 13.1). */
export function isConditional({ headers }: IncomingHeaders): boolean {
  return headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;
}

/** Whether the caller has what this entity tag stands for already: `If-None-Match`, compared weakly. */
export function isKnown({ headers }: IncomingHeaders, etag: string): boolean {
  return tagsIn(headers['if-none-match']).some((tag) => names(tag.replace(/^W\//, ''), etag));
}

/** Whether what has this entity tag may be changed: `If-Match`, compared strongly, and the other. */
export function permitsChange(request: IncomingHeaders, etag: string): boolean {
  const ifMatch = request.headers['if-match'];
  const matches = ifMatch === undefined || tagsIn(ifMatch).some((tag) => names(tag, etag));
  return matches && !isKnown(request, etag);
}

function names(tag: string, etag: string): boolean {
  return tag === '*' || tag === etag;
}

/** The tags of a list; a comma may also stand within one. */
function tagsIn(list = ''): readonly string[] {
  return list.match(/(W\/)?"[^"]*"|\*/g) ?? [];
}
