import type { Provider } from '@nestjs/common';
import { type AccountsModuleOptions, accountsOptionsToken } from '../accounts.options.js';
import { ChangeLog } from '../database/change-log.js';
import { ApplicationLastUse } from './application-last-use.js';
import { ApplicationLastUseRepository } from './application-last-use.repository.js';
import { PrincipalCache } from './principal-cache.js';
import { PrincipalsRepository } from './principals.repository.js';
import { PrincipalsService } from './principals.service.js';

/** The cache of callers. */
export const principalsProviders: readonly Provider[] = [
  PrincipalsService,
  PrincipalsRepository,
  ApplicationLastUse,
  ApplicationLastUseRepository,
  {
    provide: PrincipalCache,
    useFactory: (changes: ChangeLog, { principalCacheBytes }: AccountsModuleOptions) =>
      new PrincipalCache(changes, principalCacheBytes),
    inject: [ChangeLog, accountsOptionsToken],
  },
];
