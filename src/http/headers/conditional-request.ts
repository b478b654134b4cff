import type { IncomingHeaders } from '../../request/incoming-headers.js';
import { PreconditionFailedError } from '../../errors/error-registry.js';

/** Whether a request has a precondition (RFC 9110 section 13.1). */
export function isConditional({ headers }: IncomingHeaders): boolean {
  return headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;
}

/** Whether the client has the response with this entity tag already: `If-None-Match`, compared weakly. */
export function isKnown({ headers }: IncomingHeaders, etag: string): boolean {
  return tagsIn(headers['if-none-match']).some((tag) => names(tag.replace(/^W\//, ''), etag));
}

/** Whether a resource with this entity tag may be changed: `If-Match`, compared strongly, and `If-None-Match`. */
export function permitsChange(request: IncomingHeaders, etag: string): boolean {
  return matches(request, etag) && !isKnown(request, etag);
}

/**
 * Checks `If-Match` of a read, which takes precedence over `If-None-Match` (RFC 9110 section 13.2.2).
 *
 * @throws PreconditionFailedError
 */
export function assertMatch(request: IncomingHeaders, etag: string): void {
  if (!matches(request, etag)) throw new PreconditionFailedError();
}

function matches({ headers }: IncomingHeaders, etag: string): boolean {
  const ifMatch = headers['if-match'];
  return ifMatch === undefined || tagsIn(ifMatch).some((tag) => names(tag, etag));
}

function names(tag: string, etag: string): boolean {
  return tag === '*' || tag === etag;
}

/** The tags of a list; a tag may contain a comma. */
function tagsIn(list = ''): readonly string[] {
  return list.match(/(W\/)?"[^"]*"|\*/g) ?? [];
}
