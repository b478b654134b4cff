import type { Type } from '@nestjs/common';
import { byHost } from '../../src/request/requester.js';
import { AuditTrail } from '../../src/audit/audit-trail.js';
import { AccountsModule } from '../../src/accounts.module.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import type {
  ImportInput,
  ImportOptions,
} from '../../src/accounts/imports/account-imports.service.js';
import type { ImportResult } from '../../src/accounts/imports/import-result.js';
import type { AccountsModuleOptions } from '../../src/accounts.options.js';
import { AccountExportService } from '../../src/export/account-export.service.js';
import type { Account, SqlTransaction } from '../../src/database/records.js';
import { InAccountTransaction } from '../../src/events/in-account-transaction.decorator.js';
import type { PrismaService } from '../../src/database/prisma.service.js';
import { foreignVectors } from '../support/foreign-hashes.js';
import { leastOptions, startHost } from '../support/hosts/guest.js';
import { newEmail, startService, type TestService } from '../support/hosts/service.js';
import { createTestDatabase, hostPool, type TestDatabase } from '../support/servers/postgres.js';

const byOwner = { ...byHost, source: '192.0.2.1' };

const row = (members: object = {}) => ({
  ...{ email: newEmail(), name: 'Ada Lovelace', language_code: 'en' },
  ...members,
});

/** Imports rows. Returns their results and the summary. */
async function run(
  accounts: AccountsService,
  rows: readonly unknown[],
  options: ImportOptions = {},
): Promise<{ results: ImportResult[]; summary: object }> {
  const results: ImportResult[] = [];
  const report = (result: ImportResult) => results.push(result);
  const input = rows as readonly ImportInput[];
  const summary = await accounts.import(input, byHost, { ...options, report });
  return { results, summary };
}

const reasons = ({ reasons: found }: ImportResult) =>
  found.map(({ member, code }) => `${member} ${code}`);

describe('AccountsService.import()', () => {
  let service: TestService;
  let accounts: AccountsService;
  let prisma: PrismaService;
  beforeAll(async () => {
    service = await startService();
    ({ prisma } = service);
    accounts = service.app.get(AccountsService, { strict: false });
  });
  afterAll(() => service.close());

  const imported = async (...rows: object[]) => (await run(accounts, rows)).results;
  const readHash = async (id: string) =>
    (await prisma.account.findUniqueOrThrow({ where: { id } })).passwordHash;

  it('creates accounts with all their members', async () => {
    const sent = row({
      phone: '(202) 358-0001',
      client: 'Old app',
      default_notification_phone: { number: '+1 202 358 0001' },
      created_at: '2016-01-18T14:49:37.123+00:00',
      email_verified_at: '2016-01-19',
      suspended_at: '2020-02-29T12:00:00Z',
      external_id: 17,
    });
    const before = new Date();
    const { results, summary } = await run(accounts, [sent]);
    expect(summary).toEqual({ created: 1, existing: 0, rejected: 0 });
    const id = results[0]!.id!;
    expect(results).toEqual([{ line: 1, status: 'created', id, external_id: '17', reasons: [] }]);
    const account = await accounts.get(id);
    expect(account).toMatchObject({
      email: sent.email,
      name: 'Ada Lovelace',
      languageCode: 'en',
      phone: '(202) 358-0001',
      client: 'Old app',
      notificationPhone: '+12023580001',
      createdAt: new Date('2016-01-18T14:49:37.123Z'),
      suspendedAt: new Date('2020-02-29T12:00:00Z'),
      emailFrequency: 'daily',
      revision: 1,
    });
    expect(account.updatedAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(await accounts.status(account)).toMatchObject({
      emailVerifiedAt: new Date('2016-01-19'),
    });
  });

  it.each(foreignVectors.map(({ system, ...vector }) => [system, vector] as const))(
    'lets the owner sign in, and replaces the hash: %s',
    async (_, { password, hash }) => {
      const sent = row({ password_hash: hash });
      const [result] = await imported(sent);
      const id = result!.id!;
      expect(await readHash(id)).toBe(`imported:${hash}`);
      await expect(accounts.authenticate(sent.email, `x${password}`, byOwner)).rejects.toThrow(
        'credentials_wrong',
      );
      expect(await readHash(id)).toBe(`imported:${hash}`);
      const { status } = await accounts.authenticate(sent.email, password, byOwner);
      expect(status).toBe('authenticated');
      expect(await readHash(id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect((await accounts.authenticate(sent.email, password, byOwner)).status).toBe(
        'authenticated',
      );
      // The generation is that of the same password, so no session ends.
      expect((await accounts.get(id)).credentialsGeneration).toBe(1);
    },
  );

  it('replaces the hash in a password change with the correct old password', async () => {
    const { password, hash } = foreignVectors.find(({ system }) => system === 'bcrypt $2b$')!;
    const [result] = await imported(row({ password_hash: hash }));
    const changed = { old_password: password, new_password: 'correct horse 8' };
    await accounts.update(result!.id!, changed, byOwner);
    expect(await readHash(result!.id!)).toMatch(/^\$argon2id\$/);
  });

  it('creates accounts without a hash, whose owners must reset the password', async () => {
    const sent = row();
    const [result] = await imported(sent);
    await expect(accounts.authenticate(sent.email, '', byOwner)).rejects.toThrow(
      'credentials_wrong',
    );
    await accounts.setPassword(result!.id!, 'correct horse 7', byHost);
    const signedIn = await accounts.authenticate(sent.email, 'correct horse 7', byOwner);
    expect(signedIn.status).toBe('authenticated');
  });

  it.each<[string, unknown, string[]]>([
    ['no members', {}, ['email required', 'name required', 'language_code required']],
    ['an invalid email', row({ email: 'no' }), ['email email_invalid']],
    ['an unknown language', row({ language_code: 'xx' }), ['language_code language_unknown']],
    ['a blank name', row({ name: ' ' }), ['name blank']],
    ['an unknown member', row({ passwordhash: 'x' }), ['passwordhash not_a_choice']],
    ['an invalid time', row({ created_at: '2016-02-30' }), ['created_at date_invalid']],
    ['a future time', row({ email_verified_at: '2999-01-01' }), ['email_verified_at date_invalid']],
    ['an unknown hash', row({ password_hash: '{SSHA}x' }), ['password_hash password_hash_unknown']],
    [
      'a hash that costs too much',
      row({ password_hash: '$2b$15$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW' }),
      ['password_hash password_hash_costly'],
    ],
    [
      'a hash with a control character',
      row({ password_hash: 'a\0' }),
      ['password_hash control_characters'],
    ],
    ['a long external id', row({ external_id: 'x'.repeat(256) }), ['external_id too_long']],
    ['no object', 'Ada', ['null body_not_object']],
    ['a list', [], ['null body_not_object']],
    ['nothing', null, ['null body_not_object']],
    ['an error instead of a row', new Error('Unreadable.'), ['null null']],
  ])('rejects a row with %s, and no other row', async (_, broken, expected) => {
    const { results, summary } = await run(accounts, [row(), broken, row()]);
    expect(summary).toEqual({ created: 2, existing: 0, rejected: 1 });
    expect(results.map(({ line, status }) => [line, status])).toEqual([
      [1, 'created'],
      [2, 'rejected'],
      [3, 'created'],
    ]);
    expect(results[1]!.id).toBeNull();
    expect(reasons(results[1]!)).toEqual(expected);
    for (const { message } of results[1]!.reasons) expect(message).toMatch(/^[A-Z].+\.$/);
  });

  it('returns the external id of a rejected row', async () => {
    const { results } = await run(accounts, [{ external_id: 'auth0|17' }]);
    expect(results).toMatchObject([{ status: 'rejected', external_id: 'auth0|17' }]);
  });

  it('reports an existing email with the id of its account, which it does not change', async () => {
    const { account } = await service.newCaller();
    const sent = row({ email: account.email.toUpperCase(), name: 'Intruder', external_id: 'a' });
    const { results, summary } = await run(accounts, [sent]);
    expect(summary).toEqual({ created: 0, existing: 1, rejected: 0 });
    expect(results).toEqual([
      { line: 1, status: 'existing', id: account.id, external_id: 'a', reasons: [] },
    ]);
    expect(await accounts.get(account.id)).toEqual(account);
  });

  it('reports an email that an account shows or can restore', async () => {
    const { account } = await service.newCaller();
    const [pending, replaced] = [newEmail(), newEmail()];
    await accounts.update(account.id, { email: pending }, { ...byHost, by: 'delegate' });
    const [left] = await imported(row({ email: replaced, email_verified_at: '2020-01-01' }));
    await accounts.update(left!.id!, { email: newEmail() }, { ...byHost, by: 'owner' });
    const results = await imported(row({ email: pending }), row({ email: replaced }));
    expect(results).toMatchObject([
      { status: 'existing', id: account.id },
      { status: 'existing', id: left!.id },
    ]);
  });

  it('creates one account for several rows with the same mailbox, from the first row', async () => {
    const email = newEmail();
    const rows = ['first', 'second'].map((name) =>
      row({ name, email: name === 'first' ? email.toUpperCase() : email }),
    );
    const results = await imported(...rows);
    expect(results).toMatchObject([{ status: 'created' }, { status: 'existing' }]);
    expect(results[1]!.id).toBe(results[0]!.id);
    expect((await accounts.get(results[0]!.id!)).name).toBe('first');
  });

  it('creates each account once in two concurrent imports of the same rows', async () => {
    const rows = Array.from({ length: 600 }, () => row());
    const runs = await Promise.all([run(accounts, rows), run(accounts, [...rows].reverse())]);
    const created = runs.flatMap(({ results }) =>
      results.filter((each) => each.status === 'created'),
    );
    expect(created).toHaveLength(600);
    const ids = new Set(runs.flatMap(({ results }) => results.map(({ id }) => id)));
    expect(ids.size).toBe(600);
  });

  it('creates nothing in a dry run, whose results are otherwise the same', async () => {
    const { account } = await service.newCaller();
    const rows = [row(), row({ email: account.email }), {}];
    const before = await prisma.account.count();
    const { results, summary } = await run(accounts, [...rows, rows[0]], { dryRun: true });
    expect(summary).toEqual({ created: 1, existing: 2, rejected: 1 });
    expect(results.map(({ status, id }) => [status, id])).toEqual([
      ['created', null],
      ['existing', account.id],
      ['rejected', null],
      ['existing', null],
    ]);
    expect(await prisma.account.count()).toBe(before);
  });

  it('records one audit event, whatever the number of rows', async () => {
    const audit = service.app.get(AuditTrail, { strict: false });
    const events = () =>
      audit.list({ events: ['account.import', 'account.create'], limit: 10_000 });
    const before = await events();
    await accounts.import(
      Array.from({ length: 300 }, () => row()),
      { ...byHost, operator: 'grace' },
    );
    await accounts.import([row()], { ...byHost, operator: 'grace' }, { dryRun: true });
    const added = (await events()).slice(0, (await events()).length - before.length);
    expect(
      added.map(({ event, operator, accountId, members }) => [event, operator, accountId, members]),
    ).toEqual([
      ['account.import', 'grace', null, ['dry_run']],
      ['account.import', 'grace', null, []],
    ]);
  });

  it('sends events to subscribers only on request', async () => {
    await prisma.$executeRaw`
      INSERT INTO event_subscriptions (name, type, seen_at) SELECT 'billing', type, now()
      FROM unnest(ARRAY['account.created', 'email.verified', 'account.updated']) AS type`;
    const sent = { email_verified_at: '2020-01-01' };
    const [silent] = (await run(accounts, [row(sent)])).results;
    const [told] = (await run(accounts, [row(sent)], { events: true })).results;
    const deliveries = await prisma.$queryRaw<{ type: string; account_id: string }[]>`
      SELECT type, account_id FROM event_deliveries WHERE subscription = 'billing' ORDER BY sequence`;
    expect(deliveries).toEqual([
      { type: 'account.created', account_id: told!.id },
      { type: 'email.verified', account_id: told!.id },
    ]);
    // Later changes of the account imported without events are events again.
    await accounts.update(silent!.id!, { name: 'Grace' }, byHost);
    const [last] = await prisma.$queryRaw<{ type: string; account_id: string }[]>`
      SELECT type, account_id FROM event_deliveries WHERE subscription = 'billing'
      ORDER BY sequence DESC LIMIT 1`;
    expect(last).toEqual({ type: 'account.updated', account_id: silent!.id });
    await prisma.$executeRaw`DELETE FROM event_subscriptions WHERE name = 'billing'`;
  });

  it('stops if reading the rows fails, and keeps the accounts that it has created', async () => {
    const rows = Array.from({ length: 300 }, () => row());
    async function* broken() {
      yield* rows;
      throw new Error('The file ended early.');
    }
    await expect(accounts.import(broken(), byHost)).rejects.toThrow('The file ended early.');
    expect(await accounts.findByEmail(rows[0]!.email)).not.toBeNull();
    const { summary } = await run(accounts, rows);
    expect(summary).toEqual({ created: 50, existing: 250, rejected: 0 });
  });

  it('exports all accounts in the form that it imports', async () => {
    const exports = service.app.get(AccountExportService, { strict: false });
    const { password, hash } = foreignVectors.find(({ system }) => system === 'Firebase')!;
    const sent = row({ password_hash: hash, email_verified_at: '2020-01-01', phone: '1' });
    const [foreign] = await imported(sent);
    const { account: own } = await service.newCaller();
    const pending = newEmail();
    await accounts.update(own.id, { email: pending }, { ...byHost, by: 'delegate' });
    const read = async (withPasswordHashes: boolean) => {
      const rows = [];
      for await (const each of exports.exportAll(byHost, { withPasswordHashes })) rows.push(each);
      return rows;
    };
    const rows = await read(true);
    expect(rows).toHaveLength(await prisma.account.count());
    const find = (id: string) => rows.find(({ external_id }) => external_id === id)!;
    expect(find(foreign!.id!)).toEqual({
      ...sent,
      external_id: foreign!.id,
      client: null,
      default_notification_phone: null,
      created_at: expect.stringMatching(/^20.+\+00:00$/),
      email_verified_at: '2020-01-01T00:00:00.000+00:00',
      suspended_at: null,
    });
    expect(find(own.id)).toMatchObject({
      email: own.email,
      password_hash: expect.stringMatching(/^\$argon2id\$/),
    });
    expect(JSON.stringify(await read(false))).not.toMatch(/password_hash|argon2/);

    const other = await startService();
    const theirs = other.app.get(AccountsService, { strict: false });
    const { summary } = await run(theirs, rows);
    expect(summary).toEqual({ created: rows.length, existing: 0, rejected: 0 });
    for (const [email, typed] of [
      [sent.email, password],
      [own.email, 'correct horse 7'],
    ] as const) {
      expect((await theirs.authenticate(email, typed, byOwner)).status).toBe('authenticated');
    }
    await other.close();
  });
});

/** The host keeps a row for each account. */
class Customers {
  @InAccountTransaction('created', { tables: ['customers'] })
  async add({ id, name }: Account, transaction: SqlTransaction): Promise<void> {
    if (name === 'Rejected') throw new Error('This tenant is full.');
    await transaction.query('INSERT INTO customers VALUES ($1)', [id]);
  }
}

class CustomersModule {}

describe('An import in a host', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  async function start(options: Partial<AccountsModuleOptions>, providers: Type[] = []) {
    const pool = hostPool({ connectionString: database.url });
    const app = await startHost([
      AccountsModule.forRoot({ ...leastOptions({ pool }), ...options }),
      { module: CustomersModule, providers },
    ]);
    return {
      accounts: app.get(AccountsService, { strict: false }),
      close: async () => {
        await app.close();
        await pool.end();
      },
    };
  }

  it('calls the hook for each row in the transaction of its batch', async () => {
    const pool = hostPool({ connectionString: database.url });
    await pool.query('CREATE TABLE customers (account_id TEXT REFERENCES accounts (id))');
    const { accounts, close } = await start({}, [Customers]);
    const rows = [row(), row({ name: 'Rejected' }), row()];
    const { results, summary } = await run(accounts, rows);
    expect(summary).toEqual({ created: 2, existing: 0, rejected: 1 });
    expect(results[1]!.reasons).toEqual([
      { member: null, code: null, message: 'This tenant is full.' },
    ]);
    const { rows: customers } = await pool.query<{ account_id: string }>('SELECT * FROM customers');
    expect(customers.map((each) => each.account_id).sort()).toEqual(
      [results[0]!.id, results[2]!.id].sort(),
    );
    expect(await accounts.findByEmail(rows[1]!.email)).toBeNull();
    await close();
    await pool.end();
  });

  it('verifies hashes of unknown formats with the function of the host', async () => {
    const { accounts, close } = await start({
      verifyForeignPassword: (hash, password) =>
        hash === `{reversed}${[...password].reverse().join('')}`,
    });
    const sent = row({ password_hash: '{reversed}drowssap' });
    const { results } = await run(accounts, [sent]);
    expect(results).toMatchObject([{ status: 'created' }]);
    await expect(accounts.authenticate(sent.email, 'sesame', byOwner)).rejects.toThrow(
      'credentials_wrong',
    );
    expect((await accounts.authenticate(sent.email, 'password', byOwner)).status).toBe(
      'authenticated',
    );
    await close();
    // The hash has been replaced, so the function is no longer needed.
    const without = await start({});
    expect((await without.accounts.authenticate(sent.email, 'password', byOwner)).status).toBe(
      'authenticated',
    );
    await without.close();
  });
});
