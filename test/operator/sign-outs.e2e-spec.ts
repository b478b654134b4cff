import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { byHost } from '../../src/request/requester.js';
import { SessionsRepository } from '../../src/access/sessions/sessions.repository.js';
import { AccountCredentialsService } from '../../src/accounts/sign-in/account-credentials.service.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import { AuditTrail } from '../../src/audit/audit-trail.js';
import { ValidationFailedError } from '../../src/errors/validation-failed.error.js';
import { SignOutsService } from '../../src/operator/sign-outs.service.js';
import { getStatus, newClient, post, refresh, tokensFor } from '../support/clients/oauth.js';
import { isSignedIn, newPerson, signedIn } from '../support/clients/person.js';
import { startService, type TestService } from '../support/hosts/service.js';
import { runAuditedCli, runCli } from '../support/processes/command-line.js';
import { program } from '../support/processes/service-process.js';
import { until } from '../support/until.js';

const grace = { channel: 'command_line', operator: 'grace' } as const;
const input = { reason: 'stolen backup' };
const none = { accounts: 0, sessions: 0, grants: 0, oauth_tokens: 0, application_tokens: 0 };

/** For as many users as a large service has: SIGN_OUTS=1000000 npx jest sign-outs */
const userCount = Number(process.env.SIGN_OUTS ?? 2_000);

describe('A sign-out of all users', () => {
  let service: TestService;
  let env: Record<string, string>;
  let signOuts: SignOutsService;
  beforeEach(async () => {
    service = await startService();
    signOuts = service.app.get(SignOutsService, { strict: false });
    env = {
      DATABASE_URL: service.databaseUrl,
      SECRET_KEY: 'a secret of thirty-two characters or more',
    };
  });
  afterEach(() => service.close());

  const listEvents = () =>
    service.app.get(AuditTrail, { strict: false }).list({ events: ['session.end_all'], limit: 10 });

  /** A user, and a developer whose application the user has authorized, with a token of each kind. */
  async function newScene() {
    const [user, developer] = [await newPerson(service), await newPerson(service)];
    const client = await newClient(service, developer);
    const tokens = await tokensFor(service, user, client);
    const { body: created } = await service
      .as(developer, 'post', `/applications/${client.id}/tokens`)
      .send({ name: 'Report', scope: 'account:read', expires_in_days: 90 });
    await service.app
      .get(ApplicationsService, { strict: false })
      .update(developer.account.id, client.id, { client_credentials: true }, byHost);
    const askForClient = () => post(service, 'token', client, { grant_type: 'client_credentials' });
    const ofClient: string = (await askForClient()).body.access_token;
    const named: string = created.token.access_token;
    return { user, developer, client, tokens, named, ofClient, askForClient };
  }

  /** Inserts users with a session each, which the purge would not delete. */
  async function insertUsers(count: number): Promise<void> {
    for (let from = 1; from <= count; from += 2_000) {
      const to = Math.min(count, from + 1_999);
      await service.prisma.$executeRawUnsafe(`WITH users AS (
          INSERT INTO accounts
            (id, name, email, email_key, language_code, created_at, updated_at, password_hash)
          SELECT 'User' || lpad(i::text, 20, '0'), 'User', 'u' || i || '@example.com', 'u' || i || '@example.com',
            'en', now(), now(), '' FROM generate_series(${from}, ${to}) AS i RETURNING id
        )
        INSERT INTO sessions
          (id, hash, account_id, user_agent, source, created_at, last_seen_at, expires_at)
        SELECT gen_random_uuid(), sha256(id::bytea), id, '', '', now(), now(), now() + INTERVAL '1 day'
        FROM users`);
    }
  }

  it('ends sessions, grants, and tokens of every kind, and lets users sign in again', async () => {
    const scene = await newScene();
    const { user, developer, client, tokens, named, ofClient } = scene;
    const all = [tokens.access_token, named, ofClient, client.ownToken, user.token];
    const result = await signOuts.signOutAll(input, grace);
    expect(result).toEqual({
      ...{ accounts: 2, sessions: 2, grants: 1, oauth_tokens: 2, application_tokens: 4 },
      failed: [],
    });
    for (const token of all) expect(await getStatus(service, token)).toBe(401);
    expect((await refresh(service, client, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await scene.askForClient()).body.error).toBe('unauthorized_client');
    for (const { browser } of [user, developer]) expect(await isSignedIn(browser)).toBe(false);
    const again = await signedIn(service, user);
    expect((await again.open('/console/grants')).html).not.toContain(client.id);
    await tokensFor(service, { browser: again }, client);
  });

  it('keeps authorizations and application tokens on request', async () => {
    const { user, developer, tokens, named, ofClient, client } = await newScene();
    const kept = [tokens.access_token, named, ofClient, client.ownToken];
    const options = { keepAuthorizations: true, keepApplicationTokens: true };
    expect(await signOuts.signOutAll(input, grace, options)).toEqual({
      ...{ ...none, accounts: 2, sessions: 2, failed: [] },
    });
    for (const token of kept) expect(await getStatus(service, token)).toBe(200);
    for (const { browser } of [user, developer]) expect(await isSignedIn(browser)).toBe(false);

    const tokensKept = await signOuts.signOutAll(input, grace, { keepApplicationTokens: true });
    expect(tokensKept).toMatchObject({ sessions: 0, grants: 1, application_tokens: 0 });
    const statuses = await Promise.all(kept.map((token) => getStatus(service, token)));
    expect(statuses).toEqual([401, 200, 401, 200]);
    const grantsKept = await signOuts.signOutAll(input, grace, { keepAuthorizations: true });
    expect(grantsKept).toMatchObject({ sessions: 0, grants: 0, application_tokens: 4 });
    expect(await getStatus(service, named)).toBe(401);
  });

  it('is recorded at its start with the reason, and at its end with the numbers', async () => {
    await newPerson(service);
    await signOuts.signOutAll(input, grace, { keepApplicationTokens: true });
    await signOuts.signOutAll(input, grace, { dryRun: true });
    const events = (await listEvents()).sort((a, b) => (a.at < b.at ? -1 : 1));
    const common = { operator: 'grace', reason: input.reason, accountId: null };
    expect(events).toEqual([
      expect.objectContaining({ ...common, members: ['sessions', 'grants'] }),
      expect.objectContaining({
        ...common,
        members: ['accounts=1', 'sessions=1', 'grants=0', 'oauth_tokens=0', 'application_tokens=0'],
      }),
      expect.objectContaining({
        ...common,
        members: ['sessions', 'grants', 'application_tokens', 'dry_run'],
      }),
    ]);
  });

  it('rejects a missing reason, and a malformed id of the account to continue after', async () => {
    await newPerson(service);
    await expect(signOuts.signOutAll({ reason: ' ' }, grace)).rejects.toThrow(
      ValidationFailedError,
    );
    await expect(signOuts.signOutAll(input, grace, { after: 'ada' })).rejects.toMatchObject({
      code: 'account_not_found',
    });
    expect(await service.prisma.session.count()).toBe(1);
  });

  it('lets no ended credential create a new one concurrently', async () => {
    const { user, tokens, client } = await newScene();
    await user.browser.open('/console/applications/new');
    const credentials = service.app.get(AccountCredentialsService, { strict: false });
    const endSignIns = credentials.endSignIns.bind(credentials);
    let late: Promise<number[]> | undefined;
    jest.spyOn(credentials, 'endSignIns').mockImplementation(async (change, ids) => {
      // The accounts are locked. These requests wait for the lock or are too late.
      late ??= Promise.all([
        service
          .as(user, 'post', `/applications/${user.applicationId}/tokens`)
          .send({ name: 'Late', full_access: true, expires_in_days: null })
          .then(({ status }) => status),
        service
          .as(user, 'post', '/applications')
          .send({ name: 'Late' })
          .then((r) => r.status),
        refresh(service, client, tokens.refresh_token).then(({ status }) => status),
        user.browser.submit('/console/applications', { name: 'Late' }).then((r) => r.status),
      ]);
      await delay(100);
      await endSignIns(change, ids);
    });
    await signOuts.signOutAll(input, grace);
    // The refresh may come first. Its tokens then end too.
    expect(await late).toEqual([401, 401, expect.any(Number), 303]);
    expect(await service.prisma.application.count({ where: { name: 'Late' } })).toBe(0);
    expect(await service.prisma.accessToken.count()).toBe(0);
    expect(await service.prisma.session.count()).toBe(0);
    expect(await service.prisma.grant.count()).toBe(0);
  });

  it('signs the other users out if one account fails, and says where to continue', async () => {
    await insertUsers(60);
    const credentials = service.app.get(AccountCredentialsService, { strict: false });
    const endSignIns = credentials.endSignIns.bind(credentials);
    const poison = `User${'55'.padStart(20, '0')}`;
    const refuse = jest.spyOn(credentials, 'endSignIns').mockImplementation(async (change, ids) => {
      if (ids.includes(poison)) throw new Error('too many rows');
      await endSignIns(change, ids);
    });
    const reported: string[] = [];
    const report = ({ after }: { after: string }) => reported.push(after);
    const result = await signOuts.signOutAll(input, grace, { report });
    expect(result).toMatchObject({
      accounts: 59,
      failed: [{ account_id: poison, error: { message: 'too many rows' } }],
    });
    const fiftieth = `User${'50'.padStart(20, '0')}`;
    expect(reported).toEqual([fiftieth, fiftieth]);
    refuse.mockRestore();
    const after = fiftieth;
    expect(await signOuts.signOutAll(input, grace, { after })).toMatchObject({ accounts: 1 });
    expect(await service.prisma.session.count()).toBe(0);
  });

  it('gives up if the database refuses ten accounts', async () => {
    await insertUsers(20);
    const repository = service.app.get(SessionsRepository, { strict: false });
    jest.spyOn(repository, 'deleteForAccounts').mockRejectedValue(new Error('no disk'));
    const options = { keepAuthorizations: true };
    await expect(signOuts.signOutAll(input, grace, options)).rejects.toThrow('no disk');
    expect(await service.prisma.session.count()).toBe(20);
    expect(repository.deleteForAccounts).toHaveBeenCalledTimes(11);
  });

  const endAll = (...options: string[]) =>
    runCli(env, ['session', 'end-all', '--reason', 'stolen backup', ...options]);

  it('is a command, with a dry run', async () => {
    const { user } = await newScene();
    const counts = { accounts: 2, sessions: 2, grants: 1, oauth_tokens: 2, application_tokens: 4 };
    const dry = await endAll('--dry-run', '--json');
    expect({ ...dry, stdout: JSON.parse(dry.stdout) }).toEqual({
      ...{ code: 0, stderr: '', stdout: { ...counts, failures: [] } },
    });
    expect(await isSignedIn(user.browser)).toBe(true);
    expect(await endAll()).toEqual({
      ...{ code: 1, stdout: '', stderr: 'Add --yes to confirm this without a terminal.\n' },
    });
    const args = ['--as', 'ada', 'session', 'end-all', '--reason', 'stolen backup', '--yes'];
    const { audited, ...ended } = await runAuditedCli(env, args);
    const lines = Object.entries(counts).map(([name, count]) => `${name}: ${count}\n`);
    expect(ended).toEqual({ code: 0, stderr: '', stdout: lines.join('') });
    expect(audited.map(({ event, operator }) => [event, operator])).toEqual([
      ['session.end_all', 'ada'],
      ['session.end_all', 'ada'],
    ]);
    expect(await isSignedIn(user.browser)).toBe(false);
  });

  it(`signs ${userCount} users out despite a kill, while the service responds`, async () => {
    await insertUsers(userCount);
    const args = ['session', 'end-all', '--reason', 'stolen backup', '--yes'];
    const child = spawn(process.execPath, [program('cli'), ...args], { env, stdio: 'ignore' });
    const closed = once(child, 'close');
    await until(async () => (await service.prisma.session.count()) < userCount * 0.9);
    child.kill('SIGKILL');
    await closed;
    const left = await service.prisma.session.count();
    expect(left).toBeGreaterThan(0);
    const caller = await service.newCaller();
    const began = performance.now();
    const finishing = endAll('--keep-application-tokens', '--json', '--yes');
    let isFinished = false;
    void finishing.then(() => (isFinished = true));
    let slowestMs = 0;
    while (!isFinished) {
      const sent = performance.now();
      const { status } = await service.update(caller, { name: 'Ada', email: caller.account.email });
      expect(status).toBe(200);
      slowestMs = Math.max(slowestMs, performance.now() - sent);
    }
    const { code, stdout } = await finishing;
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, sessions: left });
    const seconds = Math.round(performance.now() - began) / 1_000;
    console.info(`${left} users in ${seconds} s; slowest change ${Math.round(slowestMs)} ms`);
    expect(await service.prisma.session.count()).toBe(0);
  }, 3_600_000);
});
