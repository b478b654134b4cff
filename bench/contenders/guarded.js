/** A host with one route for tokens and one for sessions. Sends credentials for both to its parent process. */
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AccountsModule, AccountsService, ApplicationsService, byHost } from '../../dist/index.js';
import { BearerAuth, CurrentPrincipal, SessionAuth } from '../../dist/decorators/index.js';
import { BrowserSignInService, SessionCookies, signInFeature } from '../../dist/sign-in/index.js';

class NotesController {
  byToken({ account }) {
    return { owner: account.id };
  }

  bySession({ account }) {
    return { owner: account.id };
  }
}

// Calls the decorators as functions, because JavaScript has no syntax for them.
Controller('notes')(NotesController);
for (const [name, guard] of [
  ['byToken', BearerAuth('account:read')],
  ['bySession', SessionAuth()],
]) {
  const handler = Object.getOwnPropertyDescriptor(NotesController.prototype, name);
  Get(name)(NotesController.prototype, name, handler);
  guard(NotesController.prototype, name, handler);
  CurrentPrincipal()(NotesController.prototype, name, 0);
}

class AppModule {}
Module({
  imports: [
    AccountsModule.forRoot({
      features: [signInFeature],
      database: { url: process.env.DATABASE_URL },
      secretKeys: ['a secret of the benchmark that everybody knows'],
      publicUrl: 'https://app.example',
    }),
  ],
  controllers: [NotesController],
})(AppModule);

const app = await NestFactory.create(AppModule, { logger: ['error'] });
await app.listen(0, '127.0.0.1');

const get = (type) => app.get(type, { strict: false });
const password = 'correct horse 7';
const email = `${randomUUID()}@example.com`;
const account = await get(AccountsService).create(
  { name: 'Ada', email, password, language_code: 'en' },
  byHost,
);
const { accessToken: token } = await get(ApplicationsService).create(
  account.id,
  { name: 'Engine' },
  byHost,
);
const browser = { requester: { ...byHost, source: '192.0.2.1' }, userAgent: 'Bench' };
const { token: session } = await get(BrowserSignInService).signIn(email, password, browser);
process.send({
  url: await app.getUrl(),
  byToken: { Authorization: `Bearer ${token}` },
  bySession: { Cookie: `${get(SessionCookies).name}=${session}` },
});
