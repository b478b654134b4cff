import {
  Catch,
  Controller,
  Get,
  Injectable,
  Logger,
  Module,
  Post,
  UseFilters,
  type ArgumentsHost,
  type DynamicModule,
  type ExceptionFilter,
  type INestApplication,
} from '@nestjs/common';
import { APP_FILTER, HttpAdapterHost } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool } from 'pg';
import request from 'supertest';
import { byHost } from '../../src/request/requester.js';
import { hashToken, newAccessToken } from '../../src/principals/access-token.js';
import { CurrentPrincipal, type Principal } from '../../src/principals/principal.js';
import { AccountsModule } from '../../src/accounts.module.js';
import {
  type AccountsModuleExtras,
  type AccountsModuleOptions,
  type AccountsOptionsFactory,
  type AccountsFeature,
} from '../../src/accounts.options.js';
import { AccountsOptionsError } from '../../src/options/accounts-options.error.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import type { CreateAccountDto } from '../../src/accounts/dto/create-account.dto.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { oauthFeature } from '../../src/oauth/oauth.feature.js';
import { migrate } from '../../src/database/migrations.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import type { AccountEvent } from '../../src/events/account-event.js';
import { mailFeature } from '../../src/email-flows/mail.feature.js';
import { messagingFeature } from '../../src/messaging/messaging.feature.js';
import { operatorFeature } from '../../src/operator/operator.feature.js';
import { operatorPagesFeature } from '../../src/operator-pages/index.js';
import { signInFeature } from '../../src/sign-in/sign-in.feature.js';
import { OnAccountEvent } from '../../src/events/on-account-event.decorator.js';
import { AccountsErrorFilter } from '../../src/http/accounts-error.filter.js';
import { BearerAuth } from '../../src/http/bearer-auth.decorator.js';
import { addAccountsSecurity } from '../../src/http/security.schemes.js';
import type { Messages } from '../../src/language/languages.js';
import { leastOptions, newGuest, startHost, type AdapterName } from '../support/hosts/guest.js';
import { asking, consent, pkcePair, readRedirect } from '../support/clients/oauth.js';
import { PageClient } from '../support/clients/page-client.js';
import { createTestDatabase, hostPool, type TestDatabase } from '../support/servers/postgres.js';
import { password } from '../support/hosts/service.js';
import { until } from '../support/until.js';

const publicUrl = 'http://accounts.example';
const features: Record<string, AccountsFeature[]> = {
  'the console': [consoleFeature],
  'OAuth and the console': [oauthFeature, consoleFeature],
  'the console and OAuth': [consoleFeature, oauthFeature],
};

let database: TestDatabase;
let app: INestApplication | undefined;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await app?.close();
  app = undefined;
  await database.drop();
});

const options = (): AccountsModuleOptions => ({
  ...leastOptions({ url: database.url }),
  publicUrl,
});
const start = async (...args: Parameters<typeof startHost>): Promise<INestApplication> => {
  app = await startHost(...args);
  return app;
};
const ask = (method: 'get' | 'post', path: string, token?: string) => {
  const sent = request(app!.getHttpServer() as never)[method](path);
  return token ? sent.set('Authorization', `Bearer ${token}`) : sent;
};

describe('The module options', () => {
  /** A host service that provides the options. */
  @Injectable()
  class HostOptions implements AccountsOptionsFactory {
    createAccountsOptions = () => Promise.resolve(options());
  }

  it('can come from a host class that is instantiated for the module', async () => {
    await start([AccountsModule.forRootAsync({ useClass: HostOptions })]);
    const { token } = await newGuest(app!);
    expect((await ask('get', '/api/accounts/me', token)).status).toBe(200);
  });

  it('that are undefined count as omitted', async () => {
    const accounts = AccountsModule.forRoot({
      database: { url: database.url, directUrl: undefined, schema: undefined, poolSize: undefined },
      secretKeys: options().secretKeys,
      publicUrl: undefined,
      signUp: undefined,
      rateLimits: undefined,
      counterStorage: undefined,
      passwordHash: undefined,
      passwordPolicy: undefined,
      secondFactor: undefined,
      sessionIdleHours: undefined,
      sessionMaxDays: undefined,
      pages: undefined,
      auditDays: undefined,
      auditSourceDays: undefined,
      auditSourceDaysAfterDeletion: undefined,
      principalCacheBytes: undefined,
      apiVersions: undefined,
      messages: undefined,
      mountPath: undefined,
      basePath: undefined,
      features: undefined,
      decorators: undefined,
      isGlobal: undefined,
    });
    await start([accounts]);
    const { token } = await newGuest(app!);
    const { status, headers } = await ask('get', '/api/accounts/me', token);
    expect([status, headers['ratelimit-policy']]).toEqual([200, expect.stringContaining('1200')]);
  });

  it.each<[string, object]>([
    ['secondfactor', { secondfactor: 'required' }],
    ['database.shema', { database: { url: 'postgresql://127.0.0.1/accounts', shema: 'accounts' } }],
    ['mail', { mail: { transport: { sendMail: () => undefined }, from: 'a@accounts.example' } }],
  ])('that are unknown or do not apply fail the start by name: %s', async (name, other) => {
    const given = { ...options(), ...other };
    const message = new RegExp(`${name} (is unknown|needs mailFeature)`);
    await expect(startHost([AccountsModule.forRoot(given)])).rejects.toThrow(message);
    const made = AccountsModule.forRootAsync({ useFactory: () => given });
    await expect(startHost([made])).rejects.toThrow(message);
  });

  it.each(['console', '/OAuth/', '.well-known/x', 'operator'])(
    'cannot serve the API below /%s',
    (basePath) => {
      expect(() => AccountsModule.forRoot({ ...options(), basePath })).toThrow(
        'basePath must be a path of letters, digits, hyphens and slashes that does not begin with .well-known, console, oauth or operator',
      );
    },
  );

  it.each<[string, object]>([
    ['name must be 1 to 64 letters', { name: 5 }],
    [
      'database.schema must be',
      { database: { url: 'postgresql://127.0.0.1/accounts', schema: 5 } },
    ],
    ['database.schema must be', { database: { pool: { connect: () => undefined }, schema: 5 } }],
    ["rateLimits must be 'off'", { rateLimits: [] }],
    ['rateLimits["accounts.create"] must be {', { rateLimits: { 'accounts.create': 5 } }],
    ['messages must be an object', { messages: 'Hello' }],
  ])('fail the start by name if their type is wrong: %s', async (message, other) => {
    const given = { ...options(), ...other };
    const starting = async () => startHost([AccountsModule.forRoot(given)]);
    await expect(starting()).rejects.toThrow(`AccountsModule cannot start: ${message}`);
    await expect(starting()).rejects.toThrow(AccountsOptionsError);
  });

  it.each([
    [undefined],
    [{}],
    [{ isGlobal: true }],
    [{ useFactory: { database: {} } }],
    [{ useFactory: options, useClass: Object }],
    [{ useFactory: options, useExisting: Object }],
    [{ useClass: Object, useExisting: Object }],
  ])('must have one source: %j', (given) => {
    expect(() => AccountsModule.forRootAsync(given as never)).toThrow(
      'AccountsModule cannot start: forRootAsync() requires one of useFactory, useClass and useExisting.',
    );
  });

  it('are rejected next to a factory that would replace them', () => {
    const beside = { useFactory: options, secondFactor: 'required' };
    expect(() => AccountsModule.forRootAsync(beside)).toThrow(
      'secondFactor must be returned by the factory',
    );
    const misspelt = { useFactory: options, isglobal: true };
    expect(() => AccountsModule.forRootAsync(misspelt)).toThrow('isglobal is unknown');
  });

  it('can come from an existing provider of the host', async () => {
    let made = 0;
    @Injectable()
    class Counted extends HostOptions {
      constructor() {
        super();
        made++;
      }
    }
    @Module({ providers: [Counted], exports: [Counted] })
    class OptionsModule {}
    await start([AccountsModule.forRootAsync({ imports: [OptionsModule], useExisting: Counted })]);
    const { token } = await newGuest(app!);
    expect((await ask('get', '/api/accounts/me', token)).status).toBe(200);
    expect(made).toBe(1);
  });

  it.each(Object.entries({ ...features, OAuth: [oauthFeature] }))(
    'require a public URL for %s',
    async (_, features) => {
      const without = { ...options(), publicUrl: undefined };
      await expect(startHost([AccountsModule.forRoot({ ...without, features })])).rejects.toThrow(
        AccountsOptionsError,
      );
    },
  );
});

describe('Two mounts in one host', () => {
  let other: TestDatabase;
  beforeEach(async () => {
    other = await createTestDatabase();
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
    await other.drop();
  });
  const mount = (url: string, extras: AccountsModuleExtras) =>
    AccountsModule.forRoot({ ...leastOptions({ url }), publicUrl, ...extras });
  const mountBoth = (first: AccountsModuleExtras, second: AccountsModuleExtras) => [
    mount(database.url, first),
    mount(other.url, second),
  ];

  it.each<[string, AccountsModuleExtras, AccountsModuleExtras]>([
    ['Two mounts have the name accounts', {}, { mountPath: 'b' }],
    ['Two mounts have the name a', { name: 'a' }, { name: 'a', mountPath: 'b' }],
    [
      'The mounts a and b are both global',
      { name: 'a', isGlobal: true },
      { name: 'b', mountPath: 'b', isGlobal: true },
    ],
    ['The mounts accounts and b have the path /api/accounts in common', {}, { name: 'b' }],
    [
      'The mounts accounts and b have the path /X/api/accounts in common',
      { mountPath: 'x' },
      { name: 'b', mountPath: 'X' },
    ],
    [
      'have the path /oauth/token in common',
      { basePath: 'a', features: [oauthFeature] },
      { name: 'b', basePath: 'b', features: [consoleFeature] },
    ],
    [
      'The mounts accounts and b have the path /id/Accounts/accounts in common',
      { mountPath: 'id', basePath: '' },
      { name: 'b', mountPath: 'id/Accounts', basePath: '' },
    ],
    [
      'The mounts a and b have the path /api/accounts/api/accounts in common',
      { name: 'a', mountPath: 'api/accounts' },
      { name: 'b' },
    ],
    [
      'The mounts accounts and b have the path /console/api/accounts in common',
      { features: [consoleFeature] },
      { name: 'b', mountPath: 'console' },
    ],
    [
      'The mounts a and b both have messagingFeature',
      { name: 'a', mountPath: 'a', features: [messagingFeature] },
      { name: 'b', mountPath: 'b', features: [messagingFeature] },
    ],
  ])('fail the start with an error that names the conflict: %s', async (message, first, second) => {
    await expect(startHost(mountBoth(first, second))).rejects.toThrow(message);
  });

  it('fail the start if they use the same tables, however each connects', async () => {
    const pool = hostPool({ connectionString: database.url });
    const localhost = new URL(database.url);
    localhost.hostname = 'localhost';
    const ways = [
      { url: database.url },
      { url: localhost.href, schema: 'public' },
      { pool },
      { adapter: new PrismaPg(pool) },
    ];
    for (const way of ways) {
      const second = AccountsModule.forRoot({ ...leastOptions(way), name: 'b', mountPath: 'b' });
      await expect(startHost([mount(database.url, {}), second])).rejects.toThrow(
        'The mounts accounts and b use the same schema of the same database: give each its own',
      );
    }
    await pool.end();
  });

  it.each<AdapterName>(['express', 'fastify'])(
    'serve all routes if only their mount paths are nested (%s)',
    async (adapter) => {
      const nested = { name: 'nested', mountPath: 'id/accounts' };
      await start(
        mountBoth({ mountPath: 'id', features: [messagingFeature] }, nested),
        [],
        adapter,
      );
      const services = app!.get(AccountsService, { strict: false, each: true });
      const applications = app!.get(ApplicationsService, { strict: false, each: true });
      for (const [index, path] of ['/id', '/id/accounts'].entries()) {
        const created = { name: path, email: 'a@example.com', password, language_code: 'en' };
        const { id } = await services[index]!.create(created, byHost);
        const { accessToken } = await applications[index]!.create(id, { name: 'a' }, byHost);
        const { body } = await ask('get', `${path}/api/accounts/me`, accessToken);
        expect(body.account.name).toBe(path);
      }
    },
  );

  it('can use two schemas of one database, and share them with other processes', async () => {
    const pool = hostPool({ connectionString: database.url });
    await migrate({ pool, schema: 'partners' });
    const mounts = () => [
      mount(database.url, {}),
      AccountsModule.forRoot({
        ...leastOptions({ pool, schema: 'partners' }),
        ...{ name: 'partners', mountPath: 'partners' },
      }),
    ];
    await start(mounts());
    const another = await startHost(mounts());
    await another.close();
    await app!.close();
    await pool.end();
  });

  it('deliver events to subscribers of one mount or of all mounts', async () => {
    const seen: Record<string, string[]> = { all: [], partners: [] };
    class Subscriber {
      @OnAccountEvent('all', 'account.created')
      receiveAll(event: AccountEvent<'account.created'>): void {
        seen.all!.push(event.mount);
      }

      @OnAccountEvent('partners', 'account.created', { mount: 'partners' })
      receivePartners(event: AccountEvent<'account.created'>): void {
        seen.partners!.push(event.mount);
      }
    }
    @Module({ providers: [{ provide: 'SUBSCRIBER', useFactory: () => new Subscriber() }] })
    class SubscriberModule {}
    const mounts = mountBoth({}, { name: 'partners', mountPath: 'partners' });
    await start([...mounts, SubscriberModule]);
    const services = app!.get(AccountsService, { strict: false, each: true });
    for (const [index, accounts] of services.entries()) {
      const email = `ada${index}@example.com`;
      await accounts.create({ name: 'Ada', email, password, language_code: 'en' }, byHost);
    }
    await until(() => seen.all!.length >= 2 && seen.partners!.length >= 1);
    expect([seen.all!.sort(), seen.partners]).toEqual([['accounts', 'partners'], ['partners']]);
  });

  it('create no account in a global mount that has mailFeature, if the other mount lacks it', async () => {
    const sent: object[] = [];
    const transport = { sendMail: async (mail: object) => void sent.push(mail) };
    const mail = { transport, from: 'accounts@example.com' };
    await start([
      AccountsModule.forRoot({
        ...options(),
        ...{ mail, isGlobal: true, features: [consoleFeature, signInFeature, mailFeature] },
      }),
      mount(other.url, { name: 'partners', mountPath: 'partners', features: [signInFeature] }),
    ]);
    const { status, body } = await request(app!.getHttpServer())
      .post('/partners/api/session/sign-up')
      .set('Origin', publicUrl)
      .send({ name: 'Ada', email: 'ada@example.com', password });
    expect([status, body.account]).toMatchObject([200, { email: 'ada@example.com' }]);
    const [accounts, partners] = app!.get(AccountsService, { strict: false, each: true });
    expect(await accounts!.findByEmail('ada@example.com')).toBeNull();
    expect(await partners!.findByEmail('ada@example.com')).toMatchObject({ name: 'Ada' });
    expect(sent).toEqual([]);
  });

  it('have unique operation ids in one OpenAPI document', async () => {
    const features = [oauthFeature];
    await start(mountBoth({ features }, { name: 'staff', mountPath: 'staff', features }));
    const { paths } = SwaggerModule.createDocument(app!, new DocumentBuilder().build());
    const ids = Object.values(paths).flatMap((path) =>
      Object.values(path as Record<string, { operationId: string }>).map(
        ({ operationId }) => operationId,
      ),
    );
    expect(ids.filter((id) => id.startsWith('staff_'))).toHaveLength(ids.length / 2);
    expect(new Set(ids).size).toBe(ids.length);
    expect(paths['/api/accounts/{account_id}']!.get!.operationId).toBe('readAccount');
    expect(paths['/staff/api/accounts/{account_id}']!.get!.operationId).toBe('staff_readAccount');
  });

  it('have their own security schemes in one OpenAPI document', async () => {
    const features = [oauthFeature];
    const [first, staff] = mountBoth({ features }, { name: 'staff', mountPath: 'staff', features });
    const guarded = (path: string, accounts: DynamicModule) => {
      @Controller(path)
      @BearerAuth()
      class GuardedController {
        @Get()
        @BearerAuth('account:read')
        read() {}
      }
      @Module({ imports: [accounts], controllers: [GuardedController] })
      class GuardedModule {}
      return GuardedModule;
    };
    await start([first!, staff!, guarded('notes', first!), guarded('staff-notes', staff!)]);
    const describe = () =>
      SwaggerModule.createDocument(app!, addAccountsSecurity(new DocumentBuilder(), app!).build());
    const { paths, components = {} } = describe();
    expect(describe().paths).toEqual(paths);

    const names = [
      ...['accountsBearer', 'accountsQuery', 'accountsOAuth', 'accountsClient', 'accountsOpenId'],
    ];
    const { securitySchemes = {} } = components;
    expect(Object.keys(securitySchemes)).toEqual([
      ...names,
      ...names.map((each) => `staff_${each}`),
    ]);
    for (const [prefix, base] of [
      ['', ''],
      ['staff_', '/staff'],
    ]) {
      expect(securitySchemes[`${prefix}accountsOAuth`]).toMatchObject({
        flows: {
          authorizationCode: {
            authorizationUrl: `${base}/oauth/authorize`,
            tokenUrl: `${base}/oauth/token`,
          },
        },
      });
    }
    const used = (prefix: string) =>
      Object.entries(paths)
        .filter(([path]) => path.startsWith('/staff') === (prefix !== ''))
        .flatMap(([, path]) => Object.values(path as Record<string, { security?: object[] }>))
        .flatMap(({ security = [] }) => security.flatMap((each) => Object.keys(each)));
    for (const prefix of ['', 'staff_']) {
      expect(new Set(used(prefix))).toEqual(new Set(names.map((name) => prefix + name)));
    }

    await app!.close();
    await start([first!]);
    expect(describe().components!.schemas).toEqual(components.schemas);
  });

  it('fail the start if a method names an unknown mount', async () => {
    class Subscriber {
      @OnAccountEvent('billing', 'account.created', { mount: 'partnres' })
      receive(): void {}
    }
    @Module({ providers: [Subscriber] })
    class SubscriberModule {}
    const modules = [AccountsModule.forRoot(options()), SubscriberModule];
    await expect(startHost(modules)).rejects.toThrow(
      'The method receive of Subscriber names the mount partnres, but the application has only accounts.',
    );
  });
});

describe('A mount with two features that have the same routes', () => {
  const operators = { guard: { canActivate: () => true }, identifyOperator: () => 'grace' };

  it.each(Object.entries({ operatorFeature, operatorPagesFeature }))(
    'is rejected: %s',
    (_, feature) => {
      const features = [feature(operators), feature(operators)];
      expect(() => AccountsModule.forRoot({ ...options(), features })).toThrow(
        /AccountsModule cannot start: two features have the route GET \/operator\/\S+: list each feature once/,
      );
    },
  );
});

describe('A mount with every feature that has routes', () => {
  it('describes each operation and schema under its own name in one OpenAPI document', async () => {
    const guard = { canActivate: () => true };
    const operators = operatorFeature({ guard, identifyOperator: () => 'grace' });
    const features = [oauthFeature, consoleFeature, signInFeature, operators];
    await start([AccountsModule.forRoot({ ...options(), features })]);
    const warn = jest.spyOn(Logger, 'warn').mockImplementation();
    const { paths } = SwaggerModule.createDocument(app!, new DocumentBuilder().build());
    expect(warn.mock.calls).toEqual([]);
    const ids = Object.values(paths).flatMap((path) =>
      Object.values(path as Record<string, { operationId: string }>).map(
        ({ operationId }) => operationId,
      ),
    );
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});

describe('The database of a host', () => {
  let pool: Pool;
  beforeEach(() => {
    pool = hostPool({ connectionString: database.url });
  });
  afterEach(() => pool.end());
  const tables = async (schema: string) => {
    const sql = 'SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = $1';
    return (await pool.query<{ count: number }>(sql, [schema])).rows[0]!.count;
  };
  const accountsIn = async (schema: string) => {
    const { rows } = await pool.query<{ name: string }>(`SELECT name FROM "${schema}".accounts`);
    return rows;
  };

  it('can be accessed through the host’s pool, which stays open after shutdown', async () => {
    await start([AccountsModule.forRoot(leastOptions({ pool }))]);
    const { token } = await newGuest(app!);
    expect((await ask('get', '/api/accounts/me', token)).status).toBe(200);
    await app!.close();
    expect(pool.ended).toBe(false);
    expect(await accountsIn('public')).toEqual([{ name: 'Guest' }]);
  });

  it('can hold the tables in a separate schema, with none in the public schema', async () => {
    const schema = 'people of ours';
    const before = await tables('public');
    const applied = await migrate({ pool, schema });
    expect(applied.length).toBeGreaterThan(0);
    expect(await migrate({ pool, schema })).toEqual([]);
    await start([AccountsModule.forRoot(leastOptions({ pool, schema }))]);
    const { token } = await newGuest(app!);
    expect((await ask('get', '/api/accounts/me', token)).status).toBe(200);
    expect(await accountsIn(schema)).toEqual([{ name: 'Guest' }]);
    expect(await accountsIn('public')).toEqual([]);
    expect(await tables('public')).toBe(before);
  });

  it('can be accessed through the host’s driver adapter, in the adapter’s schema', async () => {
    const schema = 'adapted';
    await migrate({ pool, schema });
    const adapter = new PrismaPg(pool, { schema });
    await start([AccountsModule.forRoot(leastOptions({ adapter }))]);
    const { token } = await newGuest(app!);
    expect((await ask('get', '/api/accounts/me', token)).status).toBe(200);
    await app!.close();
    expect(await accountsIn(schema)).toEqual([{ name: 'Guest' }]);
  });
});

describe('Message texts of a host', () => {
  const say = async (messages: Messages, language: string) => {
    await start([AccountsModule.forRoot({ ...options(), messages })]);
    const { token } = await newGuest(app!);
    const { body } = await ask('post', '/api/accounts', token)
      .set('Accept-Language', language)
      .send({ email: 'guest@example.com', password: 'x1', language_code: 'en' });
    return body.form.children;
  };

  it.each([
    ['en', 'Please fill this in.', 'At least 6 characters, please.'],
    ['fr', 'À remplir, s’il vous plaît.', 'Au moins 6 caractères.'],
  ])('replace the built-in texts: %s', async (language, required, short) => {
    const messages: Messages = {
      en: {
        required: 'Please fill this in.',
        too_short: 'At least {min, plural, one {# character} other {# characters}}, please.',
      },
      fr: {
        required: 'À remplir, s’il vous plaît.',
        too_short: 'Au moins {min} caractères.',
      },
    };
    const { name, password } = await say(messages, language);
    expect(name.errors).toEqual([required]);
    expect(password.errors).toContain(short);
  });

  it('leave all other texts unchanged', async () => {
    const { email } = await say({ en: { required: 'Please fill this in.' } }, 'en');
    expect(email.errors).toEqual(['An account with this email address already exists.']);
    await app!.close();
    await database.drop();
    database = await createTestDatabase();
    const { name } = await say({ en: { required: 'Please fill this in.' } }, 'de');
    expect(name.errors).toEqual(['Dieser Wert ist erforderlich.']);
  });

  it.each([
    ['an unknown language', { xx: { required: 'x' } }, 'messages.xx is unknown'],
    ['an unknown key', { en: { nothing: 'x' } }, 'messages.en.nothing is unknown'],
    ['a number', { en: { required: 5 } }, 'messages.en.required must be text'],
    [
      'broken ICU text',
      { en: { required: 'Please {fill' } },
      'messages.en.required cannot be used',
    ],
  ])('fail the start with %s', async (_, messages, violation) => {
    const given = { ...options(), messages: messages as unknown as Messages };
    await expect(startHost([AccountsModule.forRoot(given)])).rejects.toThrow(
      `AccountsModule cannot start: ${violation}`,
    );
  });
});

describe('Accounts without a feature', () => {
  it('leave the console and OAuth paths to the host', async () => {
    await start([AccountsModule.forRoot(leastOptions({ url: database.url }))]);
    const { body: unknown } = await ask('get', '/nothing');
    for (const path of [
      '/console',
      '/console/sign-in',
      '/console/assets/console.css',
      '/oauth/authorize',
      '/oauth/token',
      '/.well-known/oauth-authorization-server',
    ]) {
      const { status, body } = await ask('get', path);
      expect({ status, body }).toEqual({
        status: 404,
        body: { ...unknown, message: `Cannot GET ${path}` },
      });
    }
    const { token } = await newGuest(app!);
    expect((await ask('get', '/api/accounts/me', token)).status).toBe(200);
  });
});

describe('The OAuth feature', () => {
  const elsewhere = ['applications', 'account', 'sessions'];
  let browser: PageClient;
  beforeEach(async () => {
    await start([AccountsModule.forRoot({ ...options(), features: [oauthFeature] })]);
    browser = new PageClient((await app!.getUrl()).replace('[::1]', '127.0.0.1'));
  });

  it('covers everything from sign-in to revoking a grant', async () => {
    const { account } = await newGuest(app!);
    const client = await app!.get(ApplicationsService, { strict: false }).create(
      account.id,
      {
        name: 'Engine',
        redirect_uris: ['https://app.example/callback'],
      },
      byHost,
    );
    const { id } = client.application;
    const redirectUri = 'https://app.example/callback';
    const pkce = pkcePair();
    const asked = asking({ id, secret: null, redirectUri, ownToken: '' }, pkce);
    const answer = await browser.open(`/oauth/authorize?${new URLSearchParams(asked)}`);
    const { location } = answer;
    await browser.open(location!);
    const onward = await browser.submit('/console/sign-in', { email: account.email, password });
    expect(onward.location).toMatch(/^\/oauth\/authorize\?/);
    const { code } = readRedirect(await consent(browser, asked));
    const { body: tokens } = await ask('post', '/oauth/token')
      .auth(id, client.clientSecret!)
      .type('form')
      .send({
        grant_type: 'authorization_code',
        code,
        code_verifier: pkce.verifier,
        redirect_uri: redirectUri,
      });
    expect((await ask('get', '/api/accounts/me', tokens.access_token)).status).toBe(200);

    const { html } = await browser.visit('/console');
    expect(html).toContain('Engine');
    const [, revoke = ''] = /href="(\/console\/grants\/[^"]+)"/.exec(html)!;
    await browser.visit(revoke);
    expect((await browser.submit(revoke)).status).toBe(303);
    expect((await ask('get', '/api/accounts/me', tokens.access_token)).status).toBe(401);
  });

  it('has no other console pages and no links to them', async () => {
    const { account } = await newGuest(app!);
    const pages = [await browser.open('/console/sign-in'), await browser.open('/console/sign-up')];
    await browser.signIn(account.email, password);
    for (const path of ['/console/grants', '/oauth/authorize', '/console/sign-in']) {
      pages.push(await browser.visit(path));
    }
    for (const { html } of pages) {
      for (const section of elsewhere) expect(html).not.toContain(`/console/${section}`);
    }
    for (const section of elsewhere) {
      expect((await browser.open(`/console/${section}`)).status).toBe(404);
    }
  });

  it('redirects from sign-up to the authorized applications', async () => {
    await browser.open('/console/sign-up');
    const { status, location } = await browser.submit('/console/sign-up', {
      name: 'Ada',
      email: 'ada@example.com',
      password,
      language_code: 'en',
    });
    expect([status, location]).toEqual([303, '/console/grants']);
    expect((await browser.open(location!)).status).toBe(200);
  });
});

describe('The console feature', () => {
  it.each(Object.entries(features))('is complete when mounted as %s', async (_, features) => {
    await start([AccountsModule.forRoot({ ...options(), features })]);
    const { account } = await newGuest(app!);
    const browser = new PageClient((await app!.getUrl()).replace('[::1]', '127.0.0.1'));
    await browser.signIn(account.email, password);
    for (const section of ['applications', 'grants', 'account', 'sessions']) {
      const { status, html } = await browser.open(`/console/${section}`);
      expect([section, status]).toEqual([section, 200]);
      expect(html).toContain('href="/console/applications"');
    }
    const metadata = await ask('get', '/.well-known/oauth-authorization-server');
    expect(metadata.body.issuer).toBe(publicUrl);
  });

  it.each(['express', 'fastify'] as const)(
    'can be excluded from the host’s global prefix (%s)',
    async (adapter) => {
      const exclude = ['console', 'console/*path', 'oauth/*path', '.well-known/*path'];
      const modules = [AccountsModule.forRoot({ ...options(), features: [consoleFeature] })];
      await start(modules, [], adapter, (app) => app.setGlobalPrefix('v1', { exclude }));
      const { account, token } = await newGuest(app!);
      const browser = new PageClient((await app!.getUrl()).replace('[::1]', '127.0.0.1'));
      const asked = await browser.open('/console/account');
      expect(asked.location).toBe('/console/sign-in?return_to=%2Fconsole%2Faccount');
      await browser.open(asked.location!);
      const signedIn = await browser.submit('/console/sign-in', {
        email: account.email,
        password,
      });
      expect(signedIn.location).toBe('/console/account');
      expect((await browser.open('/console/account')).html).toContain('href="/console/grants"');

      const metadata = await ask('get', '/.well-known/oauth-authorization-server');
      expect(metadata.body).toMatchObject({
        issuer: publicUrl,
        token_endpoint: `${publicUrl}/oauth/token`,
      });
      const { body } = await ask('get', '/v1/api/accounts/me', token);
      expect(body._links.self.href).toBe(`/v1/api/accounts/${account.id}`);
    },
  );
});

describe('Routes of a host', () => {
  /** Marks responses to errors of the host. */
  @Catch()
  class HostFilter implements ExceptionFilter {
    constructor(private readonly adapterHost: HttpAdapterHost) {}
    catch(error: Error, host: ArgumentsHost) {
      const response = host.switchToHttp().getResponse<object>();
      this.adapterHost.httpAdapter.reply(response, { host: error.message }, 418);
    }
  }

  @Controller('guarded')
  class GuardedController {
    @Get()
    @BearerAuth()
    read(@CurrentPrincipal() { account }: Principal) {
      return { id: account.id };
    }

    @Post()
    @BearerAuth('account:write')
    write() {
      return { written: true };
    }

    @Get('broken')
    @BearerAuth()
    fail() {
      throw new Error('of the host');
    }
  }

  /** A module that imports nothing. */
  @Module({
    controllers: [GuardedController],
    providers: [{ provide: APP_FILTER, useClass: HostFilter }],
  })
  class FeatureModule {}

  const startGuarded = () =>
    start([AccountsModule.forRoot({ ...options(), isGlobal: true }), FeatureModule]);

  /** An OAuth token of another owner's application. */
  async function grantedToken(accountId: string, ...scope: string[]): Promise<string> {
    const prisma = app!.get(PrismaService, { strict: false });
    const token = newAccessToken();
    const { id: applicationId } = await prisma.application.findFirstOrThrow();
    await prisma.accessToken.create({
      data: {
        hash: hashToken(token),
        kind: 'oauth',
        applicationId,
        accountId,
        scope,
        createdAt: new Date(),
      },
    });
    return token;
  }

  it('can be guarded in a module without imports if the accounts module is global', async () => {
    await startGuarded();
    const { account, token } = await newGuest(app!);
    const { status, body } = await ask('get', '/guarded', token);
    expect({ status, body }).toEqual({ status: 200, body: { id: account.id } });
    const refused = await ask('get', '/guarded');
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      'Bearer realm="accounts"',
    ]);
    expect(refused.body.error).toBe('authentication_required');
    const unknown = await ask('get', '/guarded', newAccessToken());
    expect([unknown.status, unknown.body.error]).toEqual([401, 'invalid_token']);
  });

  it('refuse an OAuth token without the scope and accept an application’s own token', async () => {
    await startGuarded();
    const { account, token } = await newGuest(app!);
    const reading = await grantedToken(account.id, 'account:read');
    const { status, headers, body } = await ask('post', '/guarded', reading);
    expect([status, body.error]).toEqual([403, 'insufficient_scope']);
    expect(headers['www-authenticate']).toMatch(
      /^Bearer realm="accounts", error="insufficient_scope", .*scope="account:write"$/,
    );
    expect((await ask('get', '/guarded', reading)).status).toBe(200);
    const writing = await grantedToken(account.id, 'account:write');
    expect((await ask('post', '/guarded', writing)).status).toBe(201);
    expect((await ask('post', '/guarded', token)).status).toBe(201);
  });

  it('leave the host’s own errors to its filter', async () => {
    await startGuarded();
    const { token } = await newGuest(app!);
    const { status, body } = await ask('get', '/guarded/broken', token);
    expect({ status, body }).toEqual({ status: 418, body: { host: 'of the host' } });
  });

  it('report validation errors of an account that they create, as the API does', async () => {
    @Controller('people')
    class PeopleController {
      constructor(private readonly accounts: AccountsService) {}
      @Post()
      @UseFilters(AccountsErrorFilter)
      async create() {
        const wrong = { name: '', email: 'no', password: 'x' };
        const { id } = await this.accounts.create(wrong as CreateAccountDto, byHost);
        return { id };
      }
    }
    await start([AccountsModule.forRoot(options())], [PeopleController]);
    const { status, body, headers } = await ask('post', '/people').set('Accept-Language', 'fr');
    expect(status).toBe(400);
    expect(Object.keys(body.form.children).sort()).toEqual([
      'email',
      'language_code',
      'name',
      'password',
    ]);
    expect(body.form.children.language_code.errors).toEqual(['Cette valeur est obligatoire.']);
    expect(headers['content-language']).toBe('fr');
  });
});
