import type { INestApplication } from '@nestjs/common';
import { AccountsModule } from '../../../src/accounts.module.js';
import type { AccountsModuleExtras, AccountsModuleOptions } from '../../../src/accounts.options.js';
import { AccountsService } from '../../../src/accounts/accounts.service.js';
import { consoleFeature } from '../../../src/console/console.feature.js';
import type { Account } from '../../../src/database/records.js';
import { FactorsService } from '../../../src/factors/factors.service.js';
import { byHost } from '../../../src/request/requester.js';
import { signInFeature } from '../../../src/sign-in/sign-in.feature.js';
import { createAppCode } from '../clients/authenticator-app.js';
import { SessionClient, type SessionAnswer } from '../clients/session-client.js';
import { createTestDatabase, type TestDatabase } from '../servers/postgres.js';
import { adapters, leastOptions, startHost, type AdapterName } from './guest.js';
import { newEmail, password } from './service.js';

/** The names of the cookies on https. */
export const sessionCookie = '__Host-accounts-browser';
export const pendingCookie = '__Host-accounts-pending';

type Options = Partial<AccountsModuleOptions & AccountsModuleExtras>;

/** Declares a suite with hosts that have the session routes, once for each HTTP adapter. */
export function describeSessionHosts(
  title: string,
  publicUrl: string,
  declare: (start: (options?: Options) => Promise<SessionHost>) => void,
): void {
  describe.each(Object.keys(adapters) as AdapterName[])(`${title} on %s`, (adapter) => {
    let database: TestDatabase;
    const hosts: INestApplication[] = [];
    beforeAll(async () => {
      database = await createTestDatabase();
    });
    afterAll(async () => {
      for (const host of hosts) await host.close();
      await database.drop();
    });

    declare(async (options = {}) => {
      const module = AccountsModule.forRoot({
        ...leastOptions({ url: database.url }),
        publicUrl,
        features: [signInFeature, consoleFeature],
        ...options,
      });
      const app = await startHost([module], [], adapter);
      hosts.push(app);
      return new SessionHost(app, await app.getUrl(), publicUrl);
    });
  });
}

/** A host with the session routes. */
export class SessionHost {
  constructor(
    readonly app: INestApplication,
    readonly url: string,
    private readonly publicUrl: string,
  ) {}

  get<T>(type: abstract new (...args: any[]) => T): T {
    return this.app.get<T>(type as never, { strict: false });
  }

  browser(): SessionClient {
    return new SessionClient(this.url, this.publicUrl);
  }

  newAccount(email = newEmail()): Promise<Account> {
    const members = { name: 'Ada', email, password, language_code: 'en' };
    return this.get(AccountsService).create(members, byHost);
  }

  /** Adds an authenticator app. Returns its secret. */
  async addApp(account: Account): Promise<string> {
    const factors = this.get(FactorsService);
    const { setup, secret } = factors.begin(account);
    await factors.add(account, setup, createAppCode(secret), byHost);
    return secret;
  }

  verify(browser: SessionClient, code: string): Promise<SessionAnswer> {
    return browser.call('POST', '/api/session/second-factor', { code });
  }
}
