/** A host with the packed package and the packages that its console requires. check-package.js runs it. */
import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  AccountsModule,
  AccountsService,
  AnyAuth,
  type AnyPrincipal,
  BearerAuth,
  byHost,
  CurrentPrincipal,
  migrate,
  type AccountsModuleOptions,
  type Principal,
} from 'nest-accounts';
import { consoleFeature } from 'nest-accounts/console';
import { operatorPagesFeature } from 'nest-accounts/operator-pages';
import { signInFeature } from 'nest-accounts/sign-in';

const url = process.env.DATABASE_URL!;
const options: AccountsModuleOptions = {
  database: { url, directUrl: process.env.DATABASE_DIRECT_URL, schema: undefined },
  signUp: undefined,
  rateLimits: { 'accounts.create': undefined },
  passwordHash: { lanes: undefined },
  publicUrl: 'http://127.0.0.1',
  secretKeys: ['a secret of thirty-two characters or more'],
};

const operators = operatorPagesFeature({
  guard: { canActivate: () => true },
  identifyOperator: () => 'grace',
});

@Controller('notes')
@BearerAuth('account:read')
class NotesController {
  @Get()
  list(@CurrentPrincipal() { account }: Principal) {
    return { owner: account.id, notes: [] };
  }
}

@Controller('orders')
class OrdersController {
  @Get()
  @AnyAuth('account:read')
  list(@CurrentPrincipal() { account, kind }: AnyPrincipal) {
    return { owner: account.id, kind };
  }
}

@Module({
  imports: [
    AccountsModule.forRoot({
      ...options,
      basePath: 'people',
      features: [consoleFeature, signInFeature, operators],
    }),
  ],
  controllers: [NotesController, OrdersController],
})
class Host {}

const applied = await migrate({ url, schema: 'public' });
const app = await NestFactory.create(Host, { logger: ['error'] });
await app.listen(0, '127.0.0.1');
const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse 7' };
const account = await app
  .get(AccountsService, { strict: false })
  .create({ ...person, language_code: 'en' }, byHost);
const statuses = [];
for (const path of [
  `/people/accounts/${account.id}`,
  '/notes',
  '/orders',
  '/people/session',
  '/people/session/client.js',
  '/console/sign-in',
  '/console/assets/console.css',
  '/operator/pages/accounts',
  '/.well-known/oauth-authorization-server',
]) {
  statuses.push((await fetch((await app.getUrl()) + path)).status);
}
await app.close();
console.log(JSON.stringify({ applied: applied.length, statuses: statuses.join(' ') }));
