import { globalPrefix, type PrefixedHost } from './global-prefix.js';
import { asPrefix } from './joined-path.js';
import type { LinksDto } from './links.dto.js';

/** The links of resources, as paths below the prefixes of the host and the module. */
export class Links {
  private readonly apiPrefix: string;

  /**
   * @param apiPath the path of the API; may be empty
   * @param host the host's configuration, with its global prefix
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
