import { Injectable } from '@nestjs/common';
import { TokenSeal } from '../../../access/sealing/token-seal.js';
import { Cookies, type CookieRequest } from '../../../http/cookies.js';
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

const noticeLifetimeSeconds = 60;

/** Long enough to sign in again. */
export const keptFormLifetimeSeconds = 10 * 60;

const languageLifetimeSeconds = 365 * 24 * 60 * 60;

/** The cookies with data for the next page. */
@Injectable()
export class ConsoleCookies {
  constructor(
    private readonly cookies: Cookies,
    private readonly seal: TokenSeal,
  ) {}

  /** Returns the language code in the browser's cookie. Any value is possible. */
  language(request: CookieRequest): string | undefined {
    return this.cookies.read(request, 'language');
  }

  setLanguage(response: unknown, code: string): void {
    this.cookies.set(response, 'language', code, languageLifetimeSeconds);
  }

  setNotice(response: unknown, notice: Notice, address: NoticeAddress): void {
    const sealed = this.seal.sealText(notice, buildContext(address), noticeLifetimeSeconds * 1_000);
    this.cookies.set(response, 'notice', sealed, noticeLifetimeSeconds);
  }

  /** Reads and deletes the notice for this page; keeps a notice for another page. */
  takeNotice(
    request: CookieRequest,
    response: unknown,
    address: NoticeAddress,
  ): Notice | undefined {
    const sealed = this.cookies.read(request, 'notice');
    const notice =
      sealed === undefined ? undefined : this.seal.openText<Notice>(sealed, buildContext(address));
    if (notice !== undefined) this.cookies.clear(response, 'notice');
    return notice;
  }

  /** Returns the token that opens a kept form. Any value is possible. */
  form(request: CookieRequest, id: string): string | undefined {
    return this.cookies.read(request, `form-${id}`);
  }

  /** @param token null to delete the cookie */
  setForm(response: unknown, id: string, token: string | null): void {
    if (token === null) this.cookies.clear(response, `form-${id}`);
    else this.cookies.set(response, `form-${id}`, token, keptFormLifetimeSeconds);
  }
}

function buildContext({ reader, location }: NoticeAddress): string {
  const [path] = location.split('?', 1);
  return `notice ${reader} ${path}`;
}
