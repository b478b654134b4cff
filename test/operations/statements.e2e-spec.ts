import { Client } from 'pg';
import { byHost } from '../../src/request/requester.js';
import { ApplicationLastUse } from '../../src/principals/application-last-use.js';
import { TokenLastUse } from '../../src/principals/token-last-use.js';
import { AuditTrail } from '../../src/audit/audit-trail.js';
import { PasskeysService } from '../../src/factors/passkeys.service.js';
import { ResealService } from '../../src/access/sealing/reseal.service.js';
import { TokenSeal } from '../../src/access/sealing/token-seal.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import { PurgeService } from '../../src/database/purge/purge.service.js';
import { AccountLastSignIn } from '../../src/accounts/sign-in/account-last-sign-in.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { ClientSecretLastUse } from '../../src/applications/client-secret-last-use.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import { OwnTokensRepository } from '../../src/applications/own-tokens.repository.js';
import { AccountExportService } from '../../src/export/account-export.service.js';
import { EventSubscriptionsRepository } from '../../src/events/event-subscriptions.repository.js';
import {
  codeFor,
  getStatus,
  newClient,
  post,
  refresh,
  tokensFor,
} from '../support/clients/oauth.js';
import { SoftwareAuthenticator } from '../support/clients/software-authenticator.js';
import { PageClient } from '../support/clients/page-client.js';
import { readCodes } from '../support/clients/page-reader.js';
import { isSignedIn, newPerson, signedIn, type Person } from '../support/clients/person.js';
import { password, startService, type TestService } from '../support/hosts/service.js';

/** The number of rows in each table. */
const rows = 30_000;
const auditEvents = 1_000_000;

/** Tables that stay small, however many accounts exist. */
const smallTables = ['event_subscriptions', 'purges', 'resources', '_prisma_migrations'];

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Filter?: string;
  readonly Plans?: Plan[];
}

describe('Statements', () => {
  let service: TestService;
  const statements = new Map<string, Statement>();
  beforeAll(async () => {
    service = await startService();
    const { query } = Client.prototype;
    const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (
      this: Client,
      ...args: any[]
    ) {
      const [first, values] = args;
      const text: string = first.text ?? first;
      statements.set(text, { text, values: first.values ?? values ?? [] });
      return (query as any).apply(this, args);
    });
    await callEverything();
    spy.mockRestore();
  });
  afterAll(() => service.close());

  /** Calls every kind of operation of a running service. */
  async function callEverything(): Promise<void> {
    const person = await newPerson(service);
    const developer = await newPerson(service);
    const client = await newClient(service, developer);
    const tokens = await tokensFor(service, person, client);
    await service.as(person, 'get', '/accounts/me');
    await service.as(person, 'get', `/accounts/${person.account.id}`);
    await service.create(person);
    await service.update(person, { name: 'Renamed', email: 'renamed@example.com' });
    await service.update(person, { phone: '+33612345678', language_code: 'fr' });
    await service.update(person, { grouped_email_notification: true }, '/accounts/me/preferences');
    await refresh(service, client, tokens.refresh_token);
    await post(service, 'introspect', client, { token: tokens.access_token });
    await post(service, 'revoke', client, { token: tokens.refresh_token });
    const code = await codeFor(person, client);
    await post(service, 'token', client, code);
    await post(service, 'token', client, code);
    for (const path of ['account', 'applications', 'grants', 'sessions', 'activity']) {
      expect((await person.browser.open(`/console/${path}`)).status).toBe(200);
    }
    await importAndExport();
    const application = `/applications/${developer.applicationId}`;
    await service.as(developer, 'get', '/applications');
    await service.as(developer, 'get', application);
    await service.as(developer, 'put', application).send({ name: 'Other' });
    const rotated = await service
      .as(developer, 'post', `${application}/secret`)
      .send({ keep_previous_days: 1 });
    await service.as(developer, 'put', application).send({ client_credentials: true });
    const secret: string = rotated.body.application.client_secret;
    const own = { id: developer.applicationId, secret };
    await post(service, 'token', own, { grant_type: 'client_credentials' });
    const { body: listed } = await service.as(developer, 'get', `${application}/secrets`);
    await service.as(developer, 'delete', `${application}/secrets/${listed.secrets[1].id}`);
    await service.as(developer, 'put', application).send({ client_credentials: false });
    const named = { name: 'Report', scope: 'account:read', expires_in_days: 90 };
    const { body } = await service.as(developer, 'post', `${application}/tokens`).send(named);
    expect(await getStatus(service, body.token.access_token)).toBe(200);
    await service.app.get(TokenLastUse, { strict: false }).write();
    await service.as(developer, 'get', `${application}/tokens`);
    await service.as(developer, 'delete', `${application}/tokens/${body.token.id}`);
    expect(await isSignedIn(await signedIn(service, developer))).toBe(true);
    await developer.browser.open('/console/sessions/end-others');
    await developer.browser.submit('/console/sessions/end-others');
    await useSecondFactor(developer);
    await usePasskey(developer);
    await service.update(person, { old_password: password, new_password: 'another horse 8' });
    const audit = service.app.get(AuditTrail, { strict: false });
    const [event] = await audit.list({ limit: 1 });
    await audit.list({ limit: 1, before: event!.id });
    await person.browser.open(`/console/activity?before=${event!.id}`);
    const applications = service.app.get(ApplicationsService, { strict: false });
    const [newest] = (await applications.listAll({ limit: 1 })).rows;
    await applications.listAll({ limit: 1, before: newest!.id });
    const uses = service.app.get(ApplicationLastUse, { strict: false });
    await uses.write();
    await uses.lastUsed([newest!.id]);
    await service.app.get(ClientSecretLastUse, { strict: false }).write();
    const signIns = service.app.get(AccountLastSignIn, { strict: false });
    await signIns.write();
    await signIns.lastUsed([person.account.id]);
    await service.app.get(EventSubscriptionsRepository, { strict: false }).backlog();
    await service.app.get(EventSubscriptionsRepository, { strict: false }).list();
    await service.app.get(OwnTokensRepository, { strict: false }).countUnreadable(['0'.repeat(16)]);
    await resealAll();
    await service.app.get(AccountsService, { strict: false }).isEmpty();
    await service.app.get(PurgeService, { strict: false }).purge();
    await service.as(developer, 'delete', `${application}/token`);
    await service.as(person, 'delete', '/accounts/me');
  }

  /** Adds an authenticator app, and uses and replaces recovery codes until it is removed. */
  async function useSecondFactor({ browser, account }: Person): Promise<void> {
    const path = '/console/security/authenticator';
    const [secret = ''] = readCodes((await browser.open(path)).html);
    const code = createAppCode(secret);
    const [first = ''] = readCodes((await browser.submit(path, { code })).html);
    await browser.open('/console/security');
    const half = new PageClient(service.url);
    await half.open((await half.signIn(account.email, password)).location!);
    const next = createAppCode(secret, 1);
    expect((await half.submit('/console/second-step', { code: next })).status).toBe(303);
    await browser.open('/console/confirm');
    expect((await browser.submit('/console/confirm', { code: first })).status).toBe(303);
    await browser.open('/console/security/recovery-codes');
    await browser.submit('/console/security/recovery-codes');
    await browser.open(`${path}/remove`);
    await browser.submit(`${path}/remove`);
  }

  /** Adds, renames, uses and removes a passkey. */
  async function usePasskey({ account: { id } }: Person): Promise<void> {
    const passkeys = service.app.get(PasskeysService, { strict: false });
    const account = await service.app.get(AccountsService, { strict: false }).get(id);
    const origin = 'https://accounts.example';
    const site = { rpId: 'accounts.example', origin, browser: 'a token' };
    const authenticator = new SoftwareAuthenticator(origin);
    const created = authenticator.create(await passkeys.creationOptions(account, site));
    await passkeys.add(account, { passkey: created, name: 'Telephone', site }, byHost);
    const signed = authenticator.get(await passkeys.requestOptions(site, id));
    await passkeys.verify(signed, site, byHost, id);
    const [{ id: passkey } = { id: '' }] = await passkeys.list(id);
    await passkeys.rename(id, passkey, 'Key on the ring', byHost);
    expect(await passkeys.remove(id, passkey, byHost)).toBe(true);
  }

  async function importAndExport(): Promise<void> {
    const accounts = service.app.get(AccountsService, { strict: false });
    const exports = service.app.get(AccountExportService, { strict: false });
    const row = { name: 'Imported', email: 'imported@example.com', language_code: 'en' };
    await accounts.import([{ ...row, email_verified_at: '2020-01-01' }], byHost);
    for await (const exported of exports.exportAll(byHost))
      expect(exported).toHaveProperty('email');
  }

  /** Reseals with another key, so that values are replaced. */
  async function resealAll(): Promise<void> {
    const seal = service.app.get(TokenSeal, { strict: false });
    const find = jest.spyOn(seal, 'find').mockReturnValue({ value: 'a token', secret: 1 });
    await service.app.get(ResealService, { strict: false }).reseal();
    find.mockRestore();
  }

  it('use an index in large tables, even if most rows belong to one account', async () => {
    const client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    const scans: string[] = [];
    let explained = 0;
    try {
      await fillTables(client);
      for (const { text, values } of statements.values()) {
        if (!/^\s*(SELECT|UPDATE|DELETE|INSERT|WITH)/.test(text)) continue;
        const explanation = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
        explained++;
        const plan = explanation.rows[0]['QUERY PLAN'][0].Plan as Plan;
        for (const table of scannedIn(plan)) scans.push(`${table}: ${text}`);
      }
    } finally {
      await client.end();
    }
    expect(scans).toEqual([]);
    expect(explained).toBeGreaterThan(30);
  });
});

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly isUnique: boolean;
}

/** Fills every table. Nine in ten rows share the value of each column that may repeat. */
async function fillTables(client: Client): Promise<void> {
  const { rows: columns } = await client.query<Column>(
    `
    SELECT table_name AS table, column_name AS name, udt_name AS type, is_nullable = 'YES' AS "isNullable", EXISTS (
      SELECT FROM pg_index WHERE indisunique AND indrelid = table_name::regclass AND indkey[indnkeyatts - 1] = ordinal_position
    ) AS "isUnique"
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ALL ($1)
      AND is_identity = 'NO'`,
    [smallTables],
  );
  // Without triggers and foreign keys.
  await client.query(`SET session_replication_role = replica`);
  for (const table of new Set(columns.map((column) => column.table))) {
    const of = columns.filter((column) => column.table === table);
    const names = of.map(({ name }) => `"${name}"`).join(', ');
    const values = of
      .map((column) =>
        column.isNullable ? `CASE WHEN i % 2 = 0 THEN ${readValue(column)} END` : readValue(column),
      )
      .join(', ');
    const count = table === 'audit_events' ? auditEvents : rows;
    await client.query(
      `INSERT INTO ${table} (${names}) SELECT ${values} FROM generate_series(1, ${count}) AS i ON CONFLICT DO NOTHING`,
    );
    await client.query(`ANALYZE ${table}`);
  }
}

/** SQL for the value of a column in the row with the number `i`. */
function readValue({ type, isUnique }: Column): string {
  const key = isUnique ? 'i' : 'CASE WHEN i % 10 = 0 THEN i ELSE 0 END';
  switch (type) {
    case 'timestamptz':
      return `now() - i * INTERVAL '10 seconds'`;
    case 'date':
      return 'current_date - i % 1000';
    case 'bool':
      return 'i % 10 = 0';
    case 'int2':
    case 'int4':
    case 'int8':
      return key;
    case 'bytea':
      return `sha256((${key})::text::bytea)`;
    case 'jsonb':
      return `'{}'`;
    case '_text':
      return `'{}'::text[]`;
    case 'text':
      return `md5((${key})::text)`;
    default:
      return `enum_first(NULL::"${type}")`;
  }
}

/** The tables that a plan scans completely. */
function scannedIn({ 'Node Type': type, 'Relation Name': table, Plans = [] }: Plan): string[] {
  // A limited scan without a filter ends at the first rows.
  const endsEarly = ({ 'Node Type': of, Filter }: Plan) => of === 'Seq Scan' && !Filter;
  const read = type === 'Limit' ? Plans.filter((plan) => !endsEarly(plan)) : Plans;
  const isScan = type === 'Seq Scan' && !smallTables.includes(table!);
  return [...(isScan ? [table!] : []), ...read.flatMap(scannedIn)];
}
