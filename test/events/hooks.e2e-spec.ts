import {
  Catch,
  ConflictException,
  Inject,
  Injectable,
  Scope,
  type ArgumentsHost,
  type ExceptionFilter,
  type INestApplication,
  type Provider,
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
import type { Account, SqlTransaction } from '../../src/database/records.js';
import { UnavailableError } from '../../src/errors/error-registry.js';
import { InAccountTransaction } from '../../src/events/in-account-transaction.decorator.js';
import { OnAccountEvent } from '../../src/events/on-account-event.decorator.js';
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
@Injectable()
class Customers {
  @InAccountTransaction('created', { tables: ['customers'] })
  async add({ id, name }: Account, transaction: SqlTransaction): Promise<void> {
    await transaction.query('INSERT INTO customers (account_id, name) VALUES ($1, $2)', [id, name]);
  }

  @InAccountTransaction('updated', { tables: ['customers'] })
  async rename({ id, name }: Account, transaction: SqlTransaction): Promise<void> {
    await transaction.query('UPDATE customers SET name = $2 WHERE account_id = $1', [id, name]);
  }

  @InAccountTransaction('deleted', { tables: ['customers'] })
  async remove({ id, name }: Account, transaction: SqlTransaction): Promise<void> {
    const { rows } = await transaction.query<{ name: string }>(
      'DELETE FROM customers WHERE account_id = $1 RETURNING name',
      [id],
    );
    if (rows[0]?.name !== name) throw new Error('They are out of step.');
  }
}

class CustomersModule {}

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
    providers: Provider[] = [Customers],
    options: Partial<AccountsModuleOptions> = {},
    adapter: AdapterName = 'express',
  ): Promise<AccountsService> {
    app = await startHost(
      [
        AccountsModule.forRootAsync({
          useFactory: () => ({ ...leastOptions({ url: database.url }), ...options }),
        }),
        { module: CustomersModule, providers },
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
    const accounts = await start([Customers], { database: options });
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
      class Refusals {
        @InAccountTransaction('created', { tables: ['customers'] })
        @InAccountTransaction('updated', { tables: ['customers'] })
        @InAccountTransaction('deleted', { tables: ['customers'] })
        refuse(): void {
          if (refusal) throw refusal;
        }
      }
      await start([Refusals], {}, adapter);
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
    class Swallowing extends Customers {
      @InAccountTransaction('created', { tables: ['customers'] })
      override async add(account: Account, transaction: SqlTransaction): Promise<void> {
        await super.add(account, transaction).catch(() => undefined);
      }
    }
    const accounts = await start([Swallowing]);
    await accounts.create(person(), byHost);
    await expect(accounts.create(person(), byHost)).rejects.toThrow();
    expect(await names('accounts')).toEqual(['Ada']);
  });

  it('that time out roll back the change and cannot write later', async () => {
    let finish: () => void = () => undefined;
    let late: Promise<unknown> | undefined;
    const called: string[] = [];
    class Slow extends Customers {
      @InAccountTransaction('created', { tables: ['customers'] })
      override async add(account: Account, transaction: SqlTransaction): Promise<void> {
        await new Promise<void>((resolve) => (finish = resolve));
        late = super.add(account, transaction);
        await late.catch(() => undefined);
      }
    }
    class Next {
      @InAccountTransaction('created', { tables: ['customers'] })
      add({ name }: Account): void {
        called.push(name);
      }
    }
    const accounts = await start([Slow, Next]);
    await expect(accounts.create(person(), byHost)).rejects.toThrow(UnavailableError);
    expect(await names('accounts')).toEqual([]);
    finish();
    await new Promise(setImmediate);
    await expect(late).rejects.toThrow(UnavailableError);
    expect(await names('customers')).toEqual([]);
    expect(called).toEqual([]);
  });

  it('are called in providers with a class, a factory or a value, and several times in one provider', async () => {
    const rooms = Symbol('rooms');
    @Injectable()
    class Rooms {
      constructor(@Inject(rooms) private readonly taken: string[]) {}

      @InAccountTransaction('created', { tables: ['accounts'] })
      take({ name }: Account): void {
        this.taken.push(name);
      }

      @InAccountTransaction('created', { tables: ['customers'] })
      async find({ id }: Account, transaction: SqlTransaction): Promise<void> {
        const { rows } = await transaction.query('SELECT FROM accounts WHERE id = $1', [id]);
        this.taken.push(`found ${rows.length}`);
      }
    }
    const taken: Record<string, string[]> = { inClass: [], inFactory: [], inValue: [] };
    await start([
      { provide: rooms, useValue: taken.inClass },
      Rooms,
      { provide: 'factory', useFactory: () => new Rooms(taken.inFactory!) },
      { provide: 'value', useValue: new Rooms(taken.inValue!) },
      { provide: 'alias', useExisting: Rooms },
    ]);
    await app!.get(AccountsService, { strict: false }).create(person(), byHost);
    const expected = ['Ada', 'found 1'];
    expect(taken).toEqual({ inClass: expected, inFactory: expected, inValue: expected });
  });

  it('are called by all mounts of the application, or by the named mount', async () => {
    const called: string[] = [];
    class Notes {
      @InAccountTransaction('created', { tables: ['accounts'] })
      ofAll({ name }: Account): void {
        called.push(`all: ${name}`);
      }

      @InAccountTransaction('created', { tables: ['accounts'], mount: 'partners' })
      ofPartners({ name }: Account): void {
        called.push(`partners: ${name}`);
      }
    }
    const other = await createTestDatabase();
    const mount = (name: string, url: string) =>
      AccountsModule.forRoot({ ...leastOptions({ url }), name, mountPath: name });
    app = await startHost([
      mount('accounts', database.url),
      mount('partners', other.url),
      { module: CustomersModule, providers: [Notes] },
    ]);
    for (const [name, index] of [
      ['Ada', 0],
      ['Grace', 1],
    ] as const) {
      const services = app.get(AccountsService, { strict: false, each: true });
      await services[index]!.create({ ...person(), name }, byHost);
    }
    expect(called).toEqual(['all: Ada', 'all: Grace', 'partners: Grace']);
    await app.close();
    app = undefined;
    await other.drop();
  });

  it('may violate a unique index of the host without reporting a taken email', async () => {
    const accounts = await start();
    await accounts.create(person(), byHost);
    const error: unknown = await accounts.create(person(), byHost).catch((e: unknown) => e);
    expect(error).not.toHaveProperty('errors');
    expect(String(error)).toContain('customers_name_key');
    expect(await names('accounts')).toEqual(['Ada']);
  });

  it('are called for sign-ups in the console', async () => {
    const options = { ...leastOptions({ url: database.url }), publicUrl: 'http://127.0.0.1' };
    app = await startHost([
      AccountsModule.forRoot({ ...options, features: [consoleFeature] }),
      { module: CustomersModule, providers: [Customers] },
    ]);
    const { port } = app.getHttpServer().address() as AddressInfo;
    const browser = new PageClient(`http://127.0.0.1:${port}`);
    await browser.open('/console/sign-up');
    const { status } = await browser.submit('/console/sign-up', person());
    expect(status).toBe(303);
    expect(await names('customers')).toEqual(['Ada']);
  });

  it('show an error page when they refuse a console sign-up', async () => {
    class Full {
      @InAccountTransaction('created', { tables: ['customers'] })
      refuse(): never {
        throw new ConflictException('No room for customers');
      }
    }
    const options = { ...leastOptions({ url: database.url }), publicUrl: 'http://127.0.0.1' };
    app = await startHost([
      AccountsModule.forRoot({ ...options, features: [consoleFeature] }),
      { module: CustomersModule, providers: [Full] },
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
    class Changes {
      @InAccountTransaction('updated', { tables: ['customers'] })
      @InAccountTransaction('deleted', { tables: ['customers'] })
      note({ id }: Account): void {
        called.push(id);
      }
    }
    const accounts = await start([Changes]);
    const { id } = await accounts.create(person(), byHost);
    await accounts.update(id, { name: 'Ada' }, byHost);
    await expect(accounts.delete('a'.repeat(24), byHost)).rejects.toThrow();
    await expect(accounts.delete(id, byHost, () => false)).rejects.toThrow();
    expect(called).toEqual([]);
  });

  const withTables = (...tables: string[]) => {
    class Hook {
      @InAccountTransaction('created', { tables: tables as [string] })
      check(): void {}
    }
    return Hook;
  };

  it('must name tables of the same database', async () => {
    const elsewhere = withTables('customers', 'billing.invoices');
    await expect(start([Customers, elsewhere])).rejects.toThrow(
      'The hooks use billing.invoices, which the database of the accounts does not have',
    );
    for (const table of ['customers_pkey', 'a.b.c.d']) {
      await expect(start([withTables(table)])).rejects.toThrow(
        `The hooks use ${table}, which the database of the accounts does not have`,
      );
    }
    await expect(start([withTables()])).rejects.toThrow('The hook Hook.check must name tables.');
  });

  it('reject unknown options, unknown mounts and providers without a single instance', async () => {
    const unknown = { tables: ['customers'], mounts: 'accounts' } as never;
    expect(() => InAccountTransaction('created', unknown)).toThrow(
      '@InAccountTransaction() has no option mounts.',
    );
    expect(() => InAccountTransaction('changed' as never, { tables: ['customers'] })).toThrow(
      '@InAccountTransaction() must name created, updated or deleted.',
    );
    class Elsewhere {
      @InAccountTransaction('created', { tables: ['customers'], mount: 'partnres' })
      check(): void {}
    }
    await expect(start([Elsewhere])).rejects.toThrow(
      'The method check of Elsewhere names the mount partnres, but the application has only accounts.',
    );
    @Injectable({ scope: Scope.REQUEST })
    class PerRequest extends withTables('customers') {}
    await expect(start([PerRequest])).rejects.toThrow(
      'PerRequest is created for each request, so its method check cannot have @InAccountTransaction().',
    );
  });

  it('cannot be static methods or symbols, which would never be called', () => {
    const named = Symbol('named');
    const decorators = {
      '@InAccountTransaction()': InAccountTransaction('created', { tables: ['customers'] }),
      '@OnAccountEvent()': OnAccountEvent('billing', 'account.created'),
    };
    for (const [name, decorate] of Object.entries(decorators)) {
      class Static {
        static check(): void {}
      }
      class Named {
        [named](): void {}
      }
      const apply = (target: object, method: string | symbol) => () =>
        (decorate as MethodDecorator)(
          target,
          method,
          Object.getOwnPropertyDescriptor(target, method)!,
        );
      const message = `${name} must decorate a method of an instance that has a name, not `;
      expect(apply(Static, 'check')).toThrow(`${message}check.`);
      expect(apply(Named.prototype, named)).toThrow(`${message}Symbol(named).`);
    }
  });

  it('can make more changes in the transaction, even if the host began it', async () => {
    class Eve {
      @InAccountTransaction('created', { tables: ['customers'] })
      async add({ name }: Account, transaction: SqlTransaction): Promise<void> {
        if (name !== 'Ada') return;
        await accounts.within(transaction).create({ ...person(), name: 'Eve' }, byHost);
      }
    }
    const accounts = await start([Eve]);
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
      const others = [undefined, null, 'client', {}, { query: 'SELECT' }] as unknown[];
      for (const nothing of [entityManager, { query: async () => undefined }, ...others]) {
        const created = accounts.within(nothing as SqlTransaction).create(person(), byHost);
        await expect(created).rejects.toThrow(
          'within() requires an object whose query() resolves to { rows }.',
        );
      }
      await accounts.within(client).create(person(), byHost);
    });
  });

  it('rejects a pool, and a client without a transaction', async () => {
    const client = await pool.connect();
    const outcomes = await Promise.allSettled(
      [pool, client].map((each) =>
        accounts.within(each as SqlTransaction).create(person(), byHost),
      ),
    );
    client.release();
    const reason = new TypeError(
      'within() requires a client with an open transaction: send BEGIN, and pass the client, not its pool.',
    );
    expect(outcomes).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
  });

  it('joins a READ UNCOMMITTED transaction, which PostgreSQL treats as READ COMMITTED', async () => {
    const { id } = await inTransaction(async (client) => {
      await client.query('SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED');
      return accounts.within(client).create(person(), byHost);
    });
    expect(await accounts.get(id)).toMatchObject({ id });
  });

  it.each(['REPEATABLE READ', 'SERIALIZABLE'])(
    'rejects a %s transaction, whose snapshot lacks a session that a password change must end',
    async (level) => {
      const { id } = await accounts.create(person(), byHost);
      const change = { old_password: password, new_password: 'another one 2' };
      await inTransaction(async (client) => {
        await client.query(`SET TRANSACTION ISOLATION LEVEL ${level}`);
        await client.query('SELECT FROM accounts');
        await pool.query(
          `INSERT INTO sessions (id, hash, account_id, user_agent, source, created_at, last_seen_at, expires_at)
           VALUES ($1::text, sha256(convert_to($1::text, 'UTF8')), $1::text, '', '', now(), now(), now() + interval '1 hour')`,
          [id],
        );
        const updated = accounts.within(client).update(id, change, byHost);
        await expect(updated).rejects.toThrow(
          new TypeError(
            `within() requires a READ COMMITTED transaction, and this one is ${level}.`,
          ),
        );
        await client.query('SELECT FROM accounts');
      });
    },
  );

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
