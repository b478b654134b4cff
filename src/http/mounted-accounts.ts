import type { BearerStrategy } from '../access/authentication/bearer.strategy.js';
import type { PasswordHasher } from '../access/passwords/password-hasher.js';
import type { OutageReports } from '../database/outage-reports.js';
import type { RateLimitsService } from '../limits/rate-limits.service.js';
import type { ProtectedResources } from './protected-resources.js';
import type { ResponseHeaders } from './headers/response-headers.js';

export interface MountedAccounts {
  readonly strategy: BearerStrategy;
  readonly limits: RateLimitsService;
  readonly hasher: Pick<PasswordHasher, 'queueMs'>;
  readonly headers: ResponseHeaders;
  readonly outages: OutageReports;
  readonly resources: ProtectedResources;
}

/**
 * The injection token of {@link MountedAccounts}, shared by all copies of this package. Nest names it in its error if a
 * host's module has a guarded route but does not import `AccountsModule`.
 */
export const mountedAccountsToken = Symbol.for('nest-accounts/AccountsModule');
