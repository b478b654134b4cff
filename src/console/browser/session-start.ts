import { Injectable } from '@nestjs/common';
import { SessionsService } from '../../access/sessions/sessions.service.js';
import type { Requester } from '../../audit/requester.js';
import type { Account } from '../../database/records.js';
import { CredentialsWrongError } from '../../errors/error-registry.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { ConsoleOptions } from '../console.options.js';
import { redirect, type Redirect } from './page-response.js';
import type { Visitor } from './visitor.js';

/** The request of a form that begins a session. */
export interface SignInRequest {
  readonly ip?: string;
  readonly headers: { readonly 'user-agent'?: string; readonly cookie?: string };
}

/** Begins sessions of the console. */
@Injectable()
export class SessionStart {
  constructor(
    private readonly sessions: SessionsService,
    private readonly address: PublicUrl,
    private readonly options: ConsoleOptions,
  ) {}

  /**
   * Begins a session and redirects. The session gets a new token, so that a token an attacker set in the browser is
   * not signed in (session fixation).
   *
   * @param returnTo the page the visitor requested. Default: the first one
   * @throws CredentialsWrongError when the password was changed after it was checked
   */
  async begin(
    { id, credentialsGeneration }: Account,
    { ip = '', headers }: SignInRequest,
    { account: before, session }: Visitor,
    requester: Requester,
    returnTo?: string,
  ): Promise<Redirect> {
    const origin = { userAgent: headers['user-agent'] ?? '', source: ip };
    const token = await this.sessions.begin(id, credentialsGeneration, origin);
    if (token === undefined) throw new CredentialsWrongError();
    if (before && session) await this.sessions.end(before.id, session.id, requester);
    return { ...this.onward(returnTo), token, pendingSignIn: null };
  }

  /** Redirects a visitor who is signed in. */
  onward(returnTo: string | undefined): Redirect {
    return redirect(returnTo ?? this.address.path(`/console/${this.options.sections[0]}`));
  }
}
