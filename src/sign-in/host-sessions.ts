import { Injectable } from '@nestjs/common';
import { authenticatedAt, SessionsService } from '../access/sessions/sessions.service.js';
import type { Account, Session } from '../database/records.js';
import { AccountSuspendedError } from '../errors/error-registry.js';
import type { MountedSessions, OriginRequest } from '../http/mounted-accounts.js';
import { toTokenId } from '../principals/access-token.js';
import { frozenCopy } from '../principals/principal-cache.js';
import type { SessionPrincipal } from '../principals/session-principal.js';
import type { IncomingHeaders } from '../request/incoming-headers.js';
import { AllowedOrigins } from './allowed-origins.js';
import { SessionCache, type CachedSession } from './session-cache.js';
import { SessionCookies } from './session-cookies.js';

/** The sessions as guards of host routes use them, no staler than the principals of tokens. */
@Injectable()
export class HostSessions implements MountedSessions {
  constructor(
    private readonly sessions: SessionsService,
    private readonly cache: SessionCache,
    private readonly cookies: SessionCookies,
    private readonly origins: AllowedOrigins,
  ) {}

  get cookieName(): string {
    return this.cookies.name;
  }

  async find(request: IncomingHeaders): Promise<SessionPrincipal | undefined> {
    const token = this.cookies.token(request);
    const session = token === undefined ? undefined : await this.read(token);
    if (session?.account.suspendedAt) throw new AccountSuspendedError();
    return session && toPrincipal(session.account, session);
  }

  assertOrigin(request: OriginRequest): void {
    this.origins.assert(request);
  }

  private async read(token: string): Promise<CachedSession | undefined> {
    const tokenId = toTokenId(token);
    const cached = await this.cache.get(tokenId);
    const before = this.cache.now();
    const session = await (cached ? this.sessions.use(cached) : this.lookUp(token, tokenId));
    if (session && session !== cached) this.cache.keep(session, before);
    return session;
  }

  private async lookUp(token: string, tokenId: string): Promise<CachedSession | undefined> {
    const found = await this.sessions.find(token);
    if (!found) return undefined;
    const { hash: _, ...session } = found;
    return frozenCopy({ ...session, tokenId });
  }
}

export function toPrincipal(
  account: Account,
  session: Pick<Session, 'id' | 'amr' | 'createdAt' | 'confirmedAt' | 'expiresAt'>,
): SessionPrincipal {
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
