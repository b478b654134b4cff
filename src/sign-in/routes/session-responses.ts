import { Injectable } from '@nestjs/common';
import { SessionsService } from '../../access/sessions/sessions.service.js';
import { readAccount } from '../../accounts/account.members.js';
import type { Account, Session } from '../../database/records.js';
import { SessionRequiredError } from '../../errors/error-registry.js';
import { Links } from '../../http/urls/links.js';
import type { SignInStep } from '../browser-sign-in.service.js';
import type { SessionBrowser } from '../browser.js';
import type { SessionResponseDto, SignInResponseDto } from './dto/session.dto.js';
import { SessionCookies } from '../session-cookies.js';
import { presentSession } from './session.presenter.js';

/** Creates the responses to the steps of a sign-in, and sets their cookies. */
@Injectable()
export class SessionResponses {
  constructor(
    private readonly sessions: SessionsService,
    private readonly cookies: SessionCookies,
    private readonly links: Links,
  ) {}

  async continueSignIn(
    step: SignInStep,
    browser: SessionBrowser,
    response: unknown,
  ): Promise<SignInResponseDto> {
    switch (step.status) {
      case 'signed_in':
        return this.begin(step.token, browser, response);
      case 'second_factor_required':
        this.wait(step.pending, browser, response);
        return { next: 'second_factor', methods: step.methods };
      case 'second_factor_setup_required':
        this.wait(step.pendingSetup, browser, response);
        return { next: 'second_factor_setup' };
    }
  }

  /** @throws SessionRequiredError if another request has ended the session since */
  async begin(
    token: string,
    browser: SessionBrowser,
    response: unknown,
  ): Promise<SessionResponseDto> {
    const session = await this.sessions.find(token);
    if (!session) throw new SessionRequiredError();
    this.cookies.setToken(response, token);
    this.cookies.setPendingSignIn(response, null, browser);
    this.cookies.rememberAccount(response, session.account, browser.knownAccounts);
    return this.present(session.account, session);
  }

  present(account: Account, session: Session): SessionResponseDto {
    return {
      session: presentSession(session),
      account: readAccount(account),
      _links: this.links.self('session'),
    };
  }

  /** Deletes the cookies of a browser that is signed out. */
  end(browser: SessionBrowser, response: unknown): void {
    this.cookies.setToken(response, null);
    this.cookies.setPendingSignIn(response, null, browser);
  }

  /** Sends the token of a new browser, which later requests of the same sign-in are bound to. */
  keepBrowser(browser: SessionBrowser, response: unknown): void {
    if (browser.isNew) this.cookies.setToken(response, browser.token);
  }

  /** Stores the id of a request for a mail, so that the browser can use the code in the mail. */
  keepCodeRequest(codeRequest: string, browser: SessionBrowser, response: unknown): void {
    this.keepBrowser(browser, response);
    this.cookies.setCodeRequest(response, codeRequest, browser);
  }

  private wait(pending: string, browser: SessionBrowser, response: unknown): void {
    this.keepBrowser(browser, response);
    this.cookies.setPendingSignIn(response, pending, browser);
  }
}
