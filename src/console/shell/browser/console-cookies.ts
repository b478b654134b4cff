import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { pendingSignInMs } from '../../../factors/pending-sign-ins.js';
import { sessionLifetimeMs } from '../../../access/sessions/sessions.service.js';
import { TokenSeal } from '../../../access/tokens/token-seal.js';
import { PublicUrl } from '../../../http/urls/public-url.js';
import type { FormParameters } from '../../../http/input/form-body.js';
import type { MessageKey } from '../../../language/catalogues/index.js';
import { packed, unpacked, type KeptForm } from './kept-form.js';

/** A message for the next page, shown once: the result of an action, and any new secret. */
export interface Notice {
  readonly key: MessageKey;
  readonly clientSecret?: string;
}

/** The only page and account that a notice is shown for. */
export interface NoticeAddress {
  /** The id of the account that may read it; empty for visitors who are not signed in. */
  readonly reader: string;
  /** The page, with or without its query. */
  readonly location: string;
}

/** In seconds. */
const noticeLifetime = 60;

/** In seconds; long enough to sign in again. */
const formLifetime = 10 * 60;

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
    private readonly address: PublicUrl,
  ) {
    this.attributes = `Path=/; HttpOnly;${address.secure ? ' Secure;' : ''} SameSite=Lax`;
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
    this.send(response, 'notice', notice, buildContext(address), noticeLifetime);
  }

  /** Reads and deletes the notice for this page; keeps a notice for another page. */
  takeNotice(
    request: CookieHeaders,
    response: unknown,
    address: NoticeAddress,
  ): Notice | undefined {
    return this.take<Notice>(request, response, 'notice', buildContext(address));
  }

  /**
   * Stores a form. One that was sent to change the language has its own cookie, because another form may be waiting for
   * a sign-in.
   */
  setForm(response: unknown, { page, reader, values }: KeptForm): void {
    const context = contextOfForm({ reader, location: page });
    const name = values.language === undefined ? 'form' : 'language-form';
    this.send(response, name, packed(values), context, formLifetime);
  }

  /** Reads and deletes the stored form of this page. */
  takeForm(
    request: CookieHeaders,
    response: unknown,
    address: NoticeAddress,
  ): FormParameters | undefined {
    const context = contextOfForm(address);
    const text =
      this.take<string>(request, response, 'language-form', context) ??
      this.take<string>(request, response, 'form', context);
    return text === undefined ? undefined : unpacked(text);
  }

  /** Stores a sign-in for its second step; null ends it. It is valid only in this browser. */
  setPendingSignIn(
    response: unknown,
    pending: string | null,
    { token }: { readonly token: string },
  ): void {
    if (pending === null) this.clear(response, 'pending');
    else this.send(response, 'pending', { pending }, `pending ${token}`, pendingSignInMs / 1_000);
  }

  pendingSignIn(request: CookieHeaders, { token }: { readonly token: string }): string | undefined {
    return this.open<{ pending: string }>(request, 'pending', `pending ${token}`)?.pending;
  }

  private send(
    response: unknown,
    name: string,
    content: unknown,
    context: string,
    lifetime: number,
  ): void {
    this.set(response, name, this.seal.sealText(content, context, lifetime * 1_000), lifetime);
  }

  private take<T>(
    request: CookieHeaders,
    response: unknown,
    name: string,
    context: string,
  ): T | undefined {
    const content = this.open<T>(request, name, context);
    if (content !== undefined) this.clear(response, name);
    return content;
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
    const path = this.address.path('').replaceAll(/[^\w]+/g, '-');
    return `${this.address.secure ? '__Host-' : ''}accounts${path}-${name}`;
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

function buildContext({ reader, location }: NoticeAddress): string {
  return `notice ${reader} ${withoutQuery(location)}`;
}

function contextOfForm({ reader, location }: NoticeAddress): string {
  return `kept form ${reader} ${withoutQuery(location)}`;
}

function withoutQuery(location: string): string {
  return location.split('?', 1)[0]!;
}
