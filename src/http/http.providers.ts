import type { Provider } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';
import { BearerStrategy } from '../access/authentication/bearer.strategy.js';
import { PasswordHasher } from '../access/passwords/password-hasher.js';
import { accountsDefaults } from '../accounts.defaults.js';
import { apiPathToken, fromOptions, mountPathToken } from '../accounts.options.js';
import { OutageReports } from '../database/outage-reports.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import { PrincipalsService } from '../principals/principals.service.js';
import { AccountsErrorFilter } from './accounts-error.filter.js';
import { corsToken, CrossOriginGuard } from './cross-origin.guard.js';
import { ResponseHeaders } from './headers/response-headers.js';
import {
  type MountedAccounts,
  mountedAccountsToken,
  type MountedSessions,
  mountedSessionsToken,
} from './mounted-accounts.js';
import { ProtectedResources } from './protected-resources.js';
import { Links } from './urls/links.js';
import { type PublicUrl, oauthUrlToken } from './urls/public-url.js';
import { ApiVersions } from './versions/api-versions.js';

export const httpProviders: readonly Provider[] = [
  ResponseHeaders,
  AccountsErrorFilter,
  CrossOriginGuard,
  fromOptions(corsToken, ({ cors = accountsDefaults.cors }) => cors),
  {
    provide: mountedAccountsToken,
    useFactory: (
      principals: PrincipalsService,
      limits: RateLimitsService,
      hasher: PasswordHasher,
      headers: ResponseHeaders,
      outages: OutageReports,
      resources: ProtectedResources,
      sessions?: MountedSessions,
    ): MountedAccounts => ({
      strategy: new BearerStrategy(principals),
      limits,
      hasher,
      headers,
      outages,
      resources,
      sessions,
    }),
    inject: [
      PrincipalsService,
      RateLimitsService,
      PasswordHasher,
      ResponseHeaders,
      OutageReports,
      ProtectedResources,
      { token: mountedSessionsToken, optional: true },
    ],
  },
  fromOptions(
    ProtectedResources,
    ({ resources = [] }, publicUrl: PublicUrl | null, apiPath: string, mountPath: string) =>
      new ProtectedResources(resources, publicUrl, withoutPrefix(apiPath, mountPath)),
    [oauthUrlToken, apiPathToken, mountPathToken],
  ),
  fromOptions(ApiVersions, ({ apiVersions }) => new ApiVersions(apiVersions)),
  {
    provide: Links,
    useFactory: (apiPath: string, host: ApplicationConfig) => new Links(apiPath, host),
    inject: [apiPathToken, ApplicationConfig],
  },
  // The features with OAuth replace it.
  { provide: oauthUrlToken, useValue: null },
];

function withoutPrefix(path: string, prefix: string): string {
  return prefix === '' ? path : path.slice(prefix.length + 1);
}
