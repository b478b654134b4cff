import { versionOf } from '../versions/api-versions.js';

/** What a handler returns of something that has entity tags; the interceptor sends the tag. */
export class TaggedResponse<T> {
  /** @param tag another one for each state of what the body shows */
  constructor(
    readonly tag: string,
    readonly body: T,
  ) {}
}

/**
 * The strong entity tag in the response to a request (RFC 9110 section 8.8.3): a version that shows
 * bodies otherwise has tags of its own.
 */
export function entityTagFor(request: object, tag: string): string {
  const version = versionOf(request);
  return `"${tag}${version?.difference ? `.${version.version}` : ''}"`;
}
