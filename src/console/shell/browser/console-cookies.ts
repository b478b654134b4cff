import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { pendingSignInMs } from '../../../factors/pending-sign-ins.js';
import { sessionLifetimeMs } from '../../../access/sessions/sessions.service.js';
import { TokenSeal } from '../../../access/sealing/token-seal.js';
import { PublicUrl } from '../../../http/urls/public-url.js';
import type { MessageKey } from '../../../language/catalogues/index.js';

/** A message for the next page, shown once: the result of an action, and any new secret. */
export interface Notice {
  readonly key: MessageKey;
  readonly clientSecret?: string;
  readonly accessToken?: string;
}

/** The only page and account that a notice is shown for. */
interface NoticeAddress {
  /** The id of the account that may read it; empty for visitors who are not signed in. */
  readonly reader: string;
  /** The page, with or without its query. */
  readonly location: string;
}

/** In seconds. */
const noticeLifetime = 60;

/** In seconds; long enough to sign in again. */
export const keptFormLifetime = 10 * 60;

/** In seconds: a year. */
const languageLifetime = 365 * 24 * 60 * 60;

interface CookieHeaders {
  readonly headers: { readonly cookie?: string };
}

/** The cookies of the console: the browser's token, and data for the next page. */
@Injectable()
export class ConsoleCookies {
  private readonly attributes: string;

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly seal: TokenSeal,
    private readonly publicUrl: PublicUrl,
  ) {
    this.attributes = `Path=/; HttpOnly;${publicUrl.secure ? ' Secure;' : ''} SameSite=Lax`;
  }

  token(request: CookieHeaders): string | undefined {
    return this.read(request, 'browser');
  }

  /** @param token null to delete the cookie */
  setToken(response: unknown, token: string | null): void {
    if (token === null) this.clear(response, 'browser');
    else this.set(response, 'browser', token, sessionLifetimeMs / 1_000);
  }

  /** Returns the language code in the browser's cookie. Any value is possible. */
  language(request: CookieHeaders): string | undefined {
    return this.read(request, 'language');
  }

  setLanguage(response: unknown, code: string): void {
    this.set(response, 'language', code, languageLifetime);
  }

  setNotice(response: unknown, notice: Notice, address: NoticeAddress): void {
    const sealed = this.seal.sealText(notice, buildContext(address), noticeLifetime * 1_000);
    this.set(response, 'notice', sealed, noticeLifetime);
  }

  /** Reads and deletes the notice for this page; keeps a notice for another page. */
  takeNotice(
    request: CookieHeaders,
    response: unknown,
    address: NoticeAddress,
  ): Notice | undefined {
    const notice = this.open<Notice>(request, 'notice', buildContext(address));
    if (notice !== undefined) this.clear(response, 'notice');
    return notice;
  }

  /** Returns the token that opens a kept form. Any value is possible. */
  form(request: CookieHeaders, id: string): string | undefined {
    return this.read(request, `form-${id}`);
  }

  /** @param token null to delete the cookie */
  setForm(response: unknown, id: string, token: string | null): void {
    if (token === null) this.clear(response, `form-${id}`);
    else this.set(response, `form-${id}`, token, keptFormLifetime);
  }

  /** Stores a sign-in for its second step; null ends it. It is valid only in this browser. */
  setPendingSignIn(
    response: unknown,
    pending: string | null,
    { token }: { readonly token: string },
  ): void {
    if (pending === null) return this.clear(response, 'pending');
    const sealed = this.seal.sealText({ pending }, `pending ${token}`, pendingSignInMs);
    this.set(response, 'pending', sealed, pendingSignInMs / 1_000);
  }

  pendingSignIn(request: CookieHeaders, { token }: { readonly token: string }): string | undefined {
    return this.open<{ pending: string }>(request, 'pending', `pending ${token}`)?.pending;
  }

  private open<T>(request: CookieHeaders, name: string, context: string): T | undefined {
    const text = this.read(request, name);
    return text === undefined ? undefined : this.seal.openText<T>(text, context);
  }

  private read({ headers }: CookieHeaders, name: string): string | undefined {
    const pairs = headers.cookie?.split(';').map((pair) => pair.trim()) ?? [];
    const start = `${this.buildName(name)}=`;
    return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
  }

  /**
   * The `__Host-` prefix keeps other hosts of the same domain from setting the cookies (RFC 6265bis section 4.1.3). It
   * allows no path, so the names distinguish two consoles on one host. The path is read on each call, because a host
   * sets its prefix after this object is created.
   */
  private buildName(name: string): string {
    return `${this.publicUrl.secure ? '__Host-' : ''}accounts${cookiePath(this.publicUrl.path(''))}-${name}`;
  }

  private clear(response: unknown, name: string): void {
    this.set(response, name, '', 0);
  }

  /** @param maxAge in seconds; 0 deletes the cookie */
  private set(response: unknown, name: string, value: string, maxAge: number): void {
    const cookie = `${this.buildName(name)}=${value}; Max-Age=${maxAge}; ${this.attributes}`;
    this.adapterHost.httpAdapter.appendHeader!(response, 'Set-Cookie', cookie);
  }
}

/** Returns a part of a cookie name that no other path has. A cookie name may not contain a slash. */
export function cookiePath(path: string): string {
  return path
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('-', '|'))
    .join('-');
}

function buildContext({ reader, location }: NoticeAddress): string {
  const [path] = location.split('?', 1);
  return `notice ${reader} ${path}`;
}
