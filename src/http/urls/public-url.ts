import { globalPrefix, type PrefixedHost } from './global-prefix.js';
import { asPrefix } from './joined-path.js';

/**
 * The injection token of the {@link PublicUrl} of OAuth, which is null without OAuth. Every module provides it, because
 * Nest ends the process of a host that requests a missing provider.
 */
export const oauthUrlToken = Symbol('ACCOUNTS_OAUTH_URL');
export const metadataPath = '/.well-known/oauth-authorization-server';
export const configurationPath = '/.well-known/openid-configuration';

/** The public URL of the service. It comes from the options and never from a request. */
export class PublicUrl {
  private readonly base: URL;

  /** @param mountPath the path of all routes, without leading or trailing slashes */
  constructor(
    publicUrl: string,
    private readonly mountPath: string,
    private readonly host: PrefixedHost,
  ) {
    this.base = new URL(publicUrl);
  }

  get issuer(): string {
    return this.url(metadataPath).slice(0, -metadataPath.length);
  }

  get secure(): boolean {
    return this.base.protocol === 'https:';
  }

  get origin(): string {
    return this.base.origin;
  }

  url(path: string): string {
    return this.origin + this.path(path);
  }

  path(path: string): string {
    const mounted = asPrefix(this.mountPath) + path;
    const [bare = ''] = mounted.split('?', 1);
    return this.ofRequest(asPrefix(globalPrefix(this.host, bare)) + mounted);
  }

  ofRequest(url: string): string {
    return asPrefix(this.base.pathname) + url;
  }
}

/** Whether a URL can be the base of all others: http or https, without credentials, query or fragment. */
export function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && !(username || password || search || hash);
}

/** Whether a text is the origin of a page, as browsers write it. */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
