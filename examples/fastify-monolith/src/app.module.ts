import { Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { AccountsModule } from 'nest-accounts';
import { factorsFeature } from 'nest-accounts/factors';
import { RedisCounterStorage } from 'nest-accounts/redis';
import { Database, DatabaseModule } from './database.js';
import { GuestbookController } from './guestbook.controller.js';
import { PeopleController } from './people.controller.js';

@Module({
  imports: [
    DatabaseModule,
    ThrottlerModule.forRoot([{ ttl: 60_000, limit: 10 }]),
    // Uses no console: we build our own pages, which also ask for the second factor's code.
    AccountsModule.forRootAsync({
      features: [factorsFeature],
      inject: [Database],
      useFactory: async ({ pool }: Database) => ({
        database: { pool, schema: 'accounts' },
        secretKeys: [secretKey()],
        // With Redis, all processes share one count. Otherwise each process counts separately.
        counterStorage: process.env.REDIS_URL
          ? await RedisCounterStorage.connect(process.env.REDIS_URL)
          : undefined,
        messages: {
          en: { credentials_wrong: 'We know nobody with this email and this password.' },
        },
      }),
    }),
  ],
  controllers: [PeopleController, GuestbookController],
})
export class AppModule {}

/** The secret that encrypts the access tokens in the database. Use your own. */
function secretKey(): string {
  const { SECRET_KEY, NODE_ENV } = process.env;
  if (SECRET_KEY) return SECRET_KEY;
  if (NODE_ENV === 'production') throw new Error('SECRET_KEY is required in production.');
  return 'a secret for trying things, and for nothing else';
}
