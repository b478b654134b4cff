import type { INestApplication } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { Counter, register as globalRegistry, Registry } from 'prom-client';
import { byHost } from '../../src/request/requester.js';
import { FactorsService } from '../../src/factors/factors.service.js';
import { AccountsModule } from '../../src/accounts.module.js';
import type { AccountsModuleOptions } from '../../src/accounts.options.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { AuditTrail } from '../../src/audit/audit-trail.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { mailFeature } from '../../src/email-flows/mail.feature.js';
import { ValidationFailedError } from '../../src/errors/validation-failed.error.js';
import {
  EventRejectedError,
  type AccountEventSubscriber,
} from '../../src/events/account-event.subscriber.js';
import { MailRejectedError, type MailTransport } from '../../src/mail/mail.transport.js';
import { AccountsMetrics, metricsFeature } from '../../src/metrics/index.js';
import { EmailVerificationService } from '../../src/email-flows/email-verification.service.js';
import { readSamples } from '../support/clients/metrics.js';
import { leastOptions, newGuest, startHost } from '../support/hosts/guest.js';
import { password } from '../support/hosts/service.js';
import {
  administer,
  createTestDatabase,
  hostPool,
  type TestDatabase,
} from '../support/servers/postgres.js';
import { until } from '../support/until.js';

describe('The metrics of a host', () => {
  let database: TestDatabase;
  let app: INestApplication;
  let registry: Registry;
  beforeEach(async () => {
    database = await createTestDatabase();
    registry = new Registry();
  });
  afterEach(async () => {
    await app.close();
    await database.drop();
  });

  async function start(options: Partial<AccountsModuleOptions> = {}): Promise<void> {
    const features = [metricsFeature, consoleFeature, ...(options.mail ? [mailFeature] : [])];
    const publicUrl = 'https://accounts.example';
    const least = { ...leastOptions({ url: database.url }), publicUrl };
    app = await startHost([
      AccountsModule.forRoot({ ...least, ...options, features } as AccountsModuleOptions),
    ]);
    app.get(AccountsMetrics, { strict: false }).register(registry);
  }

  const scrape = async () => readSamples(await registry.metrics());
  const readValue = async (sample: string) => (await scrape()).get(sample);
  const get = async (path: string, token: string) =>
    fetch((await app.getUrl()) + path, { headers: { authorization: `Bearer ${token}` } });

  it('are registered next to the host’s own metrics, never in the global registry', async () => {
    const own = new Counter({ name: 'host_things_total', help: 'Things.', registers: [registry] });
    own.inc(7);
    await start();
    expect(await readValue('host_things_total')).toBe(7);
    expect(await readValue('accounts_database_up')).toBe(1);
    const { version } = JSON.parse(
      readFileSync(new URL(import.meta.resolve('#package.json')), 'utf8'),
    );
    expect(await readValue(`accounts_build_info{version="${version}"}`)).toBe(1);
    expect(globalRegistry.getMetricsAsArray()).toEqual([]);
    const names = registry.getMetricsAsArray().map(({ name }) => name);
    expect(names.filter((name) => !/^(accounts|host)_/.test(name))).toEqual([]);
  });

  it('add no route', async () => {
    await start();
    expect((await fetch(`${await app.getUrl()}/metrics`)).status).toBe(404);
  });

  it('count principal cache hits and misses, and invalid tokens', async () => {
    await start();
    const { token } = await newGuest(app);
    const hits = 'accounts_principal_cache_hits_total';
    let requests = 0;
    await until(async () => {
      requests++;
      await get('/api/accounts/me', token);
      return (await readValue(hits)) === 2;
    });
    await get('/api/accounts/me', 'wrong');
    const samples = await scrape();
    expect(samples.get(hits)).toBe(2);
    expect(samples.get('accounts_principal_cache_misses_total')).toBe(requests - 2 + 1);
    expect(samples.get('accounts_principal_cache_entries')).toBe(1);
    expect(samples.get('accounts_principal_cache_bytes')).toBeGreaterThan(500);
    expect(samples.get('accounts_failed_authentications_total{credential="access_token"}')).toBe(1);
  });

  it('count hashed, waiting and wrong passwords', async () => {
    await start({ passwordHash: { lanes: 1 } });
    const { account } = await newGuest(app);
    const accounts = app.get(AccountsService, { strict: false });
    const requester = { channel: 'code', source: '192.0.2.1' } as const;
    const attempt = (guess: string) =>
      accounts.authenticate(account.email, guess, requester).catch((error: Error) => error);
    const before = await scrape();
    const attempts = Array.from({ length: 10 }, () => attempt(password));
    await until(async () => {
      const values = await scrape();
      const [waiting, running] = ['waiting', 'running'].map((state) =>
        values.get(`accounts_password_hashes_${state}`),
      );
      return waiting! > 0 && running === 1;
    });
    await Promise.all([...attempts, attempt('wrong')]);
    await attempt('wrong');
    const samples = await scrape();
    const rise = (name: string) => samples.get(name)! - before.get(name)!;
    expect(rise('accounts_password_hashes_total')).toBeGreaterThanOrEqual(10);
    expect(rise('accounts_password_hashes_refused_total')).toBe(0);
    expect(rise('accounts_password_hash_seconds_total')).toBeGreaterThan(0);
    // The waits overlap, so that their sum exceeds the sum of the hashes.
    expect(rise('accounts_password_hash_wait_seconds_total')).toBeGreaterThan(
      rise('accounts_password_hash_seconds_total'),
    );
    expect(samples.get('accounts_password_hashes_waiting')).toBe(0);
    expect(samples.get('accounts_password_hashes_running')).toBe(0);
    expect(
      samples.get('accounts_failed_authentications_total{credential="password"}'),
    ).toBeGreaterThan(0);
  });

  it('count wrong second-factor codes separately from wrong passwords', async () => {
    await start();
    const { account } = await newGuest(app);
    const factors = app.get(FactorsService, { strict: false });
    await expect(factors.verify(account, '000000', byHost)).rejects.toBeInstanceOf(
      ValidationFailedError,
    );
    const passwords = 'accounts_failed_authentications_total{credential="password"}';
    expect(await readValue('accounts_second_factor_codes_total{result="wrong"}')).toBe(1);
    expect(await readValue(passwords)).toBe(0);
  });

  it('count refusals per rate limit policy, starting at zero', async () => {
    await start({ rateLimits: { 'accounts.read': { limit: 1, windowMs: 60_000 } } });
    const { token } = await newGuest(app);
    const refusals = 'accounts_rate_limit_refusals_total';
    expect(await readValue(`${refusals}{policy="accounts.update"}`)).toBe(0);
    for (let i = 0; i < 3; i++) await get('/api/accounts/me', token);
    expect(await readValue(`${refusals}{policy="accounts.read"}`)).toBe(2);
  });

  it('count database connections and waits for one', async () => {
    await start();
    const before = await scrape();
    const { prisma } = app.get(AccountsMetrics, { strict: false })['sources'];
    const connections = await Promise.all(
      Array.from({ length: before.get('accounts_database_connections_max')! }, () =>
        prisma.pool!.connect(),
      ),
    );
    const late = prisma.pool!.connect();
    const names = registry.getSingleMetric('accounts_database_waiting')!;
    const waiting = (await names.get()).values[0]!.value;
    for (const each of connections) each.release();
    (await late).release();
    // The module's own work may also wait.
    expect(waiting).toBeGreaterThanOrEqual(1);
    const samples = await scrape();
    // A scrape also reads the database, but does not count itself.
    expect(samples.get('accounts_database_waiting')).toBe(0);
    expect(samples.get('accounts_database_connections')).toBe(connections.length);
    expect(samples.get('accounts_database_connections_idle')).toBeLessThanOrEqual(
      connections.length,
    );
    const waits = 'accounts_database_waits_total';
    expect(samples.get(waits)! - before.get(waits)!).toBeGreaterThanOrEqual(2);
    const seconds = 'accounts_database_wait_seconds_total';
    expect(samples.get(seconds)).toBeGreaterThan(before.get(seconds)!);
  });

  it('report waiting and parked events, their age and delivery outcomes per subscription', async () => {
    let isAway = true;
    let isTaken = false;
    const subscriber: AccountEventSubscriber = {
      name: 'billing',
      types: ['account.created'],
      handle: async () => {
        if (isTaken) return;
        if (isAway) throw new Error('away');
        throw new EventRejectedError('never');
      },
    };
    await start({ eventSubscribers: [subscriber] });
    const ofBilling = async () => {
      const samples = await scrape();
      return ['waiting', 'oldest_seconds', 'parked'].map((name) =>
        samples.get(`accounts_events_${name}{subscription="billing"}`),
      );
    };
    expect(await ofBilling()).toEqual([0, 0, 0]);
    await newGuest(app);
    const [waiting, oldest, parked] = await ofBilling();
    expect([waiting, parked]).toEqual([1, 0]);
    await until(async () => (await ofBilling())[1]! > oldest!);
    isAway = false;
    await until(async () => (await ofBilling())[2] === 1);
    expect(await ofBilling()).toEqual([0, 0, 1]);
    const samples = await scrape();
    const deliveries = (outcome: string) =>
      samples.get(`accounts_event_deliveries_total{subscription="billing",outcome="${outcome}"}`);
    expect(deliveries('failed')).toBeGreaterThanOrEqual(1);
    expect(deliveries('parked')).toBe(1);
    expect(deliveries('delivered')).toBe(0);
    isTaken = true;
    await newGuest(app, 'second@example.com');
    await until(
      async () =>
        (await readValue(
          'accounts_event_deliveries_total{subscription="billing",outcome="delivered"}',
        )) === 1,
    );
  });

  it('count sent, rejected and failed mails', async () => {
    const errors = [new Error('busy'), new MailRejectedError('unknown')];
    const transport: MailTransport = {
      sendMail: async () => {
        const error = errors.shift();
        if (error) throw error;
      },
    };
    await start({ mail: { transport, from: 'Accounts <accounts@accounts.example>' } });
    const verification = app.get(EmailVerificationService, { strict: false });
    const outcomes = async () => {
      const samples = await scrape();
      return ['sent', 'rejected', 'failed'].map((outcome) =>
        samples.get(`accounts_mails_total{outcome="${outcome}"}`),
      );
    };
    const { account } = await newGuest(app);
    expect(await outcomes()).toEqual([0, 0, 0]);
    await verification.request(account);
    await until(async () => (await outcomes())[1] === 1);
    await verification.request(account);
    await until(async () => (await outcomes())[0] === 1);
    expect(await outcomes()).toEqual([1, 1, 1]);
    expect(await readValue('accounts_events_parked{subscription="mail"}')).toBe(1);
  });

  it('report a database outage and the change log lag, and stay available', async () => {
    await start();
    const { pathname } = new URL(database.url);
    const name = pathname.slice(1);
    await newGuest(app);
    const lag = 'accounts_change_log_lag_seconds';
    const before = (await scrape()).get(lag)!;
    await administer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`;
    await administer(end);
    await until(async () => (await readValue('accounts_database_up')) === 0);
    await until(async () => (await readValue(lag))! > before + 0.5);
    const away = await scrape();
    const audit = app.get(AuditTrail, { strict: false });
    const waiting = 'accounts_audit_events_waiting';
    expect(away.get(waiting)).toBe(0);
    await audit.record({ event: 'audit.read', accountId: null, requester: byHost });
    expect(await readValue(waiting)).toBe(1);
    expect(away.get('accounts_password_hashes_total')).toBeGreaterThan(0);
    expect([...away.keys()].filter((sample) => sample.startsWith('accounts_events_'))).toEqual([]);
    await administer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await until(async () => (await readValue('accounts_database_up')) === 1);
    await until(async () => (await readValue(lag))! < 0.5);
    await until(async () => (await readValue(waiting)) === 0);
  });

  it('omit values that are unknown for the host’s connections', async () => {
    const pool: Pool = hostPool({ connectionString: database.url, max: 3 });
    try {
      await start({ database: { pool } });
      const withPool = await scrape();
      expect(withPool.get('accounts_database_connections_max')).toBe(3);
      expect(withPool.has('accounts_database_waits_total')).toBe(false);
      await app.close();
      registry = new Registry();
      await start({ database: { adapter: new PrismaPg(pool) } });
      const withAdapter = await scrape();
      expect(withAdapter.get('accounts_database_up')).toBe(1);
      expect(withAdapter.has('accounts_database_connections_max')).toBe(false);
      expect(withAdapter.has('accounts_change_log_lag_seconds')).toBe(false);
      await app.close();
    } finally {
      await pool.end();
    }
  });
});
