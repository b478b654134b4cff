import { globalPrefix, type PrefixedHost } from './global-prefix.js';
import { joinedPath } from './joined-path.js';
import type { LinksDto } from './links.dto.js';

/** Where what is answered can be read, as paths below the host's prefix and the module's own. */
export class Links {
  /**
   * @param apiPath the path of the interface, without slashes around it; may be empty
   * @param host where a host says what prefix stands before it
   */
  constructor(
    private readonly apiPath: string,
    private readonly host: PrefixedHost,
  ) {}

  /** The `_links` of the resource at this path below the API prefix. */
  self(...segments: string[]): LinksDto {
    const path = joinedPath(this.apiPath, ...segments);
    return { self: { href: `/${joinedPath(globalPrefix(this.host, `/${path}`), path)}` } };
  }
}
