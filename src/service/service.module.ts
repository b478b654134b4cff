import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { AccountsModule } from '../accounts.module.js';
import { consoleRoom } from '../console/console.rooms.js';
import type { CounterStorage } from '../limits/counter.storage.js';
import { DemoSeed } from './demo-seed.js';
import { Farewell } from './farewell.js';
import { HealthController } from './health.controller.js';
import type { Messages } from './messages.js';
import { RootController } from './root.controller.js';
import type { Settings } from './settings.js';

/** The accounts module as a service of its own. */
@Module({})
export class ServiceModule {
  /**
   * @param databaseUrl where the database of the settings was found or started
   * @param messages taken beside HTTP, or alone where the settings say so
   */
  static forRoot(settings: Settings, databaseUrl: string, messages?: Messages): DynamicModule {
    const pages = settings.httpAdapter === 'none' ? [] : [consoleRoom];
    return {
      module: ServiceModule,
      imports: [
        AccountsModule.forRootAsync({
          basePath: settings.basePath,
          rooms: [...pages, ...(messages ? [messages.room] : [])],
          useFactory: async () => ({
            database: { url: databaseUrl, directUrl: settings.databaseDirectUrl },
            secretKeys: settings.secretKeys,
            publicUrl: settings.publicUrl,
            signUp: settings.signUp,
            rateLimits: settings.rateLimits,
            counterStorage: await createCounterStorage(settings.redisUrl),
            passwordHash: settings.passwordHash,
            passwordPolicy: settings.passwordPolicy,
          }),
        }),
      ],
      controllers: [HealthController, RootController],
      providers: [DemoSeed, Farewell, ...(messages ? [messagesEndWithUs(messages)] : [])],
    };
  }
}

/** A provider, so that Nest tells the servers when the application ends. */
function messagesEndWithUs({ servers }: Messages): Provider {
  return { provide: Symbol('MESSAGE_SERVERS'), useValue: servers };
}

/** Only who uses Redis loads its client. */
async function createCounterStorage(redisUrl?: string): Promise<CounterStorage | undefined> {
  if (!redisUrl) return undefined;
  const { RedisCounterStorage } = await import('../limits/redis-counter.storage.js');
  return RedisCounterStorage.connect(redisUrl);
}
