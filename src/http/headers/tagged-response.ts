import { readVersion } from '../versions/api-versions.js';

export class TaggedResponse<T> {
  /** @param tag differs for each state that the body shows */
  constructor(
    readonly tag: string,
    readonly body: T,
  ) {}
}

/** The strong entity tag of a response (RFC 9110 section 8.8.3). A version whose bodies differ has its own tags. */
export function entityTagFor(request: object, tag: string): string {
  const version = readVersion(request);
  return `"${tag}${version?.difference ? `.${version.version}` : ''}"`;
}
