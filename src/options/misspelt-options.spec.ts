import { Test } from '@nestjs/testing';
import { AccountsModule } from '../accounts.module.js';
import { InAccountTransaction } from '../events/in-account-transaction.decorator.js';
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
import { AccountsTestingModule, testPrincipal } from '../testing/accounts-testing.module.js';

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
  ])('%s', async (_name, use, message) => {
    await expect(async () => use()).rejects.toThrow(message);
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
