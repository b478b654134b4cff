import { Module, type DynamicModule } from '@nestjs/common';
import { AccountsModule } from '../accounts.module.js';
import { DemoSeed } from './demo-seed.js';
import { HealthController } from './health.controller.js';
import { RootController } from './root.controller.js';
import type { Settings } from './settings.js';

/** The accounts module as a service of its own. */
@Module({})
export class ServiceModule {
  /** @param databaseUrl where the database of the settings was found or started */
  static forRoot(settings: Settings, databaseUrl: string): DynamicModule {
    return {
      module: ServiceModule,
      imports: [
        AccountsModule.forRoot({
          basePath: settings.basePath,
          database: { url: databaseUrl },
          secretKeys: settings.secretKeys,
          publicUrl: settings.publicUrl,
          signUp: settings.signUp,
          rateLimits: settings.rateLimits,
          redisUrl: settings.redisUrl,
          passwordHash: settings.passwordHash,
          passwordPolicy: settings.passwordPolicy,
        }),
      ],
      controllers: [HealthController, RootController],
      providers: [DemoSeed],
    };
  }
}
