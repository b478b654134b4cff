import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { AccountsModule } from 'nest-accounts';
import { consoleFeature } from 'nest-accounts/console';
import { accountsSchema, Database, DatabaseModule } from './database.js';
import { NotesModule } from './notes/notes.module.js';
import { AddressBook } from './team/address-book.js';
import { TeamController } from './team/team.controller.js';
import { TeamHooks } from './team/team.hooks.js';

export const port = Number(process.env.PORT ?? 3000);

@Module({
  imports: [
    DatabaseModule,
    // Our own limits. The accounts module counts its limits separately.
    ThrottlerModule.forRoot([{ ttl: 60_000, limit: 300 }]),
    AccountsModule.forRootAsync({
      // Mounts the routes directly below our global prefix: /api/accounts and so on.
      basePath: '',
      features: [consoleFeature],
      // All modules can guard their routes without importing this one.
      isGlobal: true,
      inject: [Database],
      useFactory: (database: Database) => ({
        database: { url: database.url, schema: accountsSchema },
        publicUrl: process.env.PUBLIC_URL ?? `http://localhost:${port}`,
        secretKeys: [secretKey()],
      }),
    }),
    NotesModule,
  ],
  controllers: [TeamController],
  providers: [AddressBook, TeamHooks, { provide: APP_GUARD, useClass: ThrottlerGuard }],
})
export class AppModule {}

/** The secret that encrypts the access tokens in the database. Use your own. */
function secretKey(): string {
  const { SECRET_KEY, NODE_ENV } = process.env;
  if (SECRET_KEY) return SECRET_KEY;
  if (NODE_ENV === 'production') throw new Error('SECRET_KEY is required in production.');
  return 'a secret for trying things, and for nothing else';
}
