import {
  Controller,
  Get,
  HttpException,
  type INestApplication,
  Module,
  UseFilters,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DocumentBuilder } from '@nestjs/swagger';
import { gzipSync } from 'node:zlib';
import request from 'supertest';
import { byHost } from '../../src/request/requester.js';
import { CurrentPrincipal, type Principal } from '../../src/principals/principal.js';
import { AccountsModule } from '../../src/accounts.module.js';
import type { AccountsModuleOptions } from '../../src/accounts.options.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { CreateAccountDto } from '../../src/accounts/dto/create-account.dto.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import type { ApiVersion } from '../../src/http/versions/api-versions.js';
import { AccountsErrorFilter } from '../../src/http/accounts-error.filter.js';
import { BearerAuth } from '../../src/http/bearer-auth.decorator.js';
import { addAccountsSecurity } from '../../src/http/security.schemes.js';
import { ValidationFailedError } from '../../src/errors/validation-failed.error.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

/** Invented API versions. Version 2.1 renames an account’s `name` to `title`. */
const invented: readonly ApiVersion[] = [
  { version: '2.0' },
  {
    version: '2.1',
    difference: {
      request: (operation, body) => {
        const { title, ...rest } = body as { title?: string };
        return operation === 'accounts.update' && title !== undefined
          ? { ...rest, name: title }
          : body;
      },
      response: (operation, body) => {
        if (!operation.startsWith('accounts.')) return body;
        const { account, ...rest } = body as { account: { name: string } };
        const { name: title, ...members } = account;
        return { account: { title, ...members }, ...rest };
      },
    },
  },
  { version: '2.2' },
];

@Controller('host')
class HostController {
  @Get('guarded')
  @BearerAuth('account:read')
  guarded(@CurrentPrincipal() { account }: Principal) {
    return { name: account.name, secret: 'passwordHash' in account };
  }

  @Get('busy')
  @UseFilters(AccountsErrorFilter)
  busy() {
    throw new HttpException('busy', 429);
  }

  @Get()
  read() {
    return { own: true };
  }
}

describe.each([
  ['express', () => new ExpressAdapter()],
  ['fastify', () => new FastifyAdapter()],
] as const)('the module mounted twice in a host (%s)', (name, adapter) => {
  const databases: TestDatabase[] = [];
  let host: INestApplication;
  const tokens: string[] = [];
  beforeAll(async () => {
    databases.push(await createTestDatabase(), await createTestDatabase());
    const options = (index: number): AccountsModuleOptions => ({
      database: { url: databases[index]!.url },
      publicUrl: 'https://host.example',
      secretKeys: ['a secret of thirty-two characters or more'],
      rateLimits: { 'accounts.read': { limit: index === 0 ? 100 : 2, windowMs: 60_000 } },
    });
    @Module({
      imports: [
        AccountsModule.forRoot({
          ...options(0),
          apiVersions: invented,
          basePath: '/first/',
          features: [consoleFeature],
        }),
        AccountsModule.forRootAsync({
          name: 'second',
          mountPath: '/second',
          basePath: '',
          features: [consoleFeature],
          useFactory: () => Promise.resolve({ ...options(1), passwordPolicy: 'strict' as const }),
        }),
      ],
      controllers: [HostController],
    })
    class HostModule {}
    host = await NestFactory.create<INestApplication>(HostModule, adapter(), { logger: false });
    host.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true }));
    host.setGlobalPrefix('v1');
    await host.listen(0, '127.0.0.1');

    const modules = host.get(AccountsService, { strict: false, each: true });
    const applications = host.get(ApplicationsService, { strict: false, each: true });
    for (const [index, accounts] of modules.entries()) {
      const account = await accounts.create(
        {
          name: `Owner ${index}`,
          email: 'owner@example.com',
          password: 'correct horse battery 7',
          language_code: 'en',
        },
        byHost,
      );
      tokens.push(
        (await applications[index]!.create(account.id, { name: 'Client' }, byHost)).accessToken,
      );
    }
  });
  afterAll(async () => {
    await host.close();
    await Promise.all(databases.map((database) => database.drop()));
  });
  const ask = (method: 'get' | 'put' | 'post', path: string, token?: string) => {
    const sent = request(host.getHttpServer() as never)[method](`/v1${path}`);
    return token ? sent.set('Authorization', `Bearer ${token}`) : sent;
  };

  it('serves each mount under its own path, with its own database and links', async () => {
    for (const [index, path] of ['first', 'second'].entries()) {
      const { status, body } = await ask('get', `/${path}/accounts/me`, tokens[index]).set(
        'Accept-Version',
        index === 0 ? '2.0' : '1.13',
      );
      expect(status).toBe(200);
      expect(body.account.name).toBe(`Owner ${index}`);
      expect(body._links.self.href).toBe(`/v1/${path}/accounts/${body.account.id}`);
      expect((await ask('get', `/${path}/accounts/me`, tokens[1 - index])).status).toBe(401);
    }
  });

  it('serves the console and OAuth of each mount under its own path', async () => {
    for (const path of ['', '/second']) {
      const { body } = await ask('get', `${path}/.well-known/oauth-authorization-server`);
      expect(body.issuer).toBe(`https://host.example/v1${path}`);
      expect(body.token_endpoint).toBe(`https://host.example/v1${path}/oauth/token`);
      const { headers } = await ask('get', `${path}/console/account`);
      expect(headers.location).toBe(
        `/v1${path}/console/sign-in?return_to=${encodeURIComponent(`/v1${path}/console/account`)}`,
      );
      const page = await request(host.getHttpServer() as never).get(headers.location!);
      expect(page.text).toContain(`action="/v1${path}/console/sign-in"`);
    }
  });

  it('accepts forms from the host’s parser', async () => {
    const { status, body } = await ask('post', '/oauth/token').type('form').send('grant_type=x');
    expect({ status, error: body.error }).toEqual({ status: 401, error: 'invalid_client' });
    const twice = await ask('post', '/oauth/token').type('form').send('code=1&code=2');
    expect({ status: twice.status, error: twice.body.error }).toEqual({
      status: 400,
      error: 'invalid_request',
    });
  });

  it('keeps the limits of the mounts apart', async () => {
    const statuses = [];
    for (let i = 0; i < 3; i++) {
      statuses.push((await ask('get', '/second/accounts/me', tokens[1])).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect((await ask('get', '/first/accounts/me', tokens[0])).status).toBe(200);
  });

  it('keeps the password policies of the mounts apart', async () => {
    const account = {
      name: 'x',
      email: 'policy@example.com',
      password: 'fourteen char1',
      language_code: 'en',
    };
    const second = await ask('post', '/second/accounts', tokens[1]).send(account);
    expect(Object.keys(second.body.form.children)).toEqual(['password']);
    expect((await ask('post', '/first/accounts', tokens[0]).send(account)).status).toBe(200);
  });

  it('accepts bodies from the host’s parser, and members that its pipe would reject', async () => {
    const { status } = await ask('put', '/second/accounts/me', tokens[1]).send({ unknown: 1 });
    expect(status).toBe(200);
  });

  it('accepts compressed bodies if the host’s parser does', async () => {
    const { status } = await ask('put', '/second/accounts/me', tokens[1])
      .set('Content-Type', 'application/json')
      .set('Content-Encoding', 'gzip')
      .serialize((bytes: Buffer) => bytes as never)
      .send(gzipSync('{"name":"Small"}'));
    // Fastify's own parser does not accept them.
    expect(status).toBe(name === 'express' ? 200 : 400);
  });

  it('returns a different entity tag if a version represents the account differently', async () => {
    const read = (version: string, headers: Record<string, string> = {}) =>
      ask('get', '/first/accounts/me', tokens[0]).set({ 'Accept-Version': version, ...headers });
    const etag = (await read('2.0')).headers.etag!;
    const other = await read('2.1', { 'If-None-Match': etag });
    expect(other.status).toBe(200);
    expect(other.headers.etag).not.toBe(etag);
    const known = await read('2.1', { 'If-None-Match': other.headers.etag! });
    expect({ status: known.status, text: known.text }).toEqual({ status: 304, text: '' });
    const update = (ifMatch: string) =>
      ask('put', '/first/accounts/me', tokens[0]).set({
        'Accept-Version': '2.1',
        'If-Match': ifMatch,
      });
    expect((await update(etag).send({ title: 'Late' })).status).toBe(412);
    expect((await update(other.headers.etag!).send({ title: 'Owner 0' })).status).toBe(200);
  });

  it('lets a version differ from the previous one, and later versions inherit that', async () => {
    for (const [version, member] of [
      ['2.0', 'name'],
      ['2.1', 'title'],
      ['2.2', 'title'],
    ] as const) {
      const { status, body } = await ask('put', '/first/accounts/me', tokens[0])
        .set('Accept-Version', version)
        .send({ [member]: `By ${member}` });
      expect(status).toBe(200);
      expect(body.account).toMatchObject({ [member]: `By ${member}` });
      const edited = await ask('put', '/first/accounts/me', tokens[0])
        .set('Accept-Version', version)
        .send({ ...body, account: { ...body.account, [member]: `Edited ${member}` } });
      expect(edited.body.account).toMatchObject({ [member]: `Edited ${member}` });
    }
    const unknown = await ask('get', '/first/accounts/me', tokens[0]).set('Accept-Version', '1.13');
    expect(unknown.body.form.errors[0]).toContain('2.0 to 2.2');
  });

  it('does not transform responses without a body for another version', async () => {
    const { body } = await ask('post', '/first/accounts', tokens[0])
      .set('Accept-Version', '2.0')
      .send({
        name: 'Brief',
        email: 'brief@example.com',
        password: 'engine 1843',
        language_code: 'en',
      });
    const applications = host.get(ApplicationsService, { strict: false, each: true })[0]!;
    const { accessToken } = await applications.create(body.account.id, { name: 'Client' }, byHost);
    const { status } = await request(host.getHttpServer() as never)
      .delete('/v1/first/accounts/me')
      .set('Authorization', `Bearer ${accessToken}`)
      .set('Accept-Version', '2.1');
    expect(status).toBe(204);
  });

  it('rejects malformed values from host code', async () => {
    const accounts = host.get(AccountsService, { strict: false, each: true })[0]!;
    const applications = host.get(ApplicationsService, { strict: false, each: true })[0]!;
    for (const odd of [[], 5, 'x', null, undefined] as never[]) {
      await expect(accounts.create(odd, byHost)).rejects.toMatchObject({ code: 'body_not_object' });
      await expect(accounts.update('x', odd, byHost)).rejects.toMatchObject({
        code: 'body_not_object',
      });
    }
    const odd = 'a\0b';
    await expect(accounts.get(odd)).rejects.toMatchObject({ code: 'account_not_found' });
    await expect(accounts.delete(odd, byHost)).rejects.toMatchObject({ code: 'account_not_found' });
    expect(await accounts.findByEmail(odd)).toBeNull();
    expect(await applications.list(odd)).toEqual([]);
    await expect(applications.create(odd, { name: 'x' }, byHost)).rejects.toBeInstanceOf(
      ValidationFailedError,
    );
  });

  it('validates objects from host code, even instances of a DTO class', async () => {
    const accounts = host.get(AccountsService, { strict: false, each: true })[0]!;
    const forged = Object.assign(new CreateAccountDto(), { name: '', email: 'no', password: 'x' });
    await expect(accounts.create(forged, byHost)).rejects.toBeInstanceOf(ValidationFailedError);
  });

  it('lets the host guard its own routes and read the principal, without the password hash', async () => {
    expect((await ask('get', '/host/guarded')).status).toBe(401);
    const answers = await Promise.all(tokens.map((token) => ask('get', '/host/guarded', token)));
    const { body } = answers.find(({ status }) => status === 200)!;
    expect(body).toEqual({ name: expect.any(String), secret: false });
  });

  it('keeps the status of an exception that the host throws', async () => {
    expect((await ask('get', '/host/busy')).status).toBe(429);
  });

  it('leaves the host’s own routes alone', async () => {
    const { status, body, headers } = await ask('get', '/host');
    expect({ status, body }).toEqual({ status: 200, body: { own: true } });
    expect(headers['content-version']).toBeUndefined();
  });
});

describe('the module mounted in a host without any feature', () => {
  let database: TestDatabase;
  let host: INestApplication;
  beforeAll(async () => {
    database = await createTestDatabase();
    @Module({
      imports: [
        AccountsModule.forRoot({
          database: { url: database.url },
          secretKeys: ['a secret of thirty-two characters or more'],
          rateLimits: { 'sign-in': { limit: 2, windowMs: 60_000 } },
        }),
      ],
    })
    class HostModule {}
    host = await NestFactory.create(HostModule, { logger: false });
    await host.init();
  });
  afterAll(async () => {
    await host.close();
    await database.drop();
  });

  it('describes how to authenticate without OAuth, and does not exit the process', () => {
    // With its defaults, Nest exits the process if a host requests a missing provider.
    const exit = jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
    const { components } = addAccountsSecurity(new DocumentBuilder(), host).build();
    const exits = exit.mock.calls.length;
    exit.mockRestore();
    expect(exits).toBe(0);
    expect(components?.securitySchemes).toMatchObject({
      accountsBearer: { type: 'http', scheme: 'bearer' },
      accountsOAuth: { flows: {} },
    });
    // Access tokens are opaque: they are not JWTs.
    expect(components?.securitySchemes?.accountsBearer).not.toHaveProperty('bearerFormat');
  });

  it('limits sign-ins from host code per network', async () => {
    const accounts = host.get(AccountsService, { strict: false });
    const signIn = (source: string) =>
      accounts
        .authenticate('nobody@example.com', 'wrong', { ...byHost, source })
        .catch(({ code }) => code);
    expect(await signIn('2001:db8::1')).toBe('credentials_wrong');
    expect(await signIn('2001:db8::2')).toBe('credentials_wrong');
    expect(await signIn('2001:db8::3')).toBe('rate_limited');
    expect(await signIn('2001:db8:0:1::1')).toBe('credentials_wrong');
  });
});
