import { globalPrefix, type PrefixedHost } from './global-prefix.js';
import { asPrefix } from './joined-path.js';

/**
 * The token of the {@link PublicAddress} at which OAuth is mounted, or of null. Every module has it:
 * Nest ends the process of a host that asks for what is not there.
 */
export const oauthAddressToken = Symbol('ACCOUNTS_OAUTH_ADDRESS');

/** Where the metadata of OAuth is (RFC 8414 section 3). */
export const metadataPath = '/.well-known/oauth-authorization-server';

/** Where the service is reached from outside: as it was told, never as a request says. */
export class PublicAddress {
  private readonly base: URL;

  /**
   * @param publicUrl without a slash at the end
   * @param mountPath what all our own paths are below, without slashes around it
   * @param host where a host says what prefix stands before every path
   */
  constructor(
    publicUrl: string,
    private readonly mountPath: string,
    private readonly host: PrefixedHost,
  ) {
    this.base = new URL(publicUrl);
  }

  /** The issuer identifier (RFC 8414 section 2): its metadata is below it. */
  get issuer(): string {
    return this.url(metadataPath).slice(0, -metadataPath.length);
  }

  /** Whether browsers must keep cookies to TLS: always, but for a service on http. */
  get secure(): boolean {
    return this.base.protocol === 'https:';
  }

  url(path: string): string {
    return this.base.origin + this.path(path);
  }

  /** The path part of {@link url}, for links that work under any name of the service. */
  path(path: string): string {
    const mounted = asPrefix(this.mountPath) + path;
    const [bare = ''] = mounted.split('?', 1);
    return this.ofRequest(asPrefix(globalPrefix(this.host, bare)) + mounted);
  }

  /** The path from outside of a request that arrived here for this one. */
  ofRequest(url: string): string {
    return asPrefix(this.base.pathname) + url;
  }
}

/** Whether an address can stand before all others: on http or https, without user, query and fragment. */
export function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && !(username || password || search || hash);
}
