import { globalPrefix, type PrefixedHost } from './global-prefix.js';
import { asPrefix } from './joined-path.js';

/**
 * The injection token of the {@link PublicUrl} of OAuth, which is null without OAuth. Every module provides it, because
 * Nest ends the process of a host that requests a missing provider.
 */
export const oauthUrlToken = Symbol('ACCOUNTS_OAUTH_URL');
export const metadataPath = '/.well-known/oauth-authorization-server';
export const configurationPath = '/.well-known/openid-configuration';

/** Pages of the host that replace pages of the console, as paths such as `/sign-in`. Default: those of the console */
export interface HostPages {
  /** Signs in, then continues at `return_to`. */
  signIn?: string | undefined;
  /** Signs up, then continues at `return_to`. */
  signUp?: string | undefined;
  /** Completes a sign-in with a second factor, then continues at `return_to`. */
  secondFactor?: string | undefined;
  /** Requests a mail to reset a forgotten password, after a notice of a change, then continues at `return_to`. */
  forgotPassword?: string | undefined;
  /** Asks for a new password, after a link in a mail. */
  resetPassword?: string | undefined;
  /** Confirms a sign-up, after a link in a mail. */
  confirmSignUp?: string | undefined;
  /** Verifies an email address, after a link in a mail. */
  verifyEmail?: string | undefined;
  /** Undoes a change of the email address or a new factor, after a link in a mail. */
  restoreEmail?: string | undefined;
  /** Stops the removal of the second factor, after a link in a mail. */
  stopFactorRemoval?: string | undefined;
}

type PageName = keyof HostPages;

const consolePages: Readonly<Record<PageName, string>> = {
  signIn: '/console/sign-in',
  signUp: '/console/sign-up',
  secondFactor: '/console/second-step',
  forgotPassword: '/console/forgot-password',
  resetPassword: '/console/reset-password',
  confirmSignUp: '/console/confirm-sign-up',
  verifyEmail: '/console/verify-email',
  restoreEmail: '/console/restore-email',
  stopFactorRemoval: '/console/stop-removal',
};

export const pageNames = Object.keys(consolePages) as PageName[];

/** The public URL of the service. It comes from the options and never from a request. */
export class PublicUrl {
  private readonly base: URL;

  /** @param mountPath the path of all routes, without leading or trailing slashes */
  constructor(
    publicUrl: string,
    private readonly mountPath: string,
    private readonly host: PrefixedHost,
    private readonly pages: HostPages = {},
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

  /**
   * Returns the host's page that replaces a page of the console, if one does.
   *
   * @param pathname the path of the console's page, with all prefixes
   */
  findHostPage(pathname: string): { name: PageName; path: string } | undefined {
    const name = pageNames.find((each) => this.path(consolePages[each]) === pathname);
    const path = name && this.pages[name];
    return name && path !== undefined && path !== pathname ? { name, path } : undefined;
  }

  /** Returns the URL of a page of the console, or of the host's page that replaces it. */
  pageUrl(page: string): string {
    const path = this.path(page);
    return this.origin + (this.findHostPage(path)?.path ?? path);
  }

  link(page: string, token: string): string {
    return this.origin + this.linkPath(page, token);
  }

  /** Returns the path of a mailed link. A token for a page of the host is in the fragment, which is never logged. */
  linkPath(page: string, token: string): string {
    const hostPage = this.findHostPage(this.path(page));
    return hostPage ? `${hostPage.path}#token=${token}` : this.path(`${page}?token=${token}`);
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

/** Whether a text is the path of a page, as browsers write it, without query and fragment. */
export function isPagePath(text: string): boolean {
  const base = 'http://host.invalid';
  return URL.canParse(text, base) && new URL(text, base).pathname === text;
}

/** Whether a text is the origin of a page, as browsers write it. */
export function isOrigin(text: string): boolean {
  return /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
