import { Injectable } from '@nestjs/common';
import { authenticatedAt } from '../access/sessions/sessions.service.js';
import type { Account, Session } from '../database/records.js';
import { AccountSuspendedError } from '../errors/error-registry.js';
import type { MountedSessions, OriginRequest } from '../http/mounted-accounts.js';
import type { SessionPrincipal } from '../principals/session-principal.js';
import type { IncomingHeaders } from '../request/incoming-headers.js';
import { AllowedOrigins } from './allowed-origins.js';
import { BrowsersService } from './browsers.service.js';
import { SessionCookies } from './session-cookies.js';

/** The sessions as guards of host routes use them. */
@Injectable()
export class HostSessions implements MountedSessions {
  constructor(
    private readonly browsers: BrowsersService,
    private readonly cookies: SessionCookies,
    private readonly origins: AllowedOrigins,
  ) {}

  get cookieName(): string {
    return this.cookies.name;
  }

  async find(request: IncomingHeaders): Promise<SessionPrincipal | undefined> {
    const { account, session, suspendedSession } = await this.browsers.read(request);
    if (suspendedSession) throw new AccountSuspendedError();
    return account && session && toPrincipal(account, session);
  }

  assertOrigin(request: OriginRequest): void {
    this.origins.assert(request);
  }
}

export function toPrincipal(account: Account, session: Session): SessionPrincipal {
  const { id: sessionId, amr, expiresAt } = session;
  return {
    kind: 'session',
    account,
    sessionId,
    authenticatedAt: authenticatedAt(session),
    amr,
    expiresAt,
  };
}
