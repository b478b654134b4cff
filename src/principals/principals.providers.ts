import type { Provider } from '@nestjs/common';
import { fromOptions } from '../accounts.options.js';
import { ChangeLog } from '../database/change-log.js';
import { ApplicationLastUse } from './application-last-use.js';
import { ApplicationLastUseRepository } from './application-last-use.repository.js';
import { PrincipalCache } from './principal-cache.js';
import { PrincipalsRepository } from './principals.repository.js';
import { PrincipalsService } from './principals.service.js';
import { TokenLastUse } from './token-last-use.js';
import { TokenLastUseRepository } from './token-last-use.repository.js';

/** The cache of callers. */
export const principalsProviders: readonly Provider[] = [
  PrincipalsService,
  PrincipalsRepository,
  ApplicationLastUse,
  ApplicationLastUseRepository,
  TokenLastUse,
  TokenLastUseRepository,
  fromOptions(
    PrincipalCache,
    ({ principalCacheBytes }, changes) => new PrincipalCache(changes, principalCacheBytes),
    [ChangeLog],
  ),
];
