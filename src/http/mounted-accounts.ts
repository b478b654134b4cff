import type { BearerStrategy } from '../access/authentication/bearer.strategy.js';
import type { PasswordHasher } from '../access/passwords/password-hasher.js';
import type { OutageReports } from '../database/outage-reports.js';
import type { RateLimitsService } from '../limits/rate-limits.service.js';
import type { ResponseHeaders } from './headers/response-headers.js';

/** Everything that the bearer guard and the error filter use of the module that a host has mounted. */
export interface MountedAccounts {
  readonly strategy: BearerStrategy;
  readonly limits: RateLimitsService;
  readonly hasher: Pick<PasswordHasher, 'queueMs'>;
  readonly headers: ResponseHeaders;
  readonly outages: OutageReports;
}

/**
 * The token of {@link MountedAccounts}, the same for every copy of this package. Nest names it in the error for a host's
 * module that has a guarded route and does not import `AccountsModule`.
 */
export const mountedAccountsToken = Symbol.for('nest-accounts/AccountsModule');
