import { globalPrefix, type PrefixedHost } from './global-prefix.js';
import { asPrefix } from './joined-path.js';
import type { LinksDto } from './links.dto.js';

/** Where what is answered can be read, as paths below the host's prefix and the module's own. */
export class Links {
  private readonly apiPrefix: string;

  /**
   * @param apiPath the path of the interface; may be empty
   * @param host where a host says what prefix stands before it
   */
  constructor(
    apiPath: string,
    private readonly host: PrefixedHost,
  ) {
    this.apiPrefix = asPrefix(apiPath);
  }

  /** The `_links` of the resource at this path below the API prefix. */
  self(...segments: string[]): LinksDto {
    const path = `${this.apiPrefix}/${segments.join('/')}`;
    return { self: { href: asPrefix(globalPrefix(this.host, path)) + path } };
  }
}
