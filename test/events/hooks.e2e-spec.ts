import {
  Catch,
  ConflictException,
  type ArgumentsHost,
  type ExceptionFilter,
  type INestApplication,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { AddressInfo } from 'node:net';
import { Client, type Pool, type PoolClient } from 'pg';
import postgres from 'postgres';
import request from 'supertest';
import { byHost } from '../../src/request/requester.js';
import { AccountsModule } from '../../src/accounts.module.js';
import type { AccountsModuleOptions } from '../../src/accounts.options.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { PrismaClient } from '../../src/database/generated/client.js';
import type { SqlTransaction } from '../../src/database/records.js';
import { UnavailableError } from '../../src/errors/error-registry.js';
import type { AccountHooks } from '../../src/events/account.hooks.js';
import { PrismaPg } from '@prisma/adapter-pg';
import { PageClient } from '../support/clients/page-client.js';
import {
  adapters,
  leastOptions,
  newGuest,
  startHost,
  type AdapterName,
} from '../support/hosts/guest.js';
import { newEmail, password } from '../support/hosts/service.js';
import {
  createTestDatabase,
  hostPool,
  isoDates,
  type TestDatabase,
} from '../support/servers/postgres.js';

const person = () => ({ name: 'Ada', email: newEmail(), password, language_code: 'en' });

/** The host keeps a row for each account. */
const hooks: AccountHooks = {
  tables: ['customers'],
  created: (account, transaction) =>
    transaction.query('INSERT INTO customers (account_id, name) VALUES ($1, $2)', [
      account.id,
      account.name,
    ]),
  updated: (account, transaction) =>
    transaction.query('UPDATE customers SET name = $2 WHERE account_id = $1', [
      account.id,
      account.name,
    ]),
  async deleted(account, transaction) {
    const { rows } = await transaction.query<{ name: string }>(
      'DELETE FROM customers WHERE account_id = $1 RETURNING name',
      [account.id],
    );
    if (rows[0]?.name !== account.name) throw new Error('They are out of step.');
  },
};

/** A host error with a host filter, of a class unknown to Nest. */
class TenantError extends Error {}

@Catch(TenantError)
class TenantFilter implements ExceptionFilter {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  catch(_: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<object>();
    this.adapterHost.httpAdapter.reply(response, { tenant: 'full' }, 421);
  }
}

describe('Hooks in the transaction', () => {
  let database: TestDatabase;
  let client: Client;
  let app: INestApplication | undefined;
  beforeEach(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(`
      CREATE TABLE customers (
        account_id TEXT PRIMARY KEY REFERENCES accounts (id), name TEXT NOT NULL UNIQUE
      )`);
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
    await client.end();
    await database.drop();
  });

  async function start(
    options: Partial<AccountsModuleOptions>,
    adapter: AdapterName = 'express',
  ): Promise<AccountsService> {
    app = await startHost(
      [
        AccountsModule.forRootAsync({
          useFactory: () => ({ ...leastOptions({ url: database.url }), ...options }),
        }),
      ],
      [],
      adapter,
      (host) => host.useGlobalFilters(new TenantFilter(host.get(HttpAdapterHost))),
    );
    return app.get(AccountsService, { strict: false });
  }

  const names = async (table: string) => {
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${table} ORDER BY 1`);
    return rows.map(({ name }) => name);
  };

  it.each([
    ['url', () => ({ url: database.url })],
    ['pool', () => ({ pool: hostPool({ connectionString: database.url }) })],
    ['adapter', () => ({ adapter: new PrismaPg(isoDates({ connectionString: database.url })) })],
  ] as const)('keep the host’s rows in sync, with { %s }', async (_name, getDatabase) => {
    const options = getDatabase();
    const accounts = await start({ database: options, hooks });
    const { id } = await accounts.create(person(), byHost);
    expect(await names('customers')).toEqual(['Ada']);
    await accounts.update(id, { name: 'Ada King' }, byHost);
    expect(await names('customers')).toEqual(['Ada King']);
    const change = { old_password: password, new_password: 'another one 2' };
    await accounts.update(id, { name: 'Lovelace', ...change }, byHost);
    expect(await names('customers')).toEqual(['Lovelace']);
    await accounts.delete(id, byHost);
    expect(await names('customers')).toEqual([]);
    expect(await names('accounts')).toEqual([]);
    if ('pool' in options) await options.pool.end();
  });

  it.each(Object.keys(adapters) as AdapterName[])(
    'return the host’s exception and roll back the change, on %s',
    async (adapter) => {
      let refusal: Error | undefined;
      const refuse = () => {
        if (refusal) throw refusal;
      };
      await start(
        { hooks: { tables: ['customers'], created: refuse, updated: refuse, deleted: refuse } },
        adapter,
      );
      const { account, token } = await newGuest(app!);
      const server = app!.getHttpServer() as never;
      const put = (body: object) =>
        request(server)
          .put(`/api/accounts/${account.id}`)
          .set('Authorization', `Bearer ${token}`)
          .send(body);
      refusal = new ConflictException('No room for customers');
      const refused = await put({ name: 'Ada' });
      expect([refused.status, refused.body]).toEqual([
        409,
        { statusCode: 409, error: 'Conflict', message: 'No room for customers' },
      ]);
      refusal = new TenantError();
      const full = await request(server)
        .post('/api/accounts')
        .set('Authorization', `Bearer ${token}`)
        .send(person());
      expect([full.status, full.body]).toEqual([421, { tenant: 'full' }]);
      expect(await names('accounts')).toEqual(['Guest']);
      refusal = undefined;
      const changed = await put({ name: 'Ada' });
      expect(changed.status).toBe(200);
      expect(await names('accounts')).toEqual(['Ada']);
      refusal = new TenantError();
      await expect(
        app!.get(AccountsService, { strict: false }).delete(account.id, byHost),
      ).rejects.toBe(refusal);
      expect(await names('accounts')).toEqual(['Ada']);
    },
  );

  it('that swallow an SQL error roll back the change, and its caller receives an error', async () => {
    const accounts = await start({
      hooks: {
        ...hooks,
        created: async (account, transaction) => {
          await Promise.resolve(hooks.created!(account, transaction)).catch(() => undefined);
        },
      },
    });
    await accounts.create(person(), byHost);
    await expect(accounts.create(person(), byHost)).rejects.toThrow();
    expect(await names('accounts')).toEqual(['Ada']);
  });

  it('that time out roll back the change and cannot write later', async () => {
    let finish: () => void = () => undefined;
    let late: Promise<unknown> | undefined;
    const accounts = await start({
      hooks: {
        ...hooks,
        created: async (account, transaction) => {
          await new Promise<void>((resolve) => (finish = resolve));
          late = Promise.resolve(hooks.created!(account, transaction));
          await late;
        },
      },
    });
    await expect(accounts.create(person(), byHost)).rejects.toThrow(UnavailableError);
    expect(await names('accounts')).toEqual([]);
    finish();
    await new Promise(setImmediate);
    await expect(late).rejects.toThrow(UnavailableError);
    expect(await names('customers')).toEqual([]);
  });

  it('may violate a unique index of the host without reporting a taken email', async () => {
    const accounts = await start({ hooks });
    await accounts.create(person(), byHost);
    const error: unknown = await accounts.create(person(), byHost).catch((e: unknown) => e);
    expect(error).not.toHaveProperty('errors');
    expect(String(error)).toContain('customers_name_key');
    expect(await names('accounts')).toEqual(['Ada']);
  });

  it('are called for sign-ups in the console', async () => {
    const options = {
      ...leastOptions({ url: database.url }),
      publicUrl: 'http://127.0.0.1',
      hooks,
    };
    app = await startHost([AccountsModule.forRoot({ ...options, features: [consoleFeature] })]);
    const { port } = app.getHttpServer().address() as AddressInfo;
    const browser = new PageClient(`http://127.0.0.1:${port}`);
    await browser.open('/console/sign-up');
    const { status } = await browser.submit('/console/sign-up', person());
    expect(status).toBe(303);
    expect(await names('customers')).toEqual(['Ada']);
  });

  it('show an error page when they refuse a console sign-up', async () => {
    const created = () => {
      throw new ConflictException('No room for customers');
    };
    const options = { ...leastOptions({ url: database.url }), publicUrl: 'http://127.0.0.1' };
    app = await startHost([
      AccountsModule.forRoot({
        ...options,
        hooks: { tables: ['customers'], created },
        ...{ features: [consoleFeature] },
      }),
    ]);
    const { port } = app.getHttpServer().address() as AddressInfo;
    const browser = new PageClient(`http://127.0.0.1:${port}`);
    await browser.open('/console/sign-up');
    const { status, html } = await browser.submit('/console/sign-up', person());
    expect(status).toBe(409);
    expect(html).toContain('No room for customers');
    expect(await names('accounts')).toEqual([]);
  });

  it('are not called if nothing changes', async () => {
    const called: string[] = [];
    const accounts = await start({
      hooks: {
        tables: ['customers'],
        updated: ({ id }) => called.push(id),
        deleted: ({ id }) => called.push(id),
      },
    });
    const { id } = await accounts.create(person(), byHost);
    await accounts.update(id, { name: 'Ada' }, byHost);
    await expect(accounts.delete('a'.repeat(24), byHost)).rejects.toThrow();
    await expect(accounts.delete(id, byHost, () => false)).rejects.toThrow();
    expect(called).toEqual([]);
  });

  it('must name tables of the same database', async () => {
    const elsewhere = { ...hooks, tables: ['customers', 'billing.invoices'] as const };
    await expect(start({ hooks: elsewhere as never })).rejects.toThrow(
      'The hooks use billing.invoices, which the database of the accounts does not have',
    );
    for (const table of ['customers_pkey', 'a.b.c.d']) {
      await expect(start({ hooks: { ...hooks, tables: [table] } })).rejects.toThrow(
        `The hooks use ${table}, which the database of the accounts does not have`,
      );
    }
    await expect(start({ hooks: { tables: [] } as never })).rejects.toThrow(
      'hooks must list tables',
    );
    await expect(start({ hooks: { ...hooks, changed: () => 0 } as never })).rejects.toThrow(
      'hooks must list tables',
    );
  });

  it('can make more changes in the transaction, even if the host began it', async () => {
    const accounts = await start({
      hooks: {
        tables: ['customers'],
        async created({ name }, transaction) {
          if (name === 'Ada')
            await accounts.within(transaction).create({ ...person(), name: 'Eve' }, byHost);
        },
      },
    });
    await accounts.create(person(), byHost);
    await client.query('BEGIN');
    await Promise.all([1, 2].map(() => accounts.within(client).create(person(), byHost)));
    await client.query('COMMIT');
    expect(await names('accounts')).toEqual(['Ada', 'Ada', 'Ada', 'Eve', 'Eve', 'Eve']);
  });
});

describe('A change within a host transaction', () => {
  let database: TestDatabase;
  let pool: Pool;
  let app: INestApplication;
  let accounts: AccountsService;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = hostPool({ connectionString: database.url });
    await pool.query('CREATE TABLE customers (account_id TEXT, name TEXT UNIQUE)');
    app = await startHost([AccountsModule.forRoot(leastOptions({ pool }))]);
    accounts = app.get(AccountsService, { strict: false });
  });
  afterAll(async () => {
    await app.close();
    await pool.end();
    await database.drop();
  });

  async function inTransaction<T>(
    work: (client: PoolClient) => Promise<T>,
    end = 'COMMIT',
  ): Promise<T> {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query(end);
      return result;
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  }

  it('is committed with it', async () => {
    const change = { old_password: password, new_password: 'another one 2' };
    const { id } = await inTransaction(async (client) => {
      const account = await accounts.within(client).create(person(), byHost);
      await client.query('INSERT INTO customers VALUES ($1, $2)', [account.id, account.name]);
      await accounts.within(client).update(account.id, { name: 'Lovelace' }, byHost);
      return accounts.within(client).update(account.id, change, byHost);
    });
    expect(await accounts.get(id)).toMatchObject({ id, name: 'Lovelace', revision: 3 });
    await inTransaction((client) => accounts.within(client).delete(id, byHost));
    await expect(accounts.get(id)).rejects.toMatchObject({ code: 'account_not_found' });
  });

  it('joins a transaction of the host’s Prisma client', async () => {
    const adapter = new PrismaPg(isoDates({ connectionString: database.url }));
    const prisma = new PrismaClient({ adapter });
    const created = await prisma.$transaction(async (tx) => {
      const transaction: SqlTransaction = {
        query: async (sql, values = []) => ({ rows: await tx.$queryRawUnsafe(sql, ...values) }),
      };
      const { id } = await accounts.within(transaction).create(person(), byHost);
      await accounts.within(transaction).update(id, { name: 'Lovelace' }, byHost);
      return tx.account.findUniqueOrThrow({ where: { id } });
    });
    expect(created.name).toBe('Lovelace');
    expect(await accounts.get(created.id)).toMatchObject({ name: 'Lovelace' });
    await prisma.$disconnect();
  });

  it('joins a postgres.js transaction', async () => {
    const sql = postgres(database.url, { max: 1 });
    const change = { old_password: password, new_password: 'another one 2' };
    const id = await sql.begin(async (tx) => {
      const transaction: SqlTransaction = {
        query: async <Row extends object>(text: string, values: unknown[] = []) => ({
          rows: [...(await tx.unsafe<Row[]>(text, values as never[]))] as Row[],
        }),
      };
      const joined = accounts.within(transaction);
      const account = await joined.create({ ...person(), phone: '+81312345678' }, byHost);
      await joined.update(account.id, { name: 'Lovelace' }, byHost);
      await joined.update(account.id, change, byHost);
      const other = await joined.create(person(), byHost);
      await joined.delete(other.id, byHost);
      return account.id;
    });
    await sql.end();
    expect(await accounts.get(id)).toMatchObject({ name: 'Lovelace', revision: 3 });
    const { rows } = await pool.query<{ event: string }>(
      'SELECT event FROM audit_events WHERE account_id = $1',
      [id],
    );
    expect(rows.map(({ event }) => event).sort()).toEqual([
      'account.create',
      'account.update',
      'password.change',
    ]);
  });

  it('rejects an object that is not a client and leaves the transaction usable', async () => {
    await inTransaction(async (client) => {
      const entityManager = {
        query: async (text: string, values?: unknown[]) => (await client.query(text, values)).rows,
      } as unknown as SqlTransaction;
      for (const nothing of [entityManager, { query: async () => undefined as never }]) {
        const created = accounts.within(nothing).create(person(), byHost);
        await expect(created).rejects.toThrow(
          'within() requires an object whose query() resolves to { rows }.',
        );
      }
      await accounts.within(client).create(person(), byHost);
    });
  });

  it('joins a transaction whose driver parses types differently', async () => {
    const types = { getTypeParser: () => (value: string) => ({ value }) };
    const change = { old_password: password, new_password: 'another one 2' };
    const { id } = await inTransaction(async (client) => {
      const transaction: SqlTransaction = {
        async query(text: string, values?: unknown[]) {
          const { rows } = await client.query({ text, values, types });
          const plain = rows.map(({ json }: { json: object }) => ({
            json: Object.values(json)[0],
          }));
          return { rows: plain as never[] };
        },
      };
      const created = await accounts.within(transaction).create(person(), byHost);
      const renamed = await accounts
        .within(transaction)
        .update(created.id, { name: '\\xab' }, byHost, ({ revision }) => revision === 1);
      expect(renamed).toEqual({
        ...created,
        ...{ name: '\\xab', revision: 2, updatedAt: expect.any(Date) as Date },
      });
      return accounts.within(transaction).update(created.id, change, byHost);
    });
    expect(await accounts.get(id)).toMatchObject({ name: '\\xab', revision: 3 });
  });

  it('joins the right one of several concurrent transactions', async () => {
    const names = ['Ada', 'Grace', 'Hedy', 'Joan'];
    const ids = await Promise.all(
      names.map((name) =>
        inTransaction(async (client) => {
          const { id } = await accounts.within(client).create({ ...person(), name }, byHost);
          await client.query('SELECT pg_sleep(0.05)');
          await accounts.within(client).update(id, { name: `${name} L.` }, byHost);
          return id;
        }),
      ),
    );
    const found = await Promise.all(ids.map((id) => accounts.get(id)));
    expect(found.map(({ name }) => name)).toEqual(names.map((name) => `${name} L.`));
  });

  it('runs after earlier changes in the same transaction', async () => {
    const [first, taken, last] = [person(), person(), person()];
    await accounts.create(taken, byHost);
    const results = await inTransaction(async (client) => {
      const joined = accounts.within(client);
      const account = await joined.create(person(), byHost);
      return Promise.allSettled([
        joined.create(first, byHost),
        joined.create(first, byHost),
        joined.create(taken, byHost),
        joined.update(account.id, { name: 'Lovelace' }, byHost),
        accounts.within(client).delete('a'.repeat(24), byHost),
        accounts.within(client).create(last, byHost),
      ]);
    });
    expect(results.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'rejected', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
    ]);
    for (const i of [1, 2]) expect(results[i]).toHaveProperty('reason.errors');
    expect(results[4]).toHaveProperty('reason.code', 'account_not_found');
    for (const { email } of [first, last]) {
      expect(await accounts.findByEmail(email)).toMatchObject({ name: 'Ada' });
    }
  });

  it('is rolled back with it and never visible to other requests', async () => {
    const { account, token } = await newGuest(app, newEmail());
    const read = async () => {
      const { body } = await request(app.getHttpServer() as never)
        .get('/api/accounts/me')
        .set('Authorization', `Bearer ${token}`);
      return (body as { account: { name: string } }).account.name;
    };
    expect(await read()).toBe('Guest');
    await inTransaction(async (client) => {
      await accounts.within(client).update(account.id, { name: 'Other' }, byHost);
      expect(await read()).toBe('Guest');
      await accounts.within(client).delete(account.id, byHost);
      expect(await read()).toBe('Guest');
    }, 'ROLLBACK');
    expect(await read()).toBe('Guest');
  });

  it('that fails leaves the transaction intact', async () => {
    const first = person();
    await accounts.create(first, byHost);
    const { id } = await inTransaction(async (client) => {
      await client.query(`INSERT INTO customers VALUES ('x', 'before')`);
      await expect(accounts.within(client).create(first, byHost)).rejects.toHaveProperty('errors');
      await expect(
        accounts.within(client).update('a'.repeat(24), { name: 'Ada' }, byHost),
      ).rejects.toMatchObject({ code: 'account_not_found' });
      return accounts.within(client).create(person(), byHost);
    });
    expect(await accounts.get(id)).toMatchObject({ name: 'Ada' });
    const { rows } = await pool.query(`SELECT FROM customers WHERE name = 'before'`);
    expect(rows).toHaveLength(1);
  });

  it('that loses a race for an email does not break the transaction', async () => {
    const racer = person();
    await inTransaction(async (client) => {
      const other = await pool.connect();
      await other.query('BEGIN');
      await accounts.within(other).create(racer, byHost);
      const lost = expect(accounts.within(client).create(racer, byHost)).rejects.toHaveProperty(
        'errors',
      );
      await other.query('COMMIT');
      other.release();
      await lost;
      await accounts.within(client).create(person(), byHost);
    });
    expect(await accounts.findByEmail(racer.email)).not.toBeNull();
  });

  it('writes its audit events and revokes tokens on commit', async () => {
    const { account, token } = await newGuest(app, newEmail());
    await app.get(ApplicationsService, { strict: false }).list(account.id);
    await inTransaction((client) => accounts.within(client).delete(account.id, byHost));
    const { rows } = await pool.query(
      `SELECT event FROM audit_events WHERE account_id = $1 ORDER BY at`,
      [account.id],
    );
    expect((rows as { event: string }[]).map(({ event }) => event)).toContain('account.delete');
    // Within 250 ms on every node.
    await new Promise((resolve) => setTimeout(resolve, 250));
    const { status } = await request(app.getHttpServer() as never)
      .get('/api/accounts/me')
      .set('Authorization', `Bearer ${token}`);
    expect(status).toBe(401);
  });
});
