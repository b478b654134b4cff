import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { PublicUrl } from './urls/public-url.js';

/** A request with cookies. */
export interface CookieRequest {
  /** The headers of the request. */
  readonly headers: { readonly cookie?: string | undefined };
}

/** The cookies of this mount. JavaScript and pages of other sites cannot read them. */
@Injectable()
export class Cookies {
  private readonly attributes: string;

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly publicUrl: PublicUrl,
  ) {
    this.attributes = `Path=/; HttpOnly;${publicUrl.secure ? ' Secure;' : ''} SameSite=Lax`;
  }

  /** Returns the unvalidated value of a cookie. */
  read({ headers }: CookieRequest, name: string): string | undefined {
    const pairs = headers.cookie?.split(';').map((pair) => pair.trim()) ?? [];
    const start = `${this.buildName(name)}=`;
    return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
  }

  /** @param maxAge in seconds; 0 deletes the cookie */
  set(response: unknown, name: string, value: string, maxAge: number): void {
    const cookie = `${this.buildName(name)}=${value}; Max-Age=${maxAge}; ${this.attributes}`;
    this.adapterHost.httpAdapter.appendHeader!(response, 'Set-Cookie', cookie);
  }

  clear(response: unknown, name: string): void {
    this.set(response, name, '', 0);
  }

  /**
   * The `__Host-` prefix keeps other hosts of the same domain from setting the cookies (RFC 6265bis section 4.1.3). It
   * allows no path, so the names distinguish two mounts on one host. The path is read on each call, because a host sets
   * its prefix after this object is created.
   */
  buildName(name: string): string {
    return `${this.publicUrl.secure ? '__Host-' : ''}accounts${cookiePath(this.publicUrl.path(''))}-${name}`;
  }
}

/** Returns a part of a cookie name that no other path has. A cookie name may not contain a slash. */
export function cookiePath(path: string): string {
  return path
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('-', '|'))
    .join('-');
}
