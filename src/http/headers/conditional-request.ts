import type { IncomingHeaders } from '../../request/incoming-headers.js';
import { PreconditionFailedError } from '../../errors/error-registry.js';

export function isConditional({ headers }: IncomingHeaders): boolean {
  return headers['if-match'] !== undefined || headers['if-none-match'] !== undefined;
}

/** Whether `If-None-Match` contains this entity tag: the client already has the response. The comparison is weak. */
export function isKnown({ headers }: IncomingHeaders, etag: string): boolean {
  return tagsIn(headers['if-none-match']).some((tag) => names(tag.replace(/^W\//, ''), etag));
}

/** Whether `If-Match` (compared strongly) and `If-None-Match` permit changing the resource with this entity tag. */
export function permitsChange(request: IncomingHeaders, etag: string): boolean {
  return matches(request, etag) && !isKnown(request, etag);
}

/** `If-Match` of a read takes precedence over `If-None-Match` (RFC 9110 section 13.2.2). */
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

function tagsIn(list = ''): readonly string[] {
  return list.match(/(W\/)?"[^"]*"|\*/g) ?? [];
}
