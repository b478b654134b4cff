/** The cost of the framework: a single route of plain NestJS, on the adapter in HTTP_ADAPTER. */
import 'reflect-metadata';
import { Controller, Get, Headers, Module, UnauthorizedException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AccountStore, present } from './account-store.js';

const store = new AccountStore(process.env.DATABASE_URL);

class AccountsController {
  async read(authorization) {
    const account = await store.authenticate(authorization);
    if (!account) throw new UnauthorizedException();
    return present(account);
  }
}

// Calls the decorators as functions, because JavaScript has no syntax for them.
const handler = Object.getOwnPropertyDescriptor(AccountsController.prototype, 'read');
Controller('api/accounts')(AccountsController);
Get('me')(AccountsController.prototype, 'read', handler);
Headers('authorization')(AccountsController.prototype, 'read', 0);

class AppModule {}
Module({ controllers: [AccountsController] })(AppModule);

const app = await NestFactory.create(AppModule, await createAdapter(), { logger: ['error'] });
await app.listen(Number(process.env.PORT), '127.0.0.1');

async function createAdapter() {
  if (process.env.HTTP_ADAPTER === 'fastify') {
    const { FastifyAdapter } = await import('@nestjs/platform-fastify');
    return new FastifyAdapter();
  }
  const { ExpressAdapter } = await import('@nestjs/platform-express');
  return new ExpressAdapter();
}
