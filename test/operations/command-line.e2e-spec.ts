import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { withCredentials } from '../../src/changes/proof.js';
import { byHost } from '../../src/request/requester.js';
import { SessionsService } from '../../src/access/sessions/sessions.service.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { migrate } from '../../src/database/migrations.js';
import { CommandRun } from '../../src/service/cli/command-run.js';
import { createProgram } from '../../src/service/cli/program.js';
import { startService, type TestService } from '../support/hosts/service.js';
import { runAuditedCli, runCli, unbundled } from '../support/processes/command-line.js';
import {
  runCliOnTerminal,
  startCli,
  terminalAvailable,
} from '../support/processes/service-process.js';
import { administer } from '../support/servers/postgres.js';
import { until } from '../support/until.js';

describe('The command line', () => {
  let service: TestService;
  let env: Record<string, string>;
  beforeAll(async () => {
    service = await startService();
    env = {
      DATABASE_URL: service.databaseUrl,
      SECRET_KEY: 'a secret of thirty-two characters or more',
    };
  });
  afterAll(() => service.close());
  const json = async (args: string[], input?: string) => {
    const { code, stdout, stderr } = await runCli(env, [...args, '--json'], input);
    expect({ code, stderr, lines: stdout.trim().split('\n').length }).toEqual({
      code: 0,
      stderr: '',
      lines: 1,
    });
    return JSON.parse(stdout);
  };
  const account = (email: string) => [
    'account',
    'create',
    '--name',
    'Ada',
    '--email',
    email,
    '--language',
    'fr',
  ];
  const me = (token: string) =>
    fetch(`${service.url}/api/accounts/me`, { headers: { Authorization: `Bearer ${token}` } });

  it('is a process that reads standard input, and exits with a code', async () => {
    const person = [...account('process@example.com'), '--json'];
    const created = await startCli(env, person, 'correct horse 7\n');
    expect(created).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(created.stdout).account.email).toBe('process@example.com');
    const { code, stdout, stderr } = await startCli(env, person, 'correct horse 7\n');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^email: An account with this email address already exists/);
    expect((await startCli(env, ['account', 'import'], '{}')).code).toBe(1);
    expect((await startCli({}, ['audit', 'list', '--limit', '0'])).code).toBe(1);
    expect((await startCli({}, ['audit', 'list', '--help'])).code).toBe(0);
  });

  it('creates an account with a password from standard input, and prints it as the API returns it', async () => {
    const created = await json(account('ada@example.com'), 'correct horse 7\n');
    expect(created.account).toMatchObject({
      name: 'Ada',
      email: 'ada@example.com',
      language_code: 'fr',
    });
    expect(created._links.self.href).toBe(`/api/accounts/${created.account.id}`);
  });

  it('writes errors as sentences, and nothing on standard output', async () => {
    const { code, stdout, stderr } = await runCli(env, [...account('no'), '--json'], 'short');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^email: This value is not a valid email address\. An address looks like \S+@\S+\.$/m,
    );
    expect(stderr).toMatch(/^password: .*at least 6 characters/m);
  });

  it('explains an unavailable database in a sentence', async () => {
    const client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    await client.query('BEGIN; LOCK TABLE accounts');
    const { code, stdout, stderr } = await runCli(
      env,
      account('locked@example.com'),
      'engine 1843',
    );
    await client.end();
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The database does not answer (57014).\n',
    });
  });

  it('creates an application with a working token, a client id and a secret', async () => {
    const created = await json([
      'application',
      'create',
      '--owner',
      'ada@example.com',
      '--name',
      'Engine',
      '--redirect-uri',
      'https://a.example/cb',
      '--redirect-uri',
      'http://127.0.0.1/cb',
      '--api-version',
      '1.13',
    ]);
    expect(created).toMatchObject({
      name: 'Engine',
      api_version: '1.13',
      redirect_uris: ['https://a.example/cb', 'http://127.0.0.1/cb'],
      access_token: expect.stringMatching(/^[0-9A-Za-z]{86}$/),
      client_secret: expect.stringMatching(/^[0-9A-Za-z]{64}$/),
    });
    expect(created.client_id).toBe(created.id);
    const answer = await me(created.access_token);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-version')).toBe('1.13');
  });

  it('sets the newest API version, and gives a public client no secret', async () => {
    const created = await json([
      'application',
      'create',
      '--owner',
      'ADA@example.com',
      '--name',
      'App',
      '--public',
    ]);
    expect(created).toMatchObject({ api_version: '1.21', client_secret: null });
  });

  it('rejects an unknown owner, an unknown version and an invalid redirect URI', async () => {
    const create = (...args: string[]) =>
      runCli(env, ['application', 'create', '--name', 'x', ...args]);
    expect((await create('--owner', 'nobody@example.com')).stderr).toMatch(
      /^owner: There is no account/,
    );
    const owner = ['--owner', 'ada@example.com'];
    expect((await create(...owner, '--api-version', '9.9')).stderr).toMatch(
      /^api_version: .*1\.8 to 1\.21/,
    );
    expect((await create(...owner, '--redirect-uri', 'http://a.example/cb')).stderr).toMatch(
      /^redirect_uris: /,
    );
  });

  it('lists the applications without their secrets', async () => {
    const { applications } = await json(['application', 'list']);
    expect(applications).toHaveLength(2);
    expect(applications.at(-1)).toMatchObject({
      name: 'Engine',
      owner: 'ada@example.com',
      public: false,
    });
    expect(JSON.stringify(applications)).not.toMatch(/\w{64}/);
    const { stdout } = await runCli(env, ['application', 'list']);
    const lines = stdout.trim().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(
        /^ID {24}PUBLIC {2}TRUSTED {2}API VERSION {2}LAST USED ON {2}OWNER {12}NAME$/,
      ),
      expect.stringMatching(/^\w{24} {2}true {4}false {4}1\.21 {9}- {13}ada@example\.com {2}App$/),
      // The day of use is stored some seconds after an earlier test used the token.
      expect.stringMatching(
        /^\w{24} {2}false {3}false {4}1\.13 {9}(?:- {9}|[\d-]{10}) {4}ada@example\.com {2}Engine$/,
      ),
    ]);
  });

  it('rotates a client secret, lists the kept one, and removes it', async () => {
    const { account: owner } = await service.newCaller();
    const create = ['application', 'create', '--owner', owner.email, '--name', 'Engine'];
    const { id, client_secret } = await json([...create, '--client-credentials']);
    const accepts = async (secret: string) => {
      const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
      const body = new URLSearchParams(form);
      return (await fetch(`${service.url}/oauth/token`, { method: 'POST', body })).status;
    };
    expect(await accepts(client_secret)).toBe(200);
    const rotate = ['application', 'rotate-secret', id, '--keep-previous-days'];
    const rotated = await json([...rotate, '7']);
    expect(rotated).toEqual({ client_id: id, client_secret: expect.stringMatching(/^\w{64}$/) });
    expect([await accepts(client_secret), await accepts(rotated.client_secret)]).toEqual([
      200, 200,
    ]);
    const { secrets } = await json(['application', 'secrets', id]);
    expect(secrets).toMatchObject([{ expires_at: null }, { expires_at: expect.any(String) }]);
    const remove = ['application', 'remove-secret', id, secrets[1].id];
    expect(await json(remove)).toEqual({ removed: true });
    expect([await accepts(client_secret), await accepts(rotated.client_secret)]).toEqual([
      401, 200,
    ]);
    const refused = await runCli(env, [...rotate, '31']);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('This value must be a whole number from 0 to 30.');
  });

  it('trusts an application after a confirmation, and ends the trust', async () => {
    const { account: owner } = await service.newCaller();
    const uri = 'https://app.example/callback';
    const create = ['application', 'create', '--owner', owner.email, '--name', 'Engine'];
    const { id } = await json([...create, '--redirect-uri', uri]);
    const trust = ['application', 'trust', id];
    expect((await runCli(env, trust)).stderr).toContain('Add --yes');
    const about = { id, owner: owner.email, redirect_uris: [uri] };
    expect(await json([...trust, '--yes'])).toMatchObject({ ...about, trusted: true });
    expect(await json(['application', 'distrust', id])).toMatchObject({ ...about, trusted: false });
    const { id: app } = await json([
      ...create,
      '--public',
      '--redirect-uri',
      'com.example:/callback',
    ]);
    const refused = await runCli(env, ['application', 'trust', app, '--yes']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('cannot be trusted');
  });

  it('lists the applications page by page, the newest first', async () => {
    const { applications } = await json(['application', 'list']);
    const pages: string[] = [];
    let before: string[] = [];
    for (;;) {
      const page = await json(['application', 'list', '--limit', '1', ...before]);
      if (page.applications.length === 0) break;
      pages.push(...page.applications.map(({ id }: { id: string }) => id));
      before = ['--before', page.applications.at(-1).id];
    }
    // Compare only the order, because the day of the last use may be stored between two listings.
    expect(pages).toEqual(applications.map(({ id }: { id: string }) => id));
    const gone = ['application', 'list', '--before', 'f'.repeat(24)];
    expect(await runCli(env, gone)).toMatchObject({ code: 1, stdout: '' });
  });

  it('revokes a token immediately, given as an argument or on standard input', async () => {
    const [given, read] = [await service.newCaller(), await service.newCaller()];
    expect(await json(['token', 'show'], `${given.token}\n`)).toMatchObject({
      kind: 'own',
      account_id: given.account.id,
      email: given.account.email,
      application_id: given.applicationId,
    });
    expect(await json(['token', 'revoke', given.token])).toEqual({ revoked: true });
    expect(await runCli(env, ['token', 'show'], given.token)).toMatchObject({
      code: 1,
      stdout: '',
    });
    expect(await json(['token', 'revoke'], `${read.token}\n`)).toEqual({ revoked: true });
    for (const { token } of [given, read]) expect((await me(token)).status).toBe(401);
    const again = await runCli(env, ['token', 'revoke', given.token]);
    expect(again).toEqual({ code: 1, stdout: '', stderr: 'This token does not exist.\n' });
  });

  it('creates, lists and revokes the named tokens of an application', async () => {
    const { applicationId } = await service.newCaller();
    const create = ['token', 'create', applicationId, '--name', 'Report'];
    const scope = ['--scope', 'account:read'];
    const { access_token, ...token } = await json([...create, ...scope, '--expires-in-days', '90']);
    expect(token).toMatchObject({ name: 'Report', scope: 'account:read', full_access: false });
    expect((await me(access_token)).status).toBe(200);
    const full = await json([...create, '--full-access', '--expires-in-days', 'none']);
    expect(full).toMatchObject({ full_access: true, expires_at: null });
    const { tokens } = await json(['token', 'list', applicationId]);
    expect(tokens.map(({ id }: { id: string }) => id)).toEqual([token.id, full.id]);
    expect((await json(['audit', 'list', '--limit', '1'])).events).toMatchObject([
      { event: 'application.find', application_id: applicationId, members: ['tokens'] },
    ]);
    const revoke = ['token', 'revoke', '--application', applicationId, '--id', token.id];
    expect(await json(revoke)).toEqual({ revoked: true });
    expect((await me(access_token)).status).toBe(401);
    expect(await runCli(env, revoke)).toEqual({
      ...{ code: 1, stdout: '', stderr: 'This token does not exist.\n' },
    });
    const refused = await runCli(env, [...create, ...scope, '--expires-in-days', 'soon']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('expires_in_days: This value must be a whole number');
    expect((await runCli(env, ['token', 'revoke', '--id', full.id])).code).toBe(1);
  });

  it('signs an account out everywhere, and keeps its application tokens', async () => {
    const caller = await service.newCaller();
    const sessions = service.app.get(SessionsService, { strict: false });
    const { id, email } = caller.account;
    const proof = withCredentials(caller.account, byHost);
    const begun = await sessions.begin(id, proof, {
      userAgent: '',
      source: '::1',
      amr: [],
    });
    const end = ['session', 'end', '--account', email];
    expect(await json(end)).toEqual({ ended: true });
    expect(await sessions.find(begun!)).toBeUndefined();
    expect((await me(caller.token)).status).toBe(200);
    const forMessages = { HTTP_ADAPTER: 'none', MESSAGES_URL: 'tcp://127.0.0.1:4000' };
    const again = await runCli({ ...env, ...forMessages }, [...end, '--json']);
    expect(JSON.parse(again.stdout)).toEqual({ ended: false });
    expect(await runCli(env, ['session', 'end', '--account', 'nobody@example.com'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'account: There is no account with this email address.\n',
    });
  });

  it('lists the audit events of all accounts or of one, newest first', async () => {
    const { account } = await service.newCaller();
    await service.app.get(AccountsService, { strict: false }).delete(account.id, byHost);
    const { events } = await json(['audit', 'list', '--account', account.id]);
    expect(events.map(({ event }: { event: string }) => event)).toEqual([
      'account.delete',
      'application.create',
      'account.create',
    ]);
    expect(events[0]).toMatchObject({
      result: 'succeeded',
      account_id: account.id,
      channel: 'code',
      count: 1,
      last_at: events[0].at,
    });
    const unknown = await runCli(env, ['audit', 'list', '--before', 'f'.repeat(24)]);
    expect(unknown).toEqual({ code: 1, stdout: '', stderr: 'There is nothing with this id.\n' });
    const older = ['--limit', '1', '--before', events[0].id];
    const listed = await json(['audit', 'list', '--account', account.id, ...older]);
    expect(listed.events).toEqual([events[1]]);
    const conditions = ['--event', 'account.create', '--from', events[2].at, '--limit', '1'];
    expect(await json(['audit', 'list', '--account', account.id, ...conditions])).toEqual({
      events: [events[2]],
      next: null,
    });

    const { stdout } = await runCli(env, ['audit', 'list', '--account', 'ADA@example.com']);
    const lines = stdout.trim().split('\n');
    expect(lines.at(-1)).toMatch(
      /^\d{4}-\S+\+00:00 account\.create succeeded account_id="\w{24}" channel="command_line" .* count=1 last_at="\d{4}-\S+\+00:00"$/,
    );
    for (const line of lines)
      expect(line).toMatch(/^\S+\+00:00 (account|application)\.create succeeded /);
    const all = await json(['audit', 'list', '--limit', '10000']);
    expect(all.events.length).toBeGreaterThan(events.length + lines.length);
  });

  it('rejects a limit outside 1 to 10000', async () => {
    for (const limit of ['0', '10001', 'x', '1.5']) {
      const { code, stderr } = await runCli(env, ['audit', 'list', '--limit', limit]);
      expect(code).toBe(1);
      expect(stderr).toContain('It must be a whole number from 1 to 10000.');
    }
  });

  it('runs in the host application with its hooks', async () => {
    const client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    await client.query('CREATE TABLE customers (account_id TEXT)');
    // As in an installed package, the application and the command line load the same modules.
    const cli = fileURLToPath(import.meta.resolve('../../src/service/cli/cli.js'));
    const host = { HOST_DATABASE_URL: service.databaseUrl };
    const file = fileURLToPath(new URL('./host.module.js', import.meta.url));
    const command = ['--app', file, ...account('hooked@example.com'), '--json'];
    const { code, stdout, stderr } = await startCli(host, command, 'correct horse 7', cli);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { rows } = await client.query('SELECT account_id AS id FROM customers');
    await client.end();
    expect(rows).toEqual([{ id: JSON.parse(stdout).account.id }]);
    const commonJs = join(await mkdtemp(join(tmpdir(), 'nest-accounts-app-')), 'app.module.cjs');
    await writeFile(commonJs, `exports.AppModule = require(${JSON.stringify(file)}).AppModule;`);
    const compiled = ['--app', commonJs, ...account('compiled@example.com'), '--json'];
    const inCommonJs = await runCli(host, compiled, 'correct horse 7', unbundled);
    expect([inCommonJs.code, inCommonJs.stderr]).toEqual([0, '']);
    await rm(dirname(commonJs), { recursive: true });
    const other = fileURLToPath(new URL('../support/until.js', import.meta.url));
    const none = await runCli(host, ['--app', other, 'event', 'list'], '', unbundled);
    expect([none.code, none.stderr]).toEqual([
      1,
      expect.stringContaining('exports no module, neither by default nor as AppModule'),
    ]);
  });

  it('acts on the mount named by --mount', async () => {
    await migrate({ url: service.databaseUrl, schema: 'staff' });
    const file = fileURLToPath(new URL('./two-mounts.module.js', import.meta.url));
    const host = { HOST_DATABASE_URL: service.databaseUrl };
    const run = (...args: string[]) =>
      runCli(host, ['--app', file, ...args, '--json'], 'correct horse 7', unbundled);
    const person = account('mounted@example.com');
    for (const mount of ['staff', 'customers']) {
      const { code, stderr } = await run('--mount', mount, ...person);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    }
    const shown = await run('--mount', 'customers', 'account', 'show', 'mounted@example.com');
    expect(shown.code).toBe(0);
    const without = await run('--mount', 'staff', 'account', 'show', 'mounted@example.com');
    expect(without.stderr).toContain('lacks operatorFeature()');
    for (const mount of [[], ['--mount', 'other']]) {
      const { code, stdout, stderr } = await run(...mount, ...person);
      expect({ code, stdout, stderr }).toEqual({
        code: 1,
        stdout: '',
        stderr: 'The application has the mounts customers, staff: name one with --mount.\n',
      });
    }
    const none = join(await mkdtemp(join(tmpdir(), 'nest-accounts-app-')), 'app.module.cjs');
    await writeFile(none, `exports.AppModule = class {};`);
    const { stderr } = await runCli(host, ['--app', none, ...person], 'correct horse 7', unbundled);
    expect(stderr).toBe('The application does not import AccountsModule.\n');
    await rm(dirname(none), { recursive: true });
  });

  it('counts 20,000 waiting events at most, and 10,000 parked events', async () => {
    const client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    await client.query(`
      INSERT INTO event_subscriptions (name, type) VALUES ('many', 'account.deleted');
      INSERT INTO event_queues (subscription, account_id, due_at, last_error)
      SELECT 'many', i, now() + i * INTERVAL '1 ms', CASE i WHEN 10050 THEN 'late' END
      FROM generate_series(1, 10100) i;
      INSERT INTO event_deliveries (subscription, event_id, type, account_id, revision, data, occurred_at)
      SELECT 'many', i, 'account.deleted', i % 10100 + 1, 2, '{}', now() FROM generate_series(1, 20200) i;
      INSERT INTO parked_events SELECT -i, 'many', i, 'account.deleted', i, 2, '{}', now(), now(), 9, 'no'
      FROM generate_series(1, 10100) i`);
    await client.end();
    const { subscriptions } = await json(['event', 'list']);
    expect(subscriptions).toMatchObject([
      {
        ...{ name: 'many', waiting: 20_000, more_waiting: true },
        ...{ parked: 10_000, more_parked: true, last_error: 'late' },
      },
    ]);
    const { stdout } = await runCli(env, ['event', 'list']);
    expect(stdout).toMatch(/\nmany .* 20000\+ .* 10000\+ .*late\n$/);
    expect(await json(['event', 'drop', 'many'])).toEqual({ dropped: true });
  });

  it('lists, retries and discards waiting and parked events, and drops subscriptions', async () => {
    const client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    await client.query(`
      INSERT INTO event_subscriptions (name, type) VALUES ('billing', 'account.deleted');
      INSERT INTO event_deliveries (subscription, event_id, type, account_id, revision, data, occurred_at)
      SELECT 'billing', 'event ' || i, 'account.deleted', 'account', 2, '{}', '2026-01-18T14:49:37.123Z'
      FROM generate_series(2, 3) i;
      INSERT INTO event_queues (subscription, account_id, due_at) VALUES ('billing', 'account', now());
      INSERT INTO parked_events VALUES (0, 'billing', 'event 1', 'account.deleted', 'account', 2, '{}',
        '2026-01-17T14:49:37.123Z', now(), 9, 'no route to host')`);
    const pause = () =>
      client.query(
        `UPDATE event_queues SET due_at = now() + INTERVAL '5 minutes', attempts = 3, last_error = 'late'`,
      );
    const { subscriptions } = await json(['event', 'list']);
    expect(subscriptions).toEqual([
      {
        name: 'billing',
        types: ['account.deleted'],
        seen_at: expect.stringMatching(/^\d{4}-.*Z$/),
        waiting: 2,
        more_waiting: false,
        oldest_at: '2026-01-18T14:49:37.123Z',
        parked: 1,
        more_parked: false,
        last_error: 'no route to host',
      },
    ]);
    const { stdout } = await runCli(env, ['event', 'list']);
    expect(stdout).toMatch(/^NAME .*\nbilling  .* no route to host\n$/);
    await pause();
    const show = async (...args: string[]) => json(['event', 'show', 'billing', ...args]);
    const first = await show('--limit', '2');
    const parked = { state: 'parked', attempts: 9, last_error: 'no route to host', due_at: null };
    const paused = { state: 'waiting', attempts: 3, last_error: 'late', parked_at: null };
    expect(first.events).toMatchObject([
      { ...parked, sequence: 0, event_id: 'event 1' },
      { ...paused, event_id: 'event 2' },
    ]);
    const last = await show('--after', first.next);
    expect(last).toMatchObject({ events: [{ ...paused, event_id: 'event 3' }], next: null });
    const grace = ['--as', 'grace', 'event'];
    expect(await json([...grace, 'retry', 'billing', '0'])).toEqual({ retried: 1 });
    expect((await json(['event', 'list'])).subscriptions[0]).toMatchObject({
      waiting: 3,
      oldest_at: '2026-01-17T14:49:37.123Z',
      parked: 0,
    });
    const due = async () => {
      const { rows } = await client.query(
        'SELECT attempts, due_at <= now() AS due FROM event_queues',
      );
      return rows;
    };
    for (const action of [
      ['retry', 'billing', `${last.events[0].sequence}`],
      ['retry', 'billing'],
    ]) {
      await pause();
      expect(await json([...grace, ...action])).toEqual({ retried: 1 });
      expect(await due()).toEqual([{ attempts: 0, due: true }]);
    }
    await pause();
    const second = String(first.events[1].sequence);
    expect(await json([...grace, 'discard', 'billing', second])).toEqual({ discarded: 1 });
    expect(await due()).toEqual([{ attempts: 0, due: true }]);
    expect((await show()).events).toMatchObject([{ event_id: 'event 1' }, { event_id: 'event 3' }]);
    const again = await runCli(env, ['event', 'discard', 'billing', second]);
    expect([again.code, again.stderr.trim()]).toEqual([1, 'There is no event with this number.']);
    const several = [second, String(last.events[0].sequence)];
    expect(await json([...grace, 'discard', 'billing', ...several])).toEqual({ discarded: 1 });
    expect(await json(['event', 'drop', 'billing'])).toEqual({ dropped: true });
    await client.end();
    const { events } = await json(['audit', 'list', '--limit', '7']);
    expect(events).toMatchObject([
      { event: 'event.drop', operator: userInfo().username, members: ['billing'] },
      { event: 'event.discard', operator: 'grace', members: ['billing', 'event 3'] },
      { event: 'event.read', operator: userInfo().username, members: ['billing', 'limit'] },
      { event: 'event.discard', operator: 'grace', members: ['billing', 'event 2'] },
      { event: 'event.retry', operator: 'grace', members: ['billing'] },
      { event: 'event.retry', operator: 'grace', members: ['billing', 'event 3'] },
      { event: 'event.retry', operator: 'grace', members: ['billing', 'event 1'] },
    ]);
    expect(await json(['mail', 'list'])).toEqual({ events: [], next: null });
    expect(await json(['event', 'list'])).toEqual({ subscriptions: [] });
    expect((await runCli(env, ['event', 'list'])).stdout).toBe('No subscriptions.\n');
    for (const action of ['show', 'retry', 'drop']) {
      const { code, stderr } = await runCli(env, ['event', action, 'billing']);
      expect([code, stderr.trim()]).toEqual([1, 'There is no subscription with this name.']);
    }
  });

  it('applies no migrations if none is pending', async () => {
    expect(await json(['migrate'])).toEqual({ applied: [] });
  });

  it('reports a read-only server where the URL requires one that accepts writes', async () => {
    const name = new URL(env.DATABASE_URL!).pathname.slice(1);
    const setting = `ALTER DATABASE ${name}`;
    await administer(`${setting} SET default_transaction_read_only TO on`);
    const strict = { ...env, DATABASE_URL: `${env.DATABASE_URL}?target_session_attrs=read-write` };
    const [refused, migrated] = [await runCli(strict, ['migrate']), await runCli(env, ['migrate'])];
    await administer(`${setting} RESET default_transaction_read_only`);
    const stderr = 'The database of DATABASE_URL is read-only: name its primary.\n';
    expect(refused).toEqual({ code: 1, stdout: '', stderr });
    expect(migrated).toEqual({ code: 0, stdout: 'applied: []\n', stderr: '' });
  });

  it('reads secrets from files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'secrets-'));
    const files: Record<string, string> = {};
    for (const [name, value] of Object.entries(env)) {
      files[`${name}_FILE`] = join(folder, name);
      await writeFile(join(folder, name), `${value}\n`);
    }
    const result = await runCli(
      { ...files, NODE_ENV: 'production', PUBLIC_URL: 'https://a.example' },
      ['migrate', '--json'],
    );
    await rm(folder, { recursive: true });
    expect(result).toEqual({ code: 0, stdout: '{"applied":[]}\n', stderr: '' });
  });

  it('finds, shows, suspends, restores and deletes an account, and records the operator', async () => {
    const { account: subject, token } = await service.newCaller();
    const { id, email } = subject;
    const { accounts } = await json(['account', 'list', '--email', email]);
    expect(accounts).toMatchObject([{ id, email, suspended_at: null }]);
    const listed = await runCli(env, ['account', 'list', '--email', email]);
    expect(listed.stdout).toMatch(/^ID .*NAME\n\w{24} .* - {2,}\S+@example\.com {2}Somebody\n$/);
    const wrong = await runCli(env, ['account', 'list', '--created-from', 'yesterday']);
    expect(wrong).toEqual({
      code: 1,
      stdout: '',
      stderr: 'created_from: This value is not a valid date.\n',
    });

    const suspended = await json(['account', 'suspend', email, '--reason', 'sends spam']);
    expect(suspended.status).toMatchObject({ suspension_reason: 'sends spam' });
    expect((await me(token)).status).toBe(403);
    const shown = await runCli(env, ['account', 'show', id]);
    expect(shown.stdout).toMatch(/^status\.suspension_reason: sends spam$/m);
    await json(['--as', 'grace', 'account', 'restore', id]);
    expect((await me(token)).status).toBe(200);
    expect(await json(['session', 'list', '--account', id])).toEqual({ sessions: [] });
    const { link } = await json(['account', 'reset', email, '--link']);
    expect(link).toMatch(/^http:\/\/localhost:\d+\/console\/reset-password\?token=\w{86}$/);

    const unconfirmed = await runCli(env, ['account', 'delete', email]);
    expect(unconfirmed).toMatchObject({ code: 1, stderr: expect.stringContaining('--yes') });
    expect(await json(['account', 'delete', email, '--yes'])).toEqual({ deleted: true });
    const { events } = await json(['audit', 'list', '--account', id]);
    const told = events.map((each: any) => [each.event, each.operator, each.reason]);
    const user = userInfo().username;
    expect(told.slice(0, 6)).toEqual([
      ['account.delete', user, null],
      ['reset.reveal', user, null],
      ['account.read', user, null],
      ['account.restore', 'grace', null],
      ['account.read', user, null],
      ['account.suspend', user, 'sends spam'],
    ]);
    expect(await runCli(env, ['account', 'show', id])).toMatchObject({
      code: 1,
      stderr: 'This account does not exist.\n',
    });
  });

  it('allows and denies permissions', async () => {
    const { account: subject, token } = await service.newCaller();
    const set = (...options: string[]) =>
      json(['account', 'permissions', subject.email, ...options]);
    const denied = await set(
      '--deny',
      'create_alert',
      'read_quotastats',
      '--deny',
      'read_teammembers',
    );
    expect(denied.account.permissions).toEqual({
      create_alert: false,
      read_teammembers: false,
      read_teamrequests: true,
      read_quotastats: false,
    });
    await set('--allow', 'create_alert', 'read_quotastats', '--deny', 'read_quotastats');
    const { account: read } = await (await me(token)).json();
    expect(read.permissions).toEqual({
      create_alert: true,
      read_teammembers: false,
      read_teamrequests: true,
      read_quotastats: false,
    });
    const misspelt = await runCli(env, [
      'account',
      'permissions',
      subject.email,
      '--deny',
      'alert',
    ]);
    expect(misspelt).toMatchObject({ code: 1, stderr: expect.stringContaining('create_alert') });
  });

  it('writes an audit line to standard error for each action, with and without --json', async () => {
    const { account: subject, applicationId, token } = await service.newCaller();
    const { id, email } = subject;
    const onAccount = (event: string, more: object = {}) => ({ event, accountId: id, ...more });
    const commands: [string[], object][] = [
      [
        [
          'account',
          'list',
          '--email',
          email,
          '--email-prefix',
          email,
          '--created-to',
          '9999-12-31',
        ],
        { event: 'account.find', members: ['created_to', 'email', 'email_prefix', 'limit'] },
      ],
      [['account', 'show', email], onAccount('account.read')],
      [['session', 'list', '--account', id], onAccount('account.read', { members: ['sessions'] })],
      [['account', 'suspend', id, '--reason', 'sends spam'], onAccount('account.suspend')],
      [['account', 'restore', id], onAccount('account.restore')],
      [
        ['account', 'permissions', email, '--deny', 'create_alert'],
        onAccount('permissions.change', { members: ['create_alert'] }),
      ],
      [['account', 'reset', id, '--link'], onAccount('reset.reveal')],
      [['account', 'export', '--account', id], onAccount('account.export')],
      [
        ['audit', 'list', '--account', email],
        onAccount('audit.read', { members: ['account', 'limit'] }),
      ],
      [
        ['application', 'list', '--owner', email, '--name-prefix', 'x'],
        { event: 'application.find', members: ['limit', 'name_prefix', 'owner'] },
      ],
      [
        ['application', 'create', '--owner', email, '--name', 'Engine'],
        onAccount('application.create'),
      ],
      [['token', 'revoke', token], onAccount('token.revoke', { applicationId })],
      [['application', 'trust', applicationId, '--yes'], onAccount('application.trust')],
      [['application', 'distrust', applicationId], onAccount('application.distrust')],
      [['application', 'delete', applicationId, '--yes'], onAccount('application.delete')],
      [['erasure', 'list'], { event: 'audit.read' }],
      [['key', 'reseal'], { event: 'key.reseal' }],
      [['mail', 'retry'], {}],
      [['account', 'delete', email, '--yes'], onAccount('account.delete')],
    ];
    for (const [command, expected] of commands) {
      for (const format of command[0] === 'account' && command[1] === 'list'
        ? [[], ['--json']]
        : [['--json']]) {
        const ran = await runAuditedCli(env, ['--as', 'grace', ...command, ...format]);
        expect({ command, code: ran.code, stderr: ran.stderr }).toEqual({
          command,
          code: 0,
          stderr: '',
        });
        if (format.length > 0) expect(ran.stdout.trimEnd()).toMatch(/^\{[^\n]*\}$/);
        const events = Object.keys(expected).length === 0 ? [] : [expected];
        const about = { channel: 'command_line', operator: 'grace', result: 'succeeded' };
        expect(ran.audited.filter((line) => line.event !== 'token.create')).toEqual(
          events.map((event) => expect.objectContaining({ ...about, ...event })),
        );
        expect(JSON.stringify(ran.audited)).not.toContain(email);
        expect(JSON.stringify(ran.audited)).not.toContain(token);
      }
    }
    const cloud = { ...env, LOG_FORMAT: 'gcp' };
    const { stderr } = await runCli(cloud, ['--as', 'grace', 'account', 'list', '--json']);
    expect(JSON.parse(stderr)).toMatchObject({ severity: 'INFO', event: 'account.find' });
    const failed = await runAuditedCli(env, ['account', 'show', id]);
    expect(failed).toMatchObject({ code: 1, audited: [] });
  });

  it('suspends an account whose users cannot be counted in time', async () => {
    const { account: subject } = await service.newCaller();
    const client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    await client.query('BEGIN');
    await client.query('LOCK TABLE grants IN ACCESS EXCLUSIVE MODE');
    const suspended = runCli(env, ['account', 'suspend', subject.id, '--reason', 'sends spam']);
    const where = { id: subject.id, suspendedAt: { not: null } };
    const isSuspended = async () => (await service.prisma.account.count({ where })) > 0;
    // The command counts users after it has suspended the account.
    await Promise.race([until(isSuspended), suspended]);
    await client.query('ROLLBACK');
    await client.end();
    const { code, stdout, stderr } = await suspended;
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Other users whose applications stop working: too many to count\n');
    expect(await isSuspended()).toBe(true);
  });

  it.each([[''], ['a'.repeat(65)], ['grace\nadmin'], [' '], ['\u200bgrace']])(
    'rejects the operator name %j',
    async (name) => {
      const refused = await runAuditedCli(env, ['--as', name, 'account', 'list']);
      expect(refused).toMatchObject({ code: 1, stdout: '', audited: [] });
      expect(refused.stderr).toBe('--as takes a name of at most 64 visible characters.\n');
    },
  );

  it('records each repeated action of an operator in its own row', async () => {
    const { account: subject } = await service.newCaller();
    for (let i = 0; i < 3; i++) await json(['account', 'show', subject.id]);
    const { events } = await json(['audit', 'list', '--account', subject.id]);
    const read = events.filter(({ event }: { event: string }) => event === 'account.read');
    expect(read.map(({ count }: { count: number }) => count)).toEqual([1, 1, 1]);
  });

  it('deletes an application only with --yes', async () => {
    const { applicationId, token } = await service.newCaller();
    const remove = ['application', 'delete', applicationId];
    expect((await runCli(env, remove)).code).toBe(1);
    expect(await json([...remove, '--yes'])).toEqual({ deleted: true });
    expect((await me(token)).status).toBe(401);
  });

  const onTerminal = terminalAvailable() ? it : it.skip;
  onTerminal('asks for a password twice on a terminal, hides it, and ends on Ctrl-C', async () => {
    const command = account('terminal@example.com');
    const typed = await runCliOnTerminal(env, command, [
      ['Password: ', 'correct horse 7\r'],
      ['Password again: ', 'correct horse 7\r'],
    ]);
    expect(typed.output).toContain('"email": "terminal@example.com"');
    expect(typed).toMatchObject({ code: 0, output: expect.not.stringContaining('horse') });
    const mistyped = await runCliOnTerminal(env, command, [
      ['Password: ', 'correct horse 7\r'],
      ['Password again: ', 'correct house 7\r'],
    ]);
    expect(mistyped.code).toBe(1);
    expect(mistyped.output).toMatch(/The passwords differ\.\s*$/);
    const cancelled = await runCliOnTerminal(env, command, [['Password: ', '\x03']]);
    expect(cancelled.code).toBe(1);
    expect(cancelled.output).toMatch(/Cancelled\.\s*$/);
  });

  it('escapes control characters in lists', async () => {
    const client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    await client.query(`
      INSERT INTO event_subscriptions (name, type) VALUES ('hostile', 'account.deleted');
      INSERT INTO event_queues (subscription, account_id, due_at, last_error)
      VALUES ('hostile', 'account', now(), E'\x1b]0;title\x07\nnext')`);
    await client.end();
    const { stdout } = await runCli(env, ['event', 'list']);
    expect(stdout).toMatch(/\\u001b\]0;title\\u0007\\nnext\n$/);
    expect(await json(['event', 'drop', 'hostile'])).toEqual({ dropped: true });
  });

  it('prints its version', async () => {
    const manifest = new URL(import.meta.resolve('#package.json'));
    const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
    expect((await runCli({}, ['--version'])).stdout).toBe(`${version}\n`);
  });

  describe('explains every command', () => {
    const leaves = (command: Command): Command[] =>
      command.commands.length > 0 ? command.commands.flatMap(leaves) : [command];
    const getPath = (command: Command): string[] =>
      command.parent ? [...getPath(command.parent), command.name()] : [];
    const commands = leaves(createProgram(new CommandRun(process))).map((command) => [
      getPath(command).join(' '),
      command,
    ]);

    it('documents exactly these commands in docs/operation.md', () => {
      const guide = readFileSync(
        new URL('docs/operation.md', import.meta.resolve('#package.json')),
        'utf8',
      );
      const lines = guide.matchAll(
        /^npm run --silent cli -- (?:--as \w+ )?([a-z]+(?: [a-z-]+)?)/gm,
      );
      const documented = [...new Set([...lines].map(([, path]) => path))];
      expect(documented.sort()).toEqual(commands.map(([path]) => path).sort());
    });

    it.each(commands as [string, Command][])('%s', async (path, command) => {
      const { code, stdout } = await runCli({}, [...path.split(' '), '--help']);
      expect(code).toBe(0);
      expect(stdout).toContain(`Usage: nest-accounts ${path}`);
      for (const { flags, description } of [...command.options]) {
        expect([flags, description]).toEqual([flags, expect.stringMatching(/^\S.{5,}/)]);
      }
      for (const { description } of command.registeredArguments) expect(description).not.toBe('');

      const examples = stdout.split('\nExamples:\n')[1]!.trimEnd().split('\n');
      for (const example of examples) {
        const [name, ...words] = example
          .trim()
          .replace(/ < .*/, '')
          .match(/"[^"]*"|\S+/g)!;
        expect(name).toBe('nest-accounts');
        expect(words.join(' ')).toMatch(new RegExp(`^${path}( |$)`));
        const { operands, unknown } = command.parseOptions(words.slice(path.split(' ').length));
        expect(unknown).toEqual([]);
        const required = command.registeredArguments.filter((each) => each.required).length;
        expect(operands.length).toBeGreaterThanOrEqual(required);
        const isVariadic = command.registeredArguments.some((each) => each.variadic);
        const most = isVariadic ? Infinity : command.registeredArguments.length;
        expect(operands.length).toBeLessThanOrEqual(most);
        for (const option of command.options.filter((each) => each.mandatory)) {
          expect(words).toContain(option.long);
        }
      }
    });
  });
});
