import { Controller, Get, Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import request from 'supertest';
import type { Resource } from '../../src/principals/resource.js';
import { AccountsModule } from '../../src/accounts.module.js';
import type { AccountsModuleOptions } from '../../src/accounts.options.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import { oauthFeature } from '../../src/oauth/oauth.feature.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import {
  BearerAuth,
  byHost,
  CurrentPrincipal,
  type Principal,
} from '../../src/decorators/index.js';
import { hashToken, newAccessToken } from '../../src/principals/access-token.js';
import { newEmail, password } from '../support/hosts/service.js';
import { freePort } from '../support/processes/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

describe.each(['express', 'fastify'])('The scopes of a host on %s', (adapter) => {
  let app: INestApplication;
  let database: TestDatabase;
  let url: string;
  let accountId: string;
  let applicationId: string;
  let ownToken: string;

  @Controller('invoices')
  class InvoicesController {
    @Get()
    @BearerAuth('invoices:read')
    list(@CurrentPrincipal() { account, resource }: Principal) {
      return { id: account.id, resource };
    }

    @Get('account')
    @BearerAuth()
    account() {
      return { open: true };
    }
  }
  const resources = (): Resource[] => [
    {
      identifier: `${url}/invoices`,
      name: 'Invoices',
      scopes: { 'invoices:read': 'View your invoices', 'invoices:pay': 'Pay your invoices' },
    },
    { identifier: 'https://orders.example/', name: 'Orders', scopes: { 'orders:read': 'View' } },
  ];
  const options = (): AccountsModuleOptions => ({
    database: { url: database.url },
    secretKeys: ['k'.repeat(32)],
    publicUrl: url,
    resources: resources(),
  });
  async function create(
    given: AccountsModuleOptions,
    ...controllers: (typeof InvoicesController)[]
  ) {
    @Module({
      imports: [AccountsModule.forRoot({ ...given, features: [oauthFeature] })],
      controllers,
    })
    class Host {}
    const http = adapter === 'express' ? new ExpressAdapter() : new FastifyAdapter();
    return NestFactory.create(Host, http, { logger: false, abortOnError: false });
  }
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    database = await createTestDatabase();
    app = await create(options(), InvoicesController);
    await app.listen(port);
    const members = { name: 'Ada', email: newEmail(), password, language_code: 'en' };
    const account = await app.get(AccountsService, { strict: false }).create(members, byHost);
    accountId = account.id;
    const applications = app.get(ApplicationsService, { strict: false });
    const created = await applications.create(accountId, { name: 'Engine' }, byHost);
    applicationId = created.application.id;
    ownToken = created.accessToken;
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  async function newToken(resource: string | null, ...scope: string[]): Promise<string> {
    const token = newAccessToken();
    await app.get(PrismaService, { strict: false }).accessToken.create({
      data: {
        hash: hashToken(token),
        kind: 'oauth',
        ...{ applicationId, accountId, scope, resource },
        createdAt: new Date(),
        expiresAt: new Date(Date.now() + 60_000),
      },
    });
    return token;
  }
  const get = (path: string, token: string) =>
    request(url).get(path).set('Authorization', `Bearer ${token}`);

  it('admit tokens of their resource with their scope', async () => {
    const { status, body } = await get(
      '/invoices',
      await newToken(`${url}/invoices`, 'openid', 'invoices:read'),
    );
    expect({ status, body }).toEqual({
      status: 200,
      body: { id: accountId, resource: `${url}/invoices` },
    });
  });

  it.each<[string, number, string, () => Promise<string>]>([
    [
      'with another scope',
      403,
      'insufficient_scope',
      () => newToken(`${url}/invoices`, 'invoices:pay'),
    ],
    [
      'of another resource',
      401,
      'invalid_token',
      () => newToken('https://orders.example/', 'invoices:read'),
    ],
    [
      'of the account API',
      401,
      'invalid_token',
      () => newToken(null, 'account:read', 'invoices:read'),
    ],
    ['of the application itself', 401, 'invalid_token', async () => ownToken],
  ])('refuse a token %s', async (_, expected, error, token) => {
    const { status, body } = await get('/invoices', await token());
    expect([status, body.error]).toEqual([expected, error]);
  });

  it('leave other routes of the host to tokens of the account API', async () => {
    const { status, body } = await get('/invoices/account', ownToken);
    expect([status, body]).toEqual([200, { open: true }]);
    const refused = await get(
      '/invoices/account',
      await newToken(`${url}/invoices`, 'invoices:read'),
    );
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_token']);
  });

  it('lead a client without a token to the metadata of their resource (RFC 9728)', async () => {
    const { status, headers } = await request(url).get('/invoices');
    const metadata = `${url}/.well-known/oauth-protected-resource/invoices`;
    expect([status, headers['www-authenticate']]).toEqual([
      401,
      `Bearer realm="accounts", scope="invoices:read", resource_metadata="${metadata}"`,
    ]);
    const { body } = await request(url).get('/.well-known/oauth-protected-resource/invoices');
    expect(body).toMatchObject({ resource: `${url}/invoices`, resource_name: 'Invoices' });
  });

  it('must be those of a resource, or the start fails', async () => {
    @Controller('misspelt')
    class MisspeltController {
      @Get()
      @BearerAuth('invoices:raed')
      list() {}
    }
    const host = await create(options(), MisspeltController as never);
    await expect(host.init()).rejects.toThrow(
      'MisspeltController requires the scope invoices:raed, which no resource in the option resources has',
    );
    await host.close();
  });

  it('must be those of a resource in a provider that a factory creates', async () => {
    class Resolver {
      @BearerAuth('invoices:raed')
      invoices() {}
    }
    @Module({
      imports: [AccountsModule.forRoot({ ...options(), features: [oauthFeature] })],
      providers: [{ provide: 'resolver', useFactory: () => new Resolver() }],
    })
    class Host {}
    const host = await NestFactory.create(Host, { logger: false, abortOnError: false });
    await expect(host.init()).rejects.toThrow('Resolver requires the scope invoices:raed');
    await host.close();
  });

  it('must be those of the mount whose tokens the guard accepts', async () => {
    const other = await createTestDatabase();
    const { resources: _, ...withoutResources } = options();
    @Module({
      imports: [AccountsModule.forRoot({ ...withoutResources, features: [oauthFeature] })],
      controllers: [InvoicesController],
    })
    class Host {}
    const second = {
      ...options(),
      name: 'other',
      mountPath: 'other',
      database: { url: other.url },
    };
    @Module({
      imports: [Host, AccountsModule.forRoot({ ...second, publicUrl: `${url}/other` })],
    })
    class Both {}
    const host = await NestFactory.create(Both, { logger: false, abortOnError: false });
    await expect(host.init()).rejects.toThrow(
      'InvoicesController requires the scope invoices:read, which no resource in the option resources has',
    );
    await host.close();
    await other.drop();
  });

  it.each([
    ['the same scope twice', () => [...resources(), { ...resources()[0]!, identifier: 'urn:x' }]],
    ['the same URI twice', () => [...resources(), { ...resources()[1]!, scopes: { x: 'X' } }]],
    ['a scope of the account API', () => [{ ...resources()[0]!, scopes: { 'account:read': 'X' } }]],
    ['no URI', () => [{ ...resources()[0]!, identifier: 'invoices' }]],
    ['an unknown member', () => [{ ...resources()[0]!, scope: {} }]],
  ])('are rejected at the start with %s', async (_, given) => {
    const starting = create({ ...options(), resources: given() });
    await expect(starting).rejects.toThrow(/AccountsModule cannot start: resources/);
  });
});
