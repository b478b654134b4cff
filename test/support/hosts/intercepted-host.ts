import { Client } from 'pg';
import { AccountsModule } from '../../../src/accounts.module.js';
import type { AccountsFeature } from '../../../src/accounts.options.js';
import { AccountsService } from '../../../src/accounts/accounts.service.js';
import { byHost } from '../../../src/request/requester.js';
import { DatabaseClient } from '../../../src/database/connection/database.client.js';
import { newIdentifier } from '../../../src/database/identifier.js';
import type { Account } from '../../../src/database/records.js';
import { createTestDatabase } from '../servers/postgres.js';
import { leastOptions, startHost } from './guest.js';
import { Mailboxes } from './mailboxes.js';
import { newEmail, password } from './service.js';

/**
 * Replaces `query` of node-postgres. A pool calls it with a callback, other callers without one.
 *
 * @param send sends this statement, or another one instead
 */
export type Intercept = (send: (...all: unknown[]) => unknown, all: unknown[]) => unknown;

/** Whether this call of `query` only reads, without locks: tests block and fail the statements around it instead. */
export function isRead([statement]: unknown[]): boolean {
  const text = typeof statement === 'string' ? statement : (statement as { text?: string }).text;
  return /^(?:BEGIN|SELECT (?:"t0"|COUNT))/.test(text ?? '');
}

/** A host whose statements a test can block or fail. */
export interface InterceptedHost {
  readonly url: string;
  /** A connection whose statements are not intercepted. */
  readonly client: Client;
  readonly mailboxes: Mailboxes;
  get<T>(type: abstract new (...args: any[]) => T): T;
  /** Creates an account by copying one, because hashing its password takes most of the time. */
  newAccount(): Promise<Account>;
  close(): Promise<void>;
}

export async function startInterceptedHost(
  features: AccountsFeature[],
  intercept: Intercept,
): Promise<InterceptedHost> {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const name = new URL(database.url).pathname.slice(1);
  await client.query(`ALTER DATABASE ${name} SET deadlock_timeout = '20ms'`);
  const mailboxes = new Mailboxes();
  const module = AccountsModule.forRoot({
    ...leastOptions({ url: database.url }),
    publicUrl: 'https://accounts.example',
    features,
    mail: { transport: mailboxes, from: 'Accounts <accounts@accounts.example>' },
  });
  const app = await startHost([module]);
  const accounts = app.get(AccountsService, { strict: false });
  const person = { name: 'Ada', email: newEmail(), password, language_code: 'en' };
  const original = await accounts.create(person, byHost);
  const query = Reflect.get(DatabaseClient.prototype, 'query') as (...all: unknown[]) => unknown;
  Reflect.set(DatabaseClient.prototype, 'query', function (this: unknown, ...all: unknown[]) {
    return intercept((...sent) => query.apply(this, sent), all);
  });
  return {
    url: database.url,
    client,
    mailboxes,
    get: (type) => app.get(type, { strict: false }),
    async newAccount() {
      const { id, email } = { id: newIdentifier(), email: newEmail() };
      await client.query(
        `INSERT INTO accounts SELECT (jsonb_populate_record(template, $2::jsonb)).*
         FROM accounts AS template WHERE id = $1`,
        [original.id, JSON.stringify({ id, email, email_key: email, mailbox_key: email })],
      );
      return accounts.get(id);
    },
    async close() {
      Reflect.set(DatabaseClient.prototype, 'query', query);
      await app.close();
      await client.end();
      await database.drop();
    },
  };
}
