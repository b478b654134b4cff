import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { refresh, tokensFor, type TestClient } from '../support/clients/oauth.js';
import { PageClient } from '../support/clients/page-client.js';
import { newEmail, password, requestsTo, type TestService } from '../support/hosts/service.js';
import { runCli } from '../support/processes/command-line.js';
import {
  freePort,
  program,
  ServiceProcess,
  withoutAudited,
} from '../support/processes/service-process.js';
import { DebianPostgres, debianPostgresAvailable } from '../support/servers/debian-postgres.js';
import { reply, SmtpServer } from '../support/servers/smtp.js';
import { until } from '../support/until.js';

const page = readFileSync(
  new URL('docs/procedures.md', import.meta.resolve('#package.json')),
  'utf8',
);

/** The commands of each section by heading. Those before the first heading have the key ''. */
const commands = new Map(
  page
    .split(/^#{2,3} /m)
    .map((section, index) => [
      index === 0 ? '' : section.split('\n', 1)[0]!,
      [...section.matchAll(/^( *)```sh\n([^]*?)^ *```/gm)]
        .map(([, indent, block]) => block!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
        .join(''),
    ]),
);

const key = 'a secret of thirty-two characters or more';
const otherKey = 'another secret of thirty-two characters or more';

interface Application {
  readonly id: string;
  readonly client_secret: string;
  readonly access_token: string;
}

(debianPostgresAvailable() ? describe : describe.skip)('docs/procedures.md', () => {
  let postgres: DebianPostgres;
  let folder: string;
  let env: Record<string, string>;
  let node: ServiceProcess;
  const run = new Set<string>();
  beforeAll(async () => {
    postgres = await DebianPostgres.start();
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-procedures-'));
    env = {
      DATABASE_URL: postgres.url('accounts', 'accounts_service'),
      DATA_DIR: join(folder, 'data'),
      SECRET_KEY: key,
      RATE_LIMITS: 'off',
      PORT: String(await freePort()),
    };
  });
  afterAll(async () => {
    await ServiceProcess.stopAll();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs the commands of a section in a shell with the variables of the page. */
  async function paste(section: string, secretKey = key): Promise<string> {
    run.add(section);
    const script = [commands.get('')!, commands.get(section)!]
      .join('\n')
      .replaceAll('db.example:5432', new URL(postgres.url('')).host)
      .replaceAll('npm run --silent cli --', `'${process.execPath}' '${program('cli')}'`);
    const { stdout, stderr } = await promisify(execFile)(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', script],
      {
        cwd: folder,
        env: {
          PATH: `${postgres.programs}:${process.env.PATH}`,
          DATA_DIR: env.DATA_DIR,
          SECRET_KEY: secretKey,
        },
      },
    );
    expect(withoutAudited(stderr).stderr).toBe('');
    return stdout;
  }

  async function startWith(secretKey: string, more: Record<string, string> = {}): Promise<void> {
    await node?.stop();
    node = await ServiceProcess.start({ ...env, ...more, SECRET_KEY: secretKey });
    expect(`${node.isRunning ? '' : node.output}`).toBe('');
  }

  async function cli(...args: string[]): Promise<any> {
    const { code, stdout, stderr } = await runCli(env, [...args, '--json'], password);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  async function newApplication(): Promise<Application & { email: string }> {
    const email = newEmail();
    await cli('account', 'create', '--name', 'Ada', '--email', email, '--language', 'en');
    const redirect = ['--redirect-uri', 'https://app.example/callback'];
    const named = ['application', 'create', '--owner', email, '--name', 'Engine'];
    return { email, ...(await cli(...named, ...redirect)) };
  }

  const ask = (token: string, method: 'get' | 'put' | 'delete', path = '/accounts/me') =>
    requestsTo(node.url).as({ token }, method, path);
  const getStatus = async ({ access_token: token }: Application) =>
    (await ask(token, 'get')).status;

  it('documents a role that only reads and writes rows, which suffices for the service', async () => {
    await paste('Two roles');
    await postgres.query('postgres', `ALTER ROLE accounts_service SET search_path = pg_catalog`);
    await startWith(key);
    const application = await newApplication();
    const { access_token: token } = application;
    expect((await ask(token, 'put').send({ name: 'Renamed', email: newEmail() })).status).toBe(200);
    const visitor = new PageClient(node.url);
    await visitor.open('/console/sign-up');
    const person = { name: 'Grace', email: newEmail(), password, language_code: 'en' };
    await visitor.submit('/console/sign-up', person);
    await node.printed(new RegExp(`^Mail to ${person.email}`, 'm'));
    await visitor.open(/\S+token=\w+/.exec(node.output)![0].replace(node.url, ''));
    const confirmed = await visitor.submit('/console/confirm-sign-up', { password });
    expect(confirmed.location).toBe('/console/account');
    expect((await ask(token, 'delete')).status).toBe(204);
    const asService = { ...env, DATABASE_URL: postgres.url('accounts', 'accounts_service') };
    expect((await runCli(asService, ['migrate'])).stdout).toBe('applied: []\n');
    const [{ rights }] = await postgres.query(
      'accounts',
      `SELECT has_schema_privilege('accounts_service', 'public', 'CREATE') AS rights`,
    );
    expect(rights).toBe(false);
  });

  it('documents a role that parks events and retries them', async () => {
    let refuses = true;
    const mails = await SmtpServer.start({
      onRcptTo: (_address, _session, done) => done(refuses ? reply(550, 'unknown') : null),
    });
    const mail = { MAIL_URL: `${mails.url()}?starttls=off`, MAIL_FROM: 'accounts@example.com' };
    await startWith(key, mail);
    const { email } = await newApplication();
    await cli('account', 'reset', email);
    const parked = async () =>
      (await cli('mail', 'list')).events.filter(({ state }: any) => state === 'parked').length;
    await until(async () => (await parked()) === 1);
    refuses = false;
    expect(await cli('mail', 'retry')).toEqual({ retried: 1 });
    await until(() => mails.received.length === 1);
    await mails.stop();
    await startWith(key);
  });

  it('documents a role that cannot migrate: its start fails while a migration is pending', async () => {
    const [{ migration_name: newest }] = await postgres.query(
      'accounts',
      'SELECT migration_name FROM _prisma_migrations ORDER BY 1 DESC LIMIT 1',
    );
    const mark = (name: string, by: string) =>
      postgres.query(
        'accounts',
        `UPDATE _prisma_migrations SET migration_name = '${by}' WHERE migration_name = '${name}'`,
      );
    await mark(newest, 'x');
    const { code, stderr } = await runCli(env, ['migrate']);
    await mark('x', newest);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'The database of DATABASE_URL does not let this user create what is needed: grant it CREATE, or migrate as its owner.\n',
    });
  });

  it('documents a restore that running nodes notice', async () => {
    const [kept, deleted] = [await newApplication(), await newApplication()];
    const client: TestClient = {
      id: kept.id,
      secret: kept.client_secret,
      redirectUri: 'https://app.example/callback',
      ownToken: kept.access_token,
    };
    const service = { url: node.url } as TestService;
    const browser = new PageClient(node.url);
    await browser.signIn(deleted.email, password);
    const granted = await tokensFor(service, { browser }, client);
    await postgres.query('accounts', 'CREATE EXTENSION pg_stat_statements');
    await paste('Backup');

    const created = await newApplication();
    const refreshed = await refresh(service, client, granted.refresh_token);
    const later = await refresh(service, client, refreshed.body.refresh_token);
    expect((await ask(deleted.access_token, 'delete')).status).toBe(204);
    for (let round = 0; round < 4; round++) {
      const statuses = await Promise.all([kept, deleted, created].map(getStatus));
      expect(statuses).toEqual([200, 401, 200]);
    }
    await paste('Restore');
    await until(async () => (await getStatus(created)) === 401);
    expect(await Promise.all([kept, deleted, created].map(getStatus))).toEqual([200, 200, 401]);
    const unknown = await refresh(service, client, later.body.refresh_token);
    expect([unknown.status, unknown.body.error]).toEqual([400, 'invalid_grant']);
    expect((await ask(kept.access_token, 'put').send({ name: 'Renamed' })).status).toBe(200);
  });

  it('documents how to reseal with a new key, after which no older key is needed', async () => {
    await startWith(`${otherKey},${key}`);
    const printed = await paste('Rotating SECRET_KEY', `${otherKey},${key}`);
    expect(printed).toMatch(
      /^access_tokens: [1-9]\d* sealed again, key 1 opens [1-9]\d*, key 2 opens 0, no key opens 0$/m,
    );
    expect(printed).toMatch(/^The first key opens all stored values\.$/m);
  });

  it('documents how to count values sealed with a lost key, while the service keeps working', async () => {
    await startWith(key);
    expect(await paste('A lost key', key)).toMatch(/^access_tokens: .* no key opens [1-9]\d*$/m);
    const application = await newApplication();
    expect(await getStatus(application)).toBe(200);
  });

  it('documents how to end all sessions and tokens after a break-in', async () => {
    const application = await newApplication();
    const browser = new PageClient(node.url);
    await browser.signIn(application.email, password);
    const printed = await paste('After a break-in');
    expect(printed.match(/^application_tokens: [1-9]\d*$/gm)).toHaveLength(2);
    expect(printed).toContain('session.end_all');
    await until(async () => (await getStatus(application)) === 401);
    expect((await browser.open('/console/account')).status).toBe(303);
  });

  it('documents how to search the trail for the actions of operators', async () => {
    await newApplication();
    const printed = await paste('An investigation of operators');
    expect(printed).toContain(`${userInfo().username} account.create`);
  });

  it('documents how to collect the data of a person, in the name of an operator with a case', async () => {
    await cli(
      'account',
      'create',
      '--name',
      'Ada',
      '--email',
      'ada@example.com',
      '--language',
      'en',
    );
    expect(await paste('A request by an authority')).toMatch(/^[\da-f]{64} {2}account\.json$/m);
    const read = async (file: string) => JSON.parse(await readFile(join(folder, file), 'utf8'));
    expect((await read('account.json')).account.email).toBe('ada@example.com');
    expect((await read('about.json')).events[0]).toMatchObject({
      event: 'account.export',
      operator: 'grace, case 4711',
    });
    const { audit_events: visible } = await read('account.json');
    const names = ['account.create', 'account.read', 'account.export'];
    expect(visible.map(({ event }: any) => event)).toEqual(names);
  });

  it('documents how to discard the mails of a flood of sign-ups, and to delete its accounts', async () => {
    await node.stop();
    const mail = { MAIL_URL: `smtp://127.0.0.1:${await freePort()}`, MAIL_FROM: 'a@example.com' };
    await startWith(key, mail);
    const { id, email } = await newApplication();
    await postgres.query(
      'accounts',
      `UPDATE accounts SET created_at = '2026-01-18 10:00:00Z' WHERE email = '${email}'`,
    );
    for (const _ of [1, 2]) {
      const visitor = new PageClient(node.url);
      await visitor.open('/console/sign-up');
      const person = { name: 'Grace', email: newEmail(), password, language_code: 'en' };
      await visitor.submit('/console/sign-up', person);
    }
    const printed = await paste('A flood of sign-ups');
    expect(printed).toMatch(/^discarded: 2$/m);
    expect(printed).toMatch(/^deleted: 1$/m);
    const { applications } = await cli('application', 'list');
    expect(applications.map((application: Application) => application.id)).not.toContain(id);
    await startWith(key);
  });

  it('documents how to find the transaction that others wait for', async () => {
    const holder = new Client({ connectionString: postgres.url('accounts') });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE accounts');
    const { rows } = await holder.query('SELECT pg_backend_pid() AS pid');
    const printed = await paste('Slow statements');
    expect(printed).toMatch(new RegExp(`^ *${rows[0].pid} .* idle in transaction `, 'm'));
    await holder.query('ROLLBACK');
    await holder.end();
  });

  it('documents how to find what fills the disk', async () => {
    const printed = await paste('A full disk');
    expect(printed).toMatch(/^ *0 \| *$/m);
    expect(printed).toMatch(/^ audit_events +\| \d+ kB$/m);
  });

  it('documents how to migrate as the owner', async () => {
    const printed = await paste('Upgrade and rollback');
    expect(printed).toMatch(/^applied: \[\]$/m);
    expect(printed).toMatch(/^ *\d{14}_\w+ *\| .*\n/m);
  });

  it('has no command that these tests do not run', () => {
    const sections = [...commands].filter(([name, script]) => name && script);
    expect(sections.map(([name]) => name).sort()).toEqual([...run].sort());
  });
});
