import { Test } from '@nestjs/testing';
import { AccountsModule } from '../accounts.module.js';
import { AccountsClient as BrowserClient } from '../browser-client/index.js';
import { RequiredScope } from '../access/authentication/scope.guard.js';
import { InAccountTransaction } from '../events/in-account-transaction.decorator.js';
import { OnAccountEvent } from '../events/on-account-event.decorator.js';
import { JetStreamSubscriber } from '../events/jetstream.subscriber.js';
import { RedisCounterStorage } from '../limits/storage/redis-counter.storage.js';
import { FileTransport } from '../mail/file.transport.js';
import { SmtpTransport } from '../mail/smtp.transport.js';
import { AccountsClient } from '../messaging/client/accounts.client.js';
import { AccountsNatsServer } from '../messaging/servers/accounts-nats.server.js';
import { WebhookSubscriber } from '../events/webhook.subscriber.js';
import { migrate } from '../database/migrations.js';
import { EmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';
import { BearerAuth } from '../http/bearer-auth.decorator.js';
import {
  AllowedOrigin,
  AnyAuth,
  OptionalAuth,
  SessionAuth,
} from '../http/session-auth.decorator.js';
import { AccountsTcpServer } from '../messaging/servers/accounts-tcp.server.js';
import { operatorFeature } from '../operator/operator.feature.js';
import {
  AccountsTestingModule,
  testPrincipal,
  testSession,
} from '../testing/accounts-testing.module.js';

const url = 'postgresql://127.0.0.1:1/monolith';

describe('An error names the misspelt or missing option', () => {
  it.each<[string, () => unknown, string]>([
    [
      'of EmbeddedPostgres.start()',
      () => EmbeddedPostgres.start('/nowhere', { setings: {} } as object),
      'EmbeddedPostgres.start() has no option setings.',
    ],
    [
      'of AccountsTcpServer',
      () => new AccountsTcpServer({ host: '127.0.0.1', port: 0, tls: {} } as never),
      'AccountsTcpServer has no option tls.',
    ],
    [
      'of operatorFeature()',
      () => operatorFeature({ gaurd: {}, identifyOperator: () => 'ada' } as never),
      'operatorFeature cannot start: gaurd is unknown.',
    ],
    [
      'of operatorFeature() with null',
      () => operatorFeature(null as never),
      'operatorFeature cannot start: guard must be a guard or its class, and identifyOperator a function.',
    ],
    [
      'of AccountsModule without forRoot()',
      () => Test.createTestingModule({ imports: [AccountsModule] }).compile(),
      'AccountsModule.forRoot() or forRootAsync()',
    ],
    [
      'of a class for forRootAsync()',
      () => {
        const useClass = class {
          createAccountOptions() {}
        };
        const imports = [AccountsModule.forRootAsync({ useClass: useClass as never })];
        return Test.createTestingModule({ imports }).compile();
      },
      'AccountsModule cannot start: useClass and useExisting require a method createAccountsOptions.',
    ],
    [
      'of AccountsTestingModule.forRoot()',
      () => AccountsTestingModule.forRoot({ tokens: {}, token: {} } as never),
      'AccountsTestingModule.forRoot() has no option token.',
    ],
    [
      'of testPrincipal()',
      () =>
        testPrincipal({ scopes: [], account: { nmae: 'Ada' }, application: { Id: '1' } } as never),
      'A caller has no scopes, account.nmae, application.Id.',
    ],
    [
      'of @SessionAuth()',
      () => SessionAuth({ confirm: true } as object),
      '@SessionAuth() has no option confirm.',
    ],
    [
      'of migrate() without options',
      () => migrate(undefined as never),
      'migrate() requires an object with options.',
    ],
    [
      'of migrate() with a URL',
      () => migrate('postgresql://127.0.0.1/monolith' as never),
      'migrate() requires an object with options.',
    ],
    [
      'of a WebhookSubscriber without options',
      () => new WebhookSubscriber(undefined as never),
      'WebhookSubscriber requires an object with options.',
    ],
    [
      'of @InAccountTransaction() without options',
      () => InAccountTransaction('created', undefined as never),
      '@InAccountTransaction() requires an object with options.',
    ],
    ...[undefined, null, 'postgresql://127.0.0.1/monolith', 5, []].map(
      (options): [string, () => unknown, string] => [
        `of AccountsModule.forRoot(${JSON.stringify(options)})`,
        () => AccountsModule.forRoot(options as never),
        'AccountsModule cannot start: forRoot() requires an object with options.',
      ],
    ),
    ...[undefined, null, 'x', 5].map((options): [string, () => unknown, string] => [
      `of AccountsModule.forRootAsync(${JSON.stringify(options)})`,
      () => AccountsModule.forRootAsync(options as never),
      'AccountsModule cannot start: forRootAsync() requires one of useFactory, useClass and useExisting.',
    ]),
    ...Object.entries({
      'requires either url or pool.': {},
      ': url must be an address that begins with postgresql://.': { url: 5 },
      ': schema must be the name of a schema.': { url, schema: 5 },
      ': directUrl must be an address that begins with postgresql://.': { url, directUrl: 'x' },
      ': pool must be a Pool of pg.': { pool: {} },
      ': adapter cannot migrate: pass url or pool.': { adapter: {} },
      ': folder must be the URL of a folder.': { url, folder: '/migrations' },
    }).map(([problem, options]): [string, () => unknown, string] => [
      `of migrate(${JSON.stringify(options)})`,
      () => migrate(options as never),
      problem,
    ]),
    [
      'of a WebhookSubscriber without secrets',
      () => new WebhookSubscriber({ url: 'https://host.example' } as never),
      'WebhookSubscriber: secrets must list secrets of whsec_ and 24 to 64 bytes in base64.',
    ],
    [
      'of a WebhookSubscriber with a timeout that is no number',
      () => new WebhookSubscriber({ url: 5, secrets: [], timeoutMs: '5' } as never),
      'WebhookSubscriber: url must begin with http:// or https:// and have no user and password; secrets must',
    ],
    [
      'of a JetStreamSubscriber',
      () => new JetStreamSubscriber({} as never),
      'JetStreamSubscriber: servers must be an address or a list of them.',
    ],
    [
      'of AccountsNatsServer without options',
      () => new AccountsNatsServer(undefined as never),
      'AccountsNatsServer requires an object with options.',
    ],
    [
      'of AccountsNatsServer',
      () => new AccountsNatsServer({ servers: 5 } as never),
      'AccountsNatsServer: servers must be an address or a list of them.',
    ],
    [
      'of AccountsTcpServer without a host',
      () => new AccountsTcpServer({ port: '5' } as never),
      'AccountsTcpServer: host must be the host to listen at; port must be a whole number from 0 to 65535.',
    ],
    [
      'of AccountsClient without a proxy',
      () => new AccountsClient(undefined as never),
      'AccountsClient requires a ClientProxy.',
    ],
    [
      'of AccountsClient',
      () => new AccountsClient({ send: () => undefined } as never, { timeout: 5 } as object),
      'AccountsClient has no option timeout.',
    ],
    [
      'of SmtpTransport',
      () => new SmtpTransport('smtp://mail.example', { timeoutMs: '5' } as never),
      'SmtpTransport: timeoutMs must be a whole number from 1 to 2147483647.',
    ],
    ...[0, -1, NaN, null].map((timeoutMs): [string, () => unknown, string] => [
      `of AccountsClient with the timeout ${timeoutMs}`,
      () => new AccountsClient({ send: () => undefined } as never, { timeoutMs } as never),
      'AccountsClient: timeoutMs must be a whole number from 1 to 2147483647.',
    ]),
    [
      'of the AccountsClient of browsers',
      () => new BrowserClient({ langauge: 'de' } as object),
      'AccountsClient has no option langauge.',
    ],
    [
      'of the AccountsClient of browsers, in its messages',
      () => new BrowserClient({ messages: { unreachabel: 'Offline' } as object }),
      'AccountsClient has no option messages.unreachabel.',
    ],
    [
      'of signInWithPasskey()',
      () => new BrowserClient().signInWithPasskey({ conditonal: true } as never),
      'signInWithPasskey() has no option conditonal.',
    ],
    [
      'of SmtpTransport in its URL',
      () => new SmtpTransport('smtp://mail.example?startls=off'),
      'url cannot have the parameter startls',
    ],
    [
      'of FileTransport',
      () => new FileTransport(undefined as never),
      'FileTransport requires the path of a folder.',
    ],
    [
      'of EmbeddedPostgres.start() without a folder',
      () => EmbeddedPostgres.start(undefined as never),
      'EmbeddedPostgres.start() requires the path of a folder.',
    ],
    [
      'of RedisCounterStorage.connect()',
      () => RedisCounterStorage.connect(undefined as never),
      'RedisCounterStorage.connect() requires a URL that begins with redis:// or rediss://.',
    ],
    ...[undefined, '', 5, ['account:read']].map((scope): [string, () => unknown, string] => [
      `of @RequiredScope(${JSON.stringify(scope)})`,
      () => RequiredScope(scope as never)(class {}),
      '@RequiredScope() requires the name of a scope.',
    ]),
    ...[
      [['billing'], 'account.created'],
      [5, 'account.created'],
      ['billing', 'account.created', 5],
      ['billing', ['account.created', 'account.deleted']],
      ['billing', { mount: 'accounts' }, 'account.created'],
    ].map((given): [string, () => unknown, string] => [
      `of @OnAccountEvent() with ${JSON.stringify(given)}`,
      () => (OnAccountEvent as (...given: unknown[]) => unknown)(...given),
      '@OnAccountEvent() requires a name, then types of events, and last, if any, the options.',
    ]),
    [
      'of @InAccountTransaction() with one table',
      () => InAccountTransaction('created', { tables: 'customers' } as never),
      '@InAccountTransaction(): tables must list the names of tables.',
    ],
    [
      'of AccountsTestingModule.forRoot() with a list of tokens',
      () => AccountsTestingModule.forRoot({ tokens: ['token'] } as never),
      'AccountsTestingModule.forRoot(): tokens must hold callers by token.',
    ],
    [
      'of testPrincipal() with null',
      () => testPrincipal(null as never),
      'A caller must be an object.',
    ],
    [
      'of testPrincipal() with members of other types',
      () =>
        testPrincipal({
          ...{ kind: 'session', scope: 'account:read', expiresAt: '2030-01-01' },
          ...{ account: 'ada', application: null, tokenId: 5, viaQuery: 'no' },
        } as never),
      'A caller cannot have these members: account must be an object; application must be an object; ' +
        'kind must be application, oauth or restricted; scope must list scopes; tokenId must be text; ' +
        'expiresAt must be a Date or null; viaQuery must be true or false.',
    ],
    [
      'of testPrincipal() with a date that is invalid',
      () => testPrincipal({ issuedAt: new Date('yesterday') }),
      'A caller cannot have these members: issuedAt must be a Date.',
    ],
    [
      'of testSession() with members of other types',
      () => testSession({ amr: 'pwd', sessionId: null, authenticatedAt: 0 } as never),
      'A session cannot have these members: sessionId must be text; authenticatedAt must be a Date; ' +
        'amr must list names of methods.',
    ],
    [
      'of testSession() with null',
      () => testSession(null as never),
      'A session must be an object.',
    ],
  ])('%s', async (_name, use, message) => {
    await expect(async () => use()).rejects.toThrow(message);
  });
});

describe('Options that are an instance of a class', () => {
  class Options {
    readonly database = { url };
    readonly secretKeys = ['a secret of thirty-two characters or more'];
  }

  class AsyncOptions {
    readonly useFactory = () => new Options();
  }

  it('are accepted by forRoot() and forRootAsync()', () => {
    expect(() => AccountsModule.forRoot(new Options())).not.toThrow();
    expect(() => AccountsModule.forRootAsync(new AsyncOptions())).not.toThrow();
  });
});

describe('A decorator that guards a route', () => {
  const oneScope = '@BearerAuth() accepts one scope, or none.';

  it.each<[string, (...given: never[]) => unknown, unknown[], string]>([
    ['rejects a second scope', BearerAuth, ['account:read', 'account:write'], oneScope],
    ['rejects a list of scopes', BearerAuth, [['account:read']], oneScope],
    ['rejects an object', BearerAuth, [{ scope: 'account:read' }], oneScope],
    ['rejects an empty scope', BearerAuth, [''], oneScope],
    ['rejects a use without parentheses', BearerAuth, [class {}], oneScope],
    [
      'rejects an empty scope next to sessions',
      AnyAuth,
      [''],
      '@AnyAuth() accepts one scope, or none.',
    ],
    [
      'rejects a scope of a session',
      SessionAuth,
      ['account:read'],
      '@SessionAuth() requires an object with options.',
    ],
    [
      'rejects a use without parentheses on a method',
      SessionAuth,
      [{}, 'list', {}],
      '@SessionAuth() accepts one object with options, or none.',
    ],
    [
      'rejects a confirmation that is no boolean',
      SessionAuth,
      [{ confirmed: 'yes' }],
      'confirmed of @SessionAuth() must be true or false.',
    ],
    [
      'rejects a scope of an optional caller',
      OptionalAuth,
      ['account:read'],
      '@OptionalAuth() accepts no arguments.',
    ],
    [
      'rejects an origin',
      AllowedOrigin,
      ['https://app.example.com'],
      '@AllowedOrigin() accepts no arguments.',
    ],
  ])('%s', (_name, decorator, given, message) => {
    expect(() => decorator(...(given as never[]))).toThrow(new TypeError(message));
  });

  it('accepts what its type allows', () => {
    const right = [
      [BearerAuth(), BearerAuth(undefined), BearerAuth('account:read'), AnyAuth('invoices:read')],
      [SessionAuth(), SessionAuth({}), SessionAuth({ confirmed: undefined })],
      [SessionAuth({ confirmed: true }), OptionalAuth(), AllowedOrigin()],
    ];
    for (const decorator of right.flat()) expect(decorator).toBeInstanceOf(Function);
  });
});
