import type { DynamicModule } from '@nestjs/common';
import { AccountsModule } from '../accounts.module.js';
import type { AccountEventSubscriber } from '../events/account-event.subscriber.js';
import type { AccountsFeature } from '../accounts.options.js';
import type { CounterStorage } from '../limits/storage/counter.storage.js';
import { createMailOptions } from './mail-options.js';
import type { Settings } from './settings/settings.js';
import { loadNeeding } from './start/needed-packages.js';

/**
 * Configures the accounts module from the settings, for the service and the command line.
 *
 * @param databaseUrl the database of the settings, or the one that was started
 * @param eventSubscribers none on the command line, which delivers no events
 */
export function accountsFromSettings(
  settings: Settings,
  databaseUrl: string,
  features: AccountsFeature[],
  eventSubscribers: AccountEventSubscriber[],
): DynamicModule {
  return AccountsModule.forRootAsync({
    basePath: settings.basePath,
    features,
    useFactory: async () => ({
      database: { url: databaseUrl, directUrl: settings.databaseDirectUrl },
      secretKeys: settings.secretKeys,
      publicUrl: settings.publicUrl,
      signUp: settings.signUp,
      rateLimits: settings.rateLimits,
      counterStorage: await createCounterStorage(settings.redisUrl),
      passwordHash: settings.passwordHash,
      passwordPolicy: settings.passwordPolicy,
      secondFactor: settings.secondFactor,
      eventSubscribers,
      mail: features.some(({ option }) => option === 'mail')
        ? await createMailOptions(settings)
        : undefined,
      auditDays: settings.auditDays,
      auditSourceDays: settings.auditSourceDays,
      auditSourceDaysAfterDeletion: settings.auditSourceDaysAfterDeletion,
      principalCacheBytes: settings.principalCacheBytes,
    }),
  });
}

/** Only a service that uses Redis loads its client. */
async function createCounterStorage(redisUrl?: string): Promise<CounterStorage | undefined> {
  if (!redisUrl) return undefined;
  const { RedisCounterStorage } = await loadNeeding(
    'REDIS_URL needs one more package',
    '@redis/client',
    () => import('../limits/storage/redis-counter.storage.js'),
  );
  return RedisCounterStorage.connect(redisUrl);
}
