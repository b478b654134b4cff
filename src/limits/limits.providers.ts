import type { Provider } from '@nestjs/common';
import {
  type AccountsModuleOptions,
  accountsOptionsToken,
  fromOptions,
} from '../accounts.options.js';
import { RateLimitsService } from './rate-limits.service.js';
import { CounterStorage } from './storage/counter.storage.js';
import { MemoryCounterStorage } from './storage/memory-counter.storage.js';

export const limitsProviders: readonly Provider[] = [
  fromOptions(CounterStorage, ({ counterStorage }) => counterStorage ?? new MemoryCounterStorage()),
  {
    provide: RateLimitsService,
    useFactory: (storage: CounterStorage, { rateLimits }: AccountsModuleOptions) =>
      new RateLimitsService(storage, rateLimits),
    inject: [CounterStorage, accountsOptionsToken],
  },
];
