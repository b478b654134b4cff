import { globalPrefix, type PrefixedHost } from './global-prefix.js';
import { asPrefix } from './joined-path.js';
import type { LinksDto } from './links.dto.js';

export class Links {
  private readonly apiPrefix: string;

  /** @param apiPath the path of the API; may be empty */
  constructor(
    apiPath: string,
    private readonly host: PrefixedHost,
  ) {
    this.apiPrefix = asPrefix(apiPath);
  }

  self(...segments: string[]): LinksDto {
    const path = `${this.apiPrefix}/${segments.join('/')}`;
    return { self: { href: asPrefix(globalPrefix(this.host, path)) + path } };
  }
}
