import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import type { CoreReport } from './core.process.js';

/** The tables that only features write. */
const featureTables = [
  'authenticator_apps',
  'authorizations',
  'email_code_attempts',
  'email_tokens',
  'factor_removals',
  'grants',
  'operator_sessions',
  'passkey_owners',
  'passkeys',
  'recovery_codes',
  'sent_forms',
  'sessions',
  'suspensions',
];

/** Folders and, without their extension, files below `src` that only features load. */
const featureFiles = [
  'access/credentials/authorizations.repository',
  'access/credentials/grants.repository',
  'access/credentials/grants.service',
  'access/sealing/reseal.service',
  'access/sessions',
  'accounts/sign-in/sign-in.service',
  'accounts/suspensions',
  'console',
  'email-flows',
  'events/jetstream.subscriber',
  'factors',
  'limits/storage/redis-counter.storage',
  'mail',
  'messaging',
  'metrics',
  'oauth',
  'operator',
  'operator-pages',
  'service',
  'sign-in',
  'testing',
];

/** Files in these folders that the core also loads: the policy, and whether an account has a factor. */
const sharedFiles = ['factors/factor-policy.js', 'factors/factors.repository.js'];

const isIn = (name: string) => (file: string) =>
  file.startsWith(`${name}/`) || file === `${name}.js`;

/** Packages that only features load. Nest itself loads `@nestjs/microservices` if installed. */
const featurePackages =
  /node_modules\/(?:preact|@simplewebauthn|nodemailer|prom-client|@node-oauth|otpauth|@redis|@nats-io|qr|@opentelemetry\/(?!api))/;

const featureProviders =
  /^(?:Session|Browser|Cookies|AllowedOrigins|HostSessions|Factor|Passkey|PendingSignIn|RelyingParties|SignIn|SecondStep|Grant|Authorization|EmailToken|EmailCode|EmailVer|PasswordReset|MailRequest|Mailer|Operator|Maintenance|Suspension|Reseal|MessageObserver|AccountsMetrics|AuditedCounts|MetricSources|Confirm|Console|Page|Client(?!Secret)|Resource)/;

describe('A host that mounts no feature', () => {
  let database: TestDatabase;
  let client: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  async function run(what: 'daily' | 'all'): Promise<CoreReport> {
    const program = fileURLToPath(new URL('core.process.js', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [program, database.url, what], {
      maxBuffer: 64 * 1024 * 1024,
    });
    const report = JSON.parse(stdout) as CoreReport;
    expect(report.statuses.filter((status) => status >= 300)).toEqual([]);
    return report;
  }

  it('loads no feature code, creates no feature provider and accesses no feature table', async () => {
    await client.query('SELECT pg_stat_reset()');
    const { loaded, providers } = await run('daily');
    const files = loaded.flatMap((url) => url.split('/.build/src/')[1] ?? []);
    expect(files).toContain('accounts/accounts.service.js');
    const ofFeatures = featureFiles.flatMap((name) => files.filter(isIn(name)));
    expect(ofFeatures.sort()).toEqual(sharedFiles);
    expect(loaded.filter((url) => featurePackages.test(url))).toEqual([]);
    expect(providers).toContain('AccountsService');
    expect(providers.filter((name) => featureProviders.test(name))).toEqual([]);
    const { rows } = await client.query<{ relname: string }>(
      `SELECT relname FROM pg_stat_user_tables
       WHERE relname = ANY ($1) AND (seq_scan > 0 OR idx_scan > 0 OR n_tup_ins + n_tup_upd + n_tup_del > 0)`,
      [featureTables],
    );
    expect(rows).toEqual([]);
  });

  it.each(featureFiles)('has feature code in %s', async (name) => {
    const compiled = await readdir(new URL('../../src/', import.meta.url), { recursive: true });
    expect(compiled.some(isIn(name))).toBe(true);
  });

  it('names no feature table in a statement, even to change a password or delete an account', async () => {
    await client.query('TRUNCATE accounts CASCADE');
    const { statements } = await run('all');
    const tables = new RegExp(`\\b(?:${featureTables.join('|')})\\b`);
    expect(statements.filter((text) => tables.test(text))).toEqual([]);
    expect(statements.some((text) => /end_sign_ins/.test(text))).toBe(true);
  });
});
