import type { BearerStrategy } from '../access/authentication/bearer.strategy.js';
import type { PasswordHasher } from '../access/passwords/password-hasher.js';
import type { OutageReports } from '../database/outage-reports.js';
import type { RateLimitsService } from '../limits/rate-limits.service.js';
import type { SessionPrincipal } from '../principals/session-principal.js';
import type { IncomingHeaders } from '../request/incoming-headers.js';
import type { ProtectedResources } from './protected-resources.js';
import type { ResponseHeaders } from './headers/response-headers.js';

/** A request whose origin is checked. The handshake of a WebSocket may lack a method. */
export interface OriginRequest extends IncomingHeaders {
  readonly method?: string | undefined;
}

/** The sessions of `signInFeature`, as guards of host routes use them. */
export interface MountedSessions {
  /** The name of the cookie with the session token. */
  readonly cookieName: string;
  /** Returns the caller with the valid session cookie of a request, if any. @throws AccountSuspendedError */
  find(request: IncomingHeaders): Promise<SessionPrincipal | undefined>;
  /** @throws OriginNotAllowedError if another site's page may have sent a request that changes something */
  assertOrigin(request: OriginRequest): void;
}

/** The injection token of {@link MountedSessions}, which only `signInFeature` provides. */
export const mountedSessionsToken = Symbol('ACCOUNTS_SESSIONS');

export interface MountedAccounts {
  readonly strategy: BearerStrategy;
  readonly limits: RateLimitsService;
  readonly hasher: Pick<PasswordHasher, 'queueMs'>;
  readonly headers: ResponseHeaders;
  readonly outages: OutageReports;
  readonly resources: ProtectedResources;
  /** Undefined without `signInFeature`. */
  readonly sessions: MountedSessions | undefined;
}

/**
 * The injection token of {@link MountedAccounts}, shared by all copies of this package. Nest names it in its error if a
 * host's module has a guarded route but does not import `AccountsModule`.
 */
export const mountedAccountsToken = Symbol.for('nest-accounts/AccountsModule');
