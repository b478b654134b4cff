import { Test } from '@nestjs/testing';
import { AccountsModule } from '../accounts.module.js';
import { EmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';
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
  ])('%s', async (_name, use, message) => {
    await expect(async () => use()).rejects.toThrow(message);
  });
});
