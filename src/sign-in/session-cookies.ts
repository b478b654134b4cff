import { Injectable } from '@nestjs/common';
import { TokenSeal } from '../access/sealing/token-seal.js';
import { SessionLifetimes } from '../access/sessions/session-lifetimes.js';
import { codeRequestMs } from '../email-flows/links/email-codes.service.js';
import type { Account } from '../database/records.js';
import { pendingSignInMs } from '../factors/pending-sign-ins.js';
import { Cookies, type CookieRequest } from '../http/cookies.js';
import { toKnownAccount } from './browser.js';

/** How long a browser is remembered, the maximum of RFC 6265bis section 5.5. */
const knownSeconds = 400 * 24 * 60 * 60;

/** How many accounts a browser remembers. */
const maxKnownAccounts = 10;

/**
 * The cookies of a sign-in: the browser's token, a sign-in that waits for its second step, a requested mail, and the
 * accounts that were used in the browser.
 */
@Injectable()
export class SessionCookies {
  constructor(
    private readonly cookies: Cookies,
    private readonly seal: TokenSeal,
    private readonly lifetimes: SessionLifetimes,
  ) {}

  /** The name of the cookie with the session token. */
  get name(): string {
    return this.cookies.buildName('browser');
  }

  /** Returns the token in the browser's cookie, if any. */
  token(request: CookieRequest): string | undefined {
    return this.cookies.read(request, 'browser');
  }

  /** @param token null to delete the cookie */
  setToken(response: unknown, token: string | null): void {
    if (token === null) this.cookies.clear(response, 'browser');
    else this.cookies.set(response, 'browser', token, this.lifetimes.maxMs / 1_000);
  }

  /** Stores a sign-in for its second step; null ends it. It is valid only in this browser. */
  setPendingSignIn(
    response: unknown,
    pending: string | null,
    { token }: { readonly token: string },
  ): void {
    if (pending === null) return this.cookies.clear(response, 'pending');
    const sealed = this.seal.sealText({ pending }, `pending ${token}`, pendingSignInMs);
    this.cookies.set(response, 'pending', sealed, pendingSignInMs / 1_000);
  }

  /** Returns the sign-in of this browser that waits for its second step. */
  pendingSignIn(request: CookieRequest, { token }: { readonly token: string }): string | undefined {
    const sealed = this.cookies.read(request, 'pending');
    if (sealed === undefined) return undefined;
    return this.seal.openText<{ pending: string }>(sealed, `pending ${token}`)?.pending;
  }

  /** Returns the accounts that were used in this browser, each as {@link toKnownAccount} names it. */
  knownAccounts(request: CookieRequest): readonly string[] {
    const sealed = this.cookies.read(request, 'known');
    return (sealed === undefined ? undefined : this.seal.openText<string[]>(sealed, 'known')) ?? [];
  }

  /** Remembers that an account was used in this browser. */
  rememberAccount(
    response: unknown,
    account: Pick<Account, 'id' | 'credentialsGeneration'>,
    known: readonly string[] = [],
  ): void {
    const name = toKnownAccount(account);
    if (known.includes(name)) return;
    const others = known.filter((each) => !each.startsWith(`${account.id} `));
    const accounts = [name, ...others].slice(0, maxKnownAccounts);
    const sealed = this.seal.sealText(accounts, 'known', knownSeconds * 1_000);
    this.cookies.set(response, 'known', sealed, knownSeconds);
  }

  /** Stores the id of a request for a mail, whose code is valid only in this browser. */
  setCodeRequest(
    response: unknown,
    codeRequest: string,
    { token }: { readonly token: string },
  ): void {
    const sealed = this.seal.sealText(codeRequest, `mail ${token}`, codeRequestMs);
    this.cookies.set(response, 'mail', sealed, codeRequestMs / 1_000);
  }

  /** Returns the id of the request for a mail that this browser made last. */
  codeRequest(request: CookieRequest, { token }: { readonly token: string }): string | undefined {
    const sealed = this.cookies.read(request, 'mail');
    return sealed === undefined ? undefined : this.seal.openText<string>(sealed, `mail ${token}`);
  }
}
