import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { AccountsModule } from 'nest-accounts';
import { consoleFeature } from 'nest-accounts/console';
import { accountsSchema, Database, DatabaseModule } from './database.js';
import { NotesModule } from './notes/notes.module.js';
import { AddressBook } from './team/address-book.js';
import { TeamController } from './team/team.controller.js';
import { teamHooks } from './team/team.hooks.js';

export const port = Number(process.env.PORT ?? 3000);

@Module({
  imports: [
    DatabaseModule,
    // Limits of our own. Those of the accounts are counted apart and stay as they are.
    ThrottlerModule.forRoot([{ ttl: 60_000, limit: 300 }]),
    AccountsModule.forRootAsync({
      // Below our global prefix: /api/accounts and so on.
      basePath: '',
      features: [consoleFeature],
      // So that every module can guard its routes without importing this one.
      isGlobal: true,
      inject: [Database],
      useFactory: (database: Database) => ({
        database: { url: database.url, schema: accountsSchema },
        publicUrl: process.env.PUBLIC_URL ?? `http://127.0.0.1:${port}`,
        secretKeys: [secretKey()],
        hooks: teamHooks,
      }),
    }),
    NotesModule,
  ],
  controllers: [TeamController],
  providers: [AddressBook, { provide: APP_GUARD, useClass: ThrottlerGuard }],
})
export class AppModule {}

/** The secret that opens the access tokens in the database: use one of your own. */
function secretKey(): string {
  const { SECRET_KEY, NODE_ENV } = process.env;
  if (SECRET_KEY) return SECRET_KEY;
  if (NODE_ENV === 'production') throw new Error('SECRET_KEY is needed in production.');
  return 'a secret for trying things, and for nothing else';
}
