import { Injectable } from '@nestjs/common';
import { SessionsService } from '../access/sessions/sessions.service.js';
import type { CookieRequest } from '../http/cookies.js';
import { isWellFormedToken, newAccessToken } from '../principals/access-token.js';
import type { Browser } from './browser.js';
import { SessionCookies } from './session-cookies.js';

/** Finds the browser of a request by its cookies. */
@Injectable()
export class BrowsersService {
  constructor(
    private readonly cookies: SessionCookies,
    private readonly sessions: SessionsService,
  ) {}

  /** Returns the browser, with a new token if it has none. */
  async read(request: CookieRequest): Promise<Browser> {
    const token = this.cookies.token(request);
    const knownAccounts = this.cookies.knownAccounts(request);
    if (token === undefined || !isWellFormedToken(token)) {
      return { token: newAccessToken(), isNew: true, knownAccounts };
    }
    const session = await this.sessions.find(token);
    const account = session?.account;
    const pendingSignIn = this.cookies.pendingSignIn(request, { token });
    const codeRequest = this.cookies.codeRequest(request, { token });
    const browser = { token, isNew: false, pendingSignIn, codeRequest, knownAccounts };
    return account?.suspendedAt
      ? { ...browser, suspendedSession: session }
      : { ...browser, session, account };
  }
}
