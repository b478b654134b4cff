import { Controller, Get, Module, type INestApplication } from '@nestjs/common';
import { HealthCheck, HealthCheckService, TerminusModule } from '@nestjs/terminus';
import { PrismaPg } from '@prisma/adapter-pg';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import request from 'supertest';
import { AccountsModule } from '../../src/accounts.module.js';
import type { AccountsModuleOptions } from '../../src/accounts.options.js';
import { DatabaseUnfitError } from '../../src/database/database-unfit.error.js';
import { AccountsHealthIndicator } from '../../src/database/health.indicator.js';
import { MigrationError } from '../../src/database/migration.error.js';
import { migrate } from '../../src/database/migrations.js';
import { leastOptions, startHost } from '../support/hosts/guest.js';
import {
  administer,
  createTestDatabase,
  hostPool,
  isoDates,
  type TestDatabase,
} from '../support/servers/postgres.js';

/** The example of docs/mounting-services.md. */
@Controller('health')
class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly accounts: AccountsHealthIndicator,
  ) {}

  @Get()
  @HealthCheck()
  check() {
    return this.health.check([() => this.accounts.isHealthy()]);
  }
}

@Module({ imports: [TerminusModule], exports: [TerminusModule] })
class HealthModule {}

type Ways = 'an address' | 'a pool of the host' | 'an adapter of the host';

describe.each<Ways>(['an address', 'a pool of the host', 'an adapter of the host'])(
  'A start with %s',
  (way) => {
    let database: TestDatabase;
    let pool: Pool;
    let app: INestApplication | undefined;
    beforeEach(async () => {
      database = await createTestDatabase({ migrated: false });
      pool = hostPool({ connectionString: database.url });
    });
    afterEach(async () => {
      await app?.close();
      app = undefined;
      await pool.end();
      await database.drop();
    });
    const options = (): AccountsModuleOptions['database'] =>
      ({
        'an address': { url: database.url },
        'a pool of the host': { pool },
        'an adapter of the host': {
          adapter: new PrismaPg(isoDates({ connectionString: database.url })),
        },
      })[way];
    const start = async () => {
      const accounts = AccountsModule.forRoot(leastOptions(options()));
      return (app = await startHost([accounts, HealthModule], [HealthController]));
    };
    const health = () => request(app!.getHttpServer() as never).get('/health');

    it('fails without the tables, and names the function that creates them', async () => {
      const error = await start().catch((error: unknown) => error);
      expect(error).toBeInstanceOf(MigrationError);
      expect((error as Error).message).toMatch(
        /"public"\.accounts lacks the migration 20261121000000_accounts and \d+ more\. .* call migrate\(\)/,
      );
    });

    it('fails if a later migration is missing', async () => {
      await migrate({ url: database.url });
      await pool.query(
        `DELETE FROM _prisma_migrations WHERE migration_name = '20261122120000_audit_events'`,
      );
      await expect(start()).rejects.toThrow(/lacks the migration 20261122120000_audit_events\. /);
    });

    it('reports the state of the accounts to the host’s health check', async () => {
      await migrate({ url: database.url });
      await start();
      const healthy = await health();
      expect([healthy.status, healthy.body.info]).toEqual([200, { accounts: { status: 'up' } }]);

      await pool.query(`UPDATE _prisma_migrations SET rolled_back_at = now()`);
      const unmigrated = await health();
      expect([unmigrated.status, unmigrated.body.error.accounts]).toEqual([
        503,
        { status: 'down', message: 'The database lacks migrations.' },
      ]);
    });
  },
);

describe('A start', () => {
  let url: string;
  const name = `check_${randomUUID().replaceAll('-', '')}`;
  beforeAll(async () => {
    const other = await createTestDatabase();
    url = other.url.replace(/test_\w+$/, name);
    await other.drop();
  });
  afterEach(() => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));

  it('fails on a database that is not in UTF-8', async () => {
    await administer(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
    const starting = startHost([AccountsModule.forRoot(leastOptions({ url }))]);
    await expect(starting).rejects.toThrow(DatabaseUnfitError);
    await expect(startHost([AccountsModule.forRoot(leastOptions({ url }))])).rejects.toThrow(
      /^The encoding of the database is LATIN1: create one with/,
    );
    await expect(migrate({ url })).rejects.toThrow(DatabaseUnfitError);
  });

  it('succeeds with a read-only database, and reports that it is not ready', async () => {
    await administer(`CREATE DATABASE ${name} TEMPLATE template0`);
    await migrate({ url });
    await administer(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const app = await startHost([AccountsModule.forRoot(leastOptions({ url }))]);
    const indicator = app.get(AccountsHealthIndicator, { strict: false });
    expect(await indicator.isHealthy('users')).toEqual({
      users: { status: 'down', message: 'The database is read-only.' },
    });
    await app.close();
  });

  it('succeeds without a database, and reports that it does not respond', async () => {
    const unreachable = { url: 'postgresql://accounts@127.0.0.1:9/accounts' };
    const app = await startHost([AccountsModule.forRoot(leastOptions(unreachable))]);
    const indicator = app.get(AccountsHealthIndicator, { strict: false });
    expect(await indicator.isHealthy()).toEqual({
      accounts: { status: 'down', message: 'The database does not answer.' },
    });
    await app.close();
  });
});
