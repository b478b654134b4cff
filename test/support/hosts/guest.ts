import type { INestApplication, ModuleMetadata, Type } from '@nestjs/common';
import { NestFactory, type AbstractHttpAdapter } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { byHost } from '../../../src/request/requester.js';
import type { AccountsModuleOptions } from '../../../src/accounts.options.js';
import { AccountsService } from '../../../src/accounts/accounts.service.js';
import { ApplicationsService } from '../../../src/applications/applications.service.js';
import type { Account } from '../../../src/database/records.js';
import { password } from './service.js';

export const adapters: Record<'express' | 'fastify', () => AbstractHttpAdapter> = {
  express: () => new ExpressAdapter(),
  fastify: () => new FastifyAdapter(),
};

export type AdapterName = keyof typeof adapters;

/** The minimal options of the module, without `publicUrl`, which only features require. */
export function leastOptions(database: AccountsModuleOptions['database']): AccountsModuleOptions {
  return {
    database,
    secretKeys: ['a secret of thirty-two characters or more'],
    rateLimits: 'off',
  };
}

class HostModule {}

/** Starts a host with these modules on a free port. */
export async function startHost(
  imports: ModuleMetadata['imports'],
  controllers: Type[] = [],
  adapter: AdapterName = 'express',
  configure: (app: INestApplication) => void = () => undefined,
): Promise<INestApplication> {
  const app = await NestFactory.create<INestApplication>(
    { module: HostModule, imports, controllers },
    adapters[adapter](),
    { logger: false, abortOnError: false },
  );
  configure(app);
  try {
    await app.listen(0, '127.0.0.1');
  } catch (error) {
    await app.close();
    throw error;
  }
  return app;
}

/** Creates an account in a host, with an application's own token. */
export async function newGuest(
  app: INestApplication,
  email = 'guest@example.com',
): Promise<{ account: Account; token: string }> {
  const account = await app.get(AccountsService, { strict: false }).create(
    {
      name: 'Guest',
      email,
      password,
      language_code: 'en',
    },
    byHost,
  );
  const applications = app.get(ApplicationsService, { strict: false });
  const { accessToken: token } = await applications.create(account.id, { name: 'Client' }, byHost);
  return { account, token };
}
