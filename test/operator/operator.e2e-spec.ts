import type { INestApplication } from '@nestjs/common';
import { Client, escapeLiteral, type ClientBase } from 'pg';
import { byHost } from '../../src/request/requester.js';
import { AuditEventsRepository } from '../../src/audit/audit-events.repository.js';
import { AuditTrail } from '../../src/audit/audit-trail.js';
import { AccountsModule } from '../../src/accounts.module.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { AccountLastSignIn } from '../../src/accounts/sign-in/account-last-sign-in.js';
import { AccountLastSignInRepository } from '../../src/accounts/sign-in/account-last-sign-in.repository.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { mailFeature } from '../../src/email-flows/mail.feature.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import type { Account, AuditEvent } from '../../src/database/records.js';
import { operatorFeature } from '../../src/operator/operator.feature.js';
import { NamedTokensService } from '../../src/applications/named-tokens.service.js';
import { TokenNotFoundError } from '../../src/errors/error-registry.js';
import { OperatorTokensService } from '../../src/operator/operator-tokens.service.js';
import { OperatorService } from '../../src/operator/operator.service.js';
import { newPerson, isSignedIn, signedIn } from '../support/clients/person.js';
import { newClient, getStatus, tokensFor } from '../support/clients/oauth.js';
import { withoutKeptForm } from '../support/clients/page-reader.js';
import { PageClient } from '../support/clients/page-client.js';
import { leastOptions, startHost } from '../support/hosts/guest.js';
import { Mailboxes } from '../support/hosts/mailboxes.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { newEmail, password, startService, type TestService } from '../support/hosts/service.js';
import { until } from '../support/until.js';

const grace = { channel: 'command_line', operator: 'grace' } as const;
const today = () => new Date().toISOString().slice(0, 10);
const newPassword = 'bernoulli numbers 7';

describe('OperatorService', () => {
  let service: TestService;
  let operator: OperatorService;
  beforeAll(async () => {
    service = await startService();
    operator = service.app.get(OperatorService, { strict: false });
  });
  afterAll(() => service.close());

  const latest = async (accountId: string) => {
    const trail = service.app.get(AuditTrail, { strict: false });
    return (await trail.list({ accountId, limit: 1 }))[0]!;
  };
  const getViolations = (error: any): Record<string, string[]> =>
    Object.fromEntries(
      error.errors.map(({ property, constraints }: any) => [property, Object.values(constraints)]),
    );

  it('finds accounts by email, client and creation time, page by page', async () => {
    const caller = await service.newCaller();
    const ids: string[] = [];
    for (const client of ['reader', 'reader', 'writer', 'reader']) {
      const { body } = await service.create(caller, { client });
      ids.unshift(body.account.id);
    }
    const found = async (query: object) =>
      (await operator.find(query)).accounts.map(({ id }) => id);
    const { account } = caller;
    expect(await found({ email: account.email.toUpperCase() })).toEqual([account.id]);
    expect(await found({ email: 'nobody@example.com' })).toEqual([]);
    const readers = [ids[0], ids[2], ids[3]];
    expect(await found({ client: 'reader' })).toEqual(readers);
    expect(await found({ client: 'reader', limit: 2 })).toEqual(readers.slice(0, 2));
    expect(await found({ client: 'reader', limit: '2', before: ids[2] })).toEqual([ids[3]]);
    expect((await found({})).slice(0, 4)).toEqual(ids);
    const { accounts } = await operator.find({ client: 'writer' });
    expect(accounts).toEqual([
      {
        id: ids[1],
        email: expect.stringContaining('@example.com'),
        name: 'Ada Lovelace',
        language_code: 'en',
        client: 'writer',
        created_at: expect.stringMatching(/^\d{4}-.*\+00:00$/),
        suspended_at: null,
        last_sign_in_on: null,
      },
    ]);
    const at = accounts[0]!.created_at;
    expect(await found({ created_from: at, client: 'writer' })).toEqual([ids[1]]);
    expect(await found({ created_to: at, client: 'writer' })).toEqual([]);
    expect(await found({ created_from: '2020-01-01', created_to: '2021-01-01' })).toEqual([]);
  });

  it('finds accounts by id, the beginning of an email or a name, and an application', async () => {
    const caller = await service.newCaller();
    const create = async (name: string, email: string): Promise<Account> =>
      (await service.create(caller, { name, email })).body.account;
    const anna = await create('Änna 100% Müller', 'Änna.müller@example.com');
    const anne = await create('änne', 'änne@example.com');
    const found = async (query: object) =>
      (await operator.find(query)).accounts.map(({ id }) => id);
    expect(await found({ id: anna.id })).toEqual([anna.id]);
    expect(await found({ id: anna.id, name_prefix: 'b' })).toEqual([]);
    expect(await found({ email_prefix: 'äNN' })).toEqual([anne.id, anna.id]);
    expect(await found({ email_prefix: 'änna' })).toEqual([anna.id]);
    expect(await found({ email_prefix: 'nna' })).toEqual([]);
    expect(await found({ name_prefix: 'ÄNNA 100%' })).toEqual([anna.id]);
    expect(await found({ name_prefix: 'änn', limit: 1 })).toEqual([anne.id]);
    expect(await found({ name_prefix: 'änn_' })).toEqual([]);
    // The address that the API shows until its owner adopts it.
    await service.prisma.account.update({
      where: { id: anne.id },
      data: { pendingEmail: 'rose@example.com', pendingEmailKey: 'rose@example.com' },
    });
    expect(await found({ email_prefix: 'Rose@' })).toEqual([anne.id]);
    const user = await newPerson(service);
    const client = await newClient(service, await newPerson(service));
    expect(await found({ application: client.id })).toEqual([]);
    await tokensFor(service, user, client);
    expect(await found({ application: client.id })).toEqual([user.account.id]);
  });

  it('finds accounts without a sign-in since a given day, and accounts that were never verified', async () => {
    const caller = await service.newCaller();
    const create = async (createdAt: string, signedInOn?: string): Promise<string> => {
      const { id } = (await service.create(caller, { client: 'dormant' })).body.account;
      await service.prisma.account.update({ where: { id }, data: { createdAt } });
      if (signedInOn) {
        const data = { accountId: id, signedInOn: new Date(signedInOn) };
        await service.prisma.accountSignIn.create({ data });
      }
      return id;
    };
    const unused = await create('2020-01-01T00:00:00Z');
    const dormant = await create('2020-01-02T00:00:00Z', '2020-02-29');
    const active = await create('2020-01-03T00:00:00Z', '2020-03-01');
    await create('2020-03-01T00:00:00Z');
    const found = async (query: object) =>
      (await operator.find({ client: 'dormant', ...query })).accounts.map(({ id }) => id);
    expect(await found({ last_sign_in_before: '2020-03-01' })).toEqual([dormant, unused]);
    expect(await found({ last_sign_in_before: '2020-02-29' })).toEqual([unused]);
    const { accounts } = await operator.find({ client: 'dormant', created_to: '2020-01-03' });
    expect(accounts.map((each) => each.last_sign_in_on)).toEqual(['2020-02-29', null]);
    await service.prisma.verifiedEmail.create({
      data: { accountId: dormant, email: 'a@b', emailKey: 'a@b', verifiedAt: new Date() },
    });
    const query = { created_to: '2020-01-04', never_verified: 'true' };
    expect(await found(query)).toEqual([active, unused]);
    expect(await found({ ...query, last_sign_in_before: '2020-03-01' })).toEqual([unused]);
    expect(await found({ ...query, never_verified: false })).toEqual([active, dormant, unused]);
  });

  it('records the day of a completed sign-in, and writes it only once a day', async () => {
    const person = await newPerson(service);
    const { id, email } = person.account;
    const lastSignIn = service.app.get(AccountLastSignIn, { strict: false });
    const getRow = async () => {
      await lastSignIn.write();
      const { rows } = await service.prisma.pool!.query(
        'SELECT signed_in_on::text, xmin::text FROM account_sign_ins WHERE account_id = $1',
        [id],
      );
      return rows[0] as object;
    };
    await lastSignIn.write();
    await service.prisma.pool!.query('DELETE FROM account_sign_ins');
    const other = service.app.get(AccountLastSignInRepository, { strict: false });
    await other.write([[id, '2020-01-19']]);
    expect(await getRow()).toMatchObject({ signed_in_on: '2020-01-19' });
    lastSignIn['recorded'].clear();
    await new PageClient(service.url).signIn(email, 'a wrong password');
    expect(await getRow()).toMatchObject({ signed_in_on: '2020-01-19' });
    await new PageClient(service.url).signIn(email, password);
    const row = await getRow();
    expect(row).toMatchObject({ signed_in_on: today() });
    await other.write([[id, today()]]);
    await other.write([[id, '2020-01-19']]);
    expect(await getRow()).toEqual(row);
  });

  it('searches the audit trail by each condition, page by page', async () => {
    const { account, applicationId } = await service.newCaller();
    const other = await service.newCaller();
    const hour = Date.parse('2020-01-01T10:00:00Z');
    const [first, second, third, fourth] = await insertEvents([
      {
        accountId: account.id,
        actorId: account.id,
        source: '192.0.2.7',
        device: 'Safari, iOS',
        at: hour,
      },
      { accountId: other.account.id, actorId: account.id, clientId: applicationId, at: hour },
      { accountId: other.account.id, event: 'token.issue', applicationId, clientId: applicationId },
      { accountId: account.id, operator: 'audrey', source: '2001:db8::7', event: 'key.reseal' },
    ]);
    const found = async (query: object) => {
      const { events } = await operator.auditEvents({ to: '2020-01-02', ...query });
      return events.map(({ id }) => id);
    };
    expect(await found({})).toEqual([fourth, third, second, first]);
    expect(await found({ account: account.email })).toEqual([fourth, first]);
    expect(await found({ actor: account.id })).toEqual([second, first]);
    expect(await found({ actor: account.id, account: other.account.id })).toEqual([second]);
    expect(await found({ application: applicationId })).toEqual([third, second]);
    expect(await found({ application: applicationId, actor: account.id })).toEqual([second]);
    expect(await found({ operator: 'audrey' })).toEqual([fourth]);
    expect(await found({ event: 'token.issue' })).toEqual([third]);
    expect(await found({ source: '::ffff:192.0.2.7' })).toEqual([first]);
    expect(await found({ source: '2001:0db8::7', event: 'token.issue' })).toEqual([]);
    // The events of the first two rows happened at 10:00 and 10:30.
    expect(await found({ from: '2020-01-01T10:30:00Z' })).toEqual([fourth, third, second, first]);
    expect(await found({ from: '2020-01-01T10:30:00.001Z' })).toEqual([fourth, third]);
    expect(await found({ to: '2020-01-01T11:00:00Z' })).toEqual([second, first]);
    expect(await found({ to: '2020-01-01T10:00:00Z' })).toEqual([]);
    const pages: (string | undefined)[] = [];
    for (let before: string | undefined; ;) {
      const page = await operator.auditEvents({ to: '2020-01-02', limit: 1, before });
      pages.push(page.events[0]?.id);
      if (page.next === null) break;
      before = page.next;
    }
    expect(pages).toEqual([fourth, third, second, first]);
    expect(await found({ before: second })).toEqual([first]);
    const { events } = await operator.auditEvents({ to: '2020-01-02' });
    expect(events.map(({ device }) => device)).toEqual([null, null, null, 'Safari, iOS']);
  });

  /** Inserts events of one day, with increasing ids. Without a time, they happen at noon. */
  async function insertEvents(
    events: (Omit<Partial<AuditEvent>, 'at'> & { at?: number })[],
  ): Promise<string[]> {
    const noon = Date.parse('2020-01-01T12:00:00Z');
    const data = events.map(({ at = noon, ...event }, i) => ({
      id: `${i}`.padStart(24, '0'),
      event: 'account.update',
      result: 'succeeded',
      channel: 'code',
      ...event,
      at: new Date(at),
      lastAt: new Date(at + 30 * 60_000),
      count: 2,
    }));
    await service.prisma.auditEvent.createMany({ data });
    return data.map(({ id }) => id);
  }

  it('shows and revokes tokens of every kind', async () => {
    const developer = await newPerson(service);
    const client = await newClient(service, developer);
    const user = await newPerson(service);
    const granted = await tokensFor(service, user, client);
    const tokens = service.app.get(OperatorTokensService, { strict: false });
    const created = await service.app
      .get(NamedTokensService, { strict: false })
      .create(
        developer.account.id,
        developer.applicationId,
        { name: 'Report', scope: 'account:read', expires_in_days: 7 },
        byHost,
      );
    expect(await getStatus(service, created.accessToken)).toBe(200);
    const about = { account_id: user.account.id, application_id: client.id, last_used_on: null };
    expect(await tokens.show({ token: granted.access_token })).toMatchObject({
      ...about,
      kind: 'granted',
      email: user.account.email,
      scope: expect.stringContaining('account:read'),
    });
    expect(await tokens.show({ token: granted.refresh_token }, grace)).toMatchObject({
      ...about,
      kind: 'refresh',
      created_at: expect.stringMatching(/^\d{4}-/),
      expires_at: expect.stringMatching(/^\d{4}-/),
    });
    expect(await latest(user.account.id)).toMatchObject({
      event: 'account.read',
      applicationId: client.id,
      members: ['token'],
      operator: 'grace',
    });
    expect(await tokens.show({ token: created.accessToken })).toMatchObject({
      kind: 'named',
      id: created.id,
      name: 'Report',
      last_used_on: today(),
    });
    expect(await tokens.show({ token: developer.token })).toMatchObject({
      kind: 'own',
      expires_at: null,
    });
    // A refresh token ends with the access tokens of its device.
    await tokens.revoke({ token: granted.refresh_token }, grace);
    expect(await getStatus(service, granted.access_token)).toBe(401);
    expect(await latest(user.account.id)).toMatchObject({
      event: 'token.revoke',
      operator: 'grace',
    });
    await tokens.revoke({ token: created.accessToken }, grace);
    for (const ended of [granted.refresh_token, granted.access_token, created.accessToken, 'x']) {
      await expect(tokens.show({ token: ended })).rejects.toThrow(TokenNotFoundError);
      await expect(tokens.revoke({ token: ended }, grace)).rejects.toThrow(TokenNotFoundError);
    }
  });

  it('rejects an invalid search and reports its errors', async () => {
    const wrong = {
      created_from: 'yesterday',
      created_to: '2026-13-01',
      limit: 0,
      email: ['a'],
      emial: 'ada@example.com',
      name_prefix: ' ',
      never_verified: 'yes',
    };
    const error = await operator.find(wrong as object).catch((each: unknown) => each);
    expect(getViolations(error)).toEqual({
      created_from: ['date_invalid'],
      created_to: ['date_invalid'],
      limit: ['number_out_of_range'],
      email: ['not_text'],
      emial: ['not_a_choice'],
      name_prefix: ['blank'],
      never_verified: ['not_boolean'],
    });
    await expect(operator.find({ before: 'none' })).rejects.toMatchObject({
      code: 'account_not_found',
    });
  });

  it('shows an account with its status and counts', async () => {
    const person = await newPerson(service);
    const client = await newClient(service, await newPerson(service));
    await tokensFor(service, person, client);
    await signedIn(service, person);
    const { account } = person;
    const { body } = await service.as(person, 'get', '/accounts/me');
    expect(await operator.show(account.id)).toEqual({
      account: body.account,
      client: null,
      registered_by: null,
      status: {
        email_verified_at: null,
        suspended_at: null,
        second_factor: false,
        factor_removal_at: null,
        suspension_reason: null,
        last_sign_in_on: today(),
      },
      counts: { applications: 1, sessions: 2, grants: 1 },
      mails: [],
    });
    await expect(operator.show('none')).rejects.toMatchObject({ code: 'account_not_found' });
  });

  it('suspends and restores with a reason, and records the operator in the audit trail', async () => {
    const { account, token } = await service.newCaller();
    const { status } = await operator.suspend(account.id, { reason: ' sends spam ' }, grace);
    expect(status).toMatchObject({
      suspended_at: expect.stringMatching(/^\d{4}-/),
      suspension_reason: 'sends spam',
    });
    expect(await getStatus(service, token)).toBe(403);
    expect(await latest(account.id)).toMatchObject({
      event: 'account.suspend',
      operator: 'grace',
      reason: 'sends spam',
      channel: 'command_line',
      actorId: null,
    });
    await operator.restore(account.id, { reason: 'a mistake' }, grace);
    expect(await getStatus(service, token)).toBe(200);
    expect(await latest(account.id)).toMatchObject({
      event: 'account.restore',
      operator: 'grace',
      reason: 'a mistake',
    });
    for (const reason of [undefined, null, '', ' \u200e ', 'x'.repeat(1_001), 'a\u0000b']) {
      const refused = operator.suspend(account.id, { reason } as { reason: string }, grace);
      expect(getViolations(await refused.catch((each: unknown) => each))).toHaveProperty('reason');
    }
    expect(await getStatus(service, token)).toBe(200);
  });

  it('sets permissions, and records the operator in the audit trail', async () => {
    const { account, token } = await service.newCaller();
    const changed = await operator.setPermissions(account.id, { create_alert: false }, grace);
    expect(changed.account.permissions).toEqual({
      create_alert: false,
      read_teammembers: true,
      read_teamrequests: true,
      read_quotastats: true,
    });
    const { body } = await service.as({ token }, 'get', '/accounts/me');
    expect(body.account).toEqual(changed.account);
    const told = await latest(account.id);
    expect(told).toMatchObject({
      event: 'permissions.change',
      members: ['create_alert'],
      operator: 'grace',
      channel: 'command_line',
      actorId: null,
    });
    await operator.setPermissions(account.id, { create_alert: false }, grace);
    expect((await latest(account.id)).id).toBe(told.id);
    await expect(operator.setPermissions('none', {}, grace)).rejects.toMatchObject({
      code: 'account_not_found',
    });
  });

  it('lists sessions and ends them', async () => {
    const person = await newPerson(service, {}, { 'user-agent': 'Analytical Engine' });
    const { account, browser } = person;
    expect(await operator.sessions(account.id)).toMatchObject({
      sessions: [{ user_agent: 'Analytical Engine', source: expect.stringContaining('127.0.0.1') }],
    });
    expect(await operator.endSessions(account.id, grace)).toBe(true);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await latest(account.id)).toMatchObject({ event: 'session.end', operator: 'grace' });
    expect(await operator.endSessions(account.id, grace)).toBe(false);
  });

  it('creates a one-time link to choose a password, even if no mails are sent', async () => {
    const { account } = await service.newCaller();
    const link = new URL(await operator.resetLink(account.id, grace));
    expect(await latest(account.id)).toMatchObject({ event: 'reset.reveal', operator: 'grace' });
    const browser = new PageClient(service.url);
    expect((await browser.open(link.pathname + link.search)).html).toContain(account.email);
    const reset = await browser.submit('/console/reset-password', { new_password: newPassword });
    expect(withoutKeptForm(reset.location)).toBe('/console/sign-in');
    expect((await browser.signIn(account.email, newPassword)).status).toBe(303);
    const again = await new PageClient(service.url).open(link.pathname + link.search);
    expect(again.status).toBe(404);
    expect(again.html).not.toContain('forgot-password');
    await expect(operator.startReset(account.id, grace)).rejects.toMatchObject({
      code: 'mail_unavailable',
    });
  });

  it('deletes applications and accounts', async () => {
    const { account, applicationId, token } = await service.newCaller();
    const { applications } = await operator.applications({ limit: 1 });
    expect(applications).toMatchObject([{ id: applicationId, owner: account.email }]);
    await operator.deleteApplication(applicationId, grace);
    expect(await getStatus(service, token)).toBe(401);
    expect(await latest(account.id)).toMatchObject({
      event: 'application.delete',
      operator: 'grace',
    });
    await expect(operator.deleteApplication(applicationId, grace)).rejects.toMatchObject({
      code: 'application_not_found',
    });
    await operator.delete(account.id, grace);
    await expect(operator.show(account.id)).rejects.toMatchObject({ code: 'account_not_found' });
    expect(await latest(account.id)).toMatchObject({ event: 'account.delete', operator: 'grace' });
  });

  it.each([[''], ['g'.repeat(65)], ['grace\nadmin'], ['\u200bgrace'], ['Grace  Hopper']])(
    'does nothing for an operator named %j',
    async (name) => {
      const { account } = await service.newCaller();
      const suspended = operator.suspend(
        account.id,
        { reason: 'spam' },
        { ...byHost, operator: name },
      );
      await expect(suspended).rejects.toThrow(
        'The name of an operator has at most 64 visible characters.',
      );
      await expect(operator.show(account.id, { ...byHost, operator: name })).rejects.toThrow(
        TypeError,
      );
      expect(await operator.show(account.id)).toMatchObject({ status: { suspended_at: null } });
    },
  );

  it('accepts operator names of up to 64 characters', async () => {
    const { account } = await service.newCaller();
    const name = '👩'.repeat(64);
    await operator.endSessions(account.id, { ...byHost, operator: name });
    await operator.suspend(account.id, { reason: 'spam' }, { ...byHost, operator: name });
    expect(await latest(account.id)).toMatchObject({ event: 'account.suspend', operator: name });
  });

  it('records each operator action as its own event, even equal concurrent ones', async () => {
    const { account } = await service.newCaller();
    const by = (name: string) => ({ ...grace, operator: name });
    await Promise.all(
      ['grace', 'ada', 'ada'].map((name) => operator.resetLink(account.id, by(name))),
    );
    await Promise.all(['ada', 'ada'].map((name) => operator.show(account.id, by(name))));
    const trail = service.app.get(AuditTrail, { strict: false });
    const events = await trail.list({ accountId: account.id, limit: 10 });
    const told = events.flatMap((each) =>
      each.operator ? [[each.event, each.operator, each.count]] : [],
    );
    expect(told.sort()).toEqual([
      ['account.read', 'ada', 1],
      ['account.read', 'ada', 1],
      ['reset.reveal', 'ada', 1],
      ['reset.reveal', 'ada', 1],
      ['reset.reveal', 'grace', 1],
    ]);
  });

  it('counts an operator action once if its statement is repeated', async () => {
    const { account } = await service.newCaller();
    const trail = service.app.get(AuditTrail, { strict: false });
    const repository = service.app.get(AuditEventsRepository, { strict: false });
    const event = trail.toEvent({ event: 'reset.start', accountId: account.id, requester: grace });
    await repository.insert([event]);
    await repository.insert([event]);
    expect(await latest(account.id)).toMatchObject({ id: event.id, count: 1 });
  });
});

describe('OperatorService with mails', () => {
  let database: TestDatabase;
  let mailboxes: Mailboxes;
  let app: INestApplication;
  beforeAll(async () => {
    database = await createTestDatabase();
    mailboxes = new Mailboxes();
    app = await startHost([
      AccountsModule.forRoot({
        ...leastOptions({ url: database.url }),
        rateLimits: {},
        publicUrl: 'https://accounts.example',
        features: [consoleFeature, mailFeature, operatorFeature()],
        mail: { transport: mailboxes, from: 'Accounts <accounts@accounts.example>' },
      }),
    ]);
  });
  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  const get = <T>(type: abstract new (...args: any[]) => T) => app.get(type, { strict: false });
  const newAccount = () =>
    get(AccountsService).create(
      { name: 'Ada', email: newEmail(), password, language_code: 'en' },
      byHost,
    );
  const startReset = ({ id }: Account) => get(OperatorService).startReset(id, grace);
  const resets = async ({ id }: Account) => {
    const events = await get(AuditTrail).list({ accountId: id, limit: 100 });
    return events.filter(({ event }) => event === 'reset.start');
  };

  it('sends the owner the forgotten-password mail', async () => {
    const account = await newAccount();
    await startReset(account);
    // Its address is not verified yet.
    expect(await mailboxes.link(account.email)).toMatch(/^\/console\/reset-password\?/);
    expect(await resets(account)).toMatchObject([{ operator: 'grace', result: 'succeeded' }]);
  });

  it('refuses to mail an address that has reached its limit', async () => {
    const account = await newAccount();
    for (let i = 0; i < 5; i++) await startReset(account);
    await expect(startReset(account)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await resets(account)).toHaveLength(5);
    await until(() => mailboxes.to(account.email).length === 5);
  });

  it('refuses to mail an address that may belong to another person', async () => {
    const account = await newAccount();
    const accounts = get(AccountsService);
    await get(PrismaService).verifiedEmail.create({
      data: {
        ...{ accountId: account.id, email: account.email, emailKey: account.email },
        verifiedAt: new Date(),
      },
    });
    await accounts.update(account.id, { email: newEmail() }, { ...byHost, by: 'owner' });
    await expect(startReset(account)).rejects.toMatchObject({ code: 'mail_unavailable' });
    expect(await resets(account)).toEqual([]);
  });
});

describe('A search among a million accounts', () => {
  const filled = [
    ...['accounts', 'account_sign_ins', 'verified_emails', 'applications', 'grants'],
    'audit_events',
  ];
  /** A statement that limits how many rows it examines reads some for each of them. */
  const rowsOfLimited = 45_000;
  let service: TestService;
  let operator: OperatorService;
  beforeAll(async () => {
    service = await startService();
    operator = service.app.get(OperatorService, { strict: false });
    // Without triggers, which would record each row for other nodes.
    const client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    await client.query(`
      SET LOCAL session_replication_role = replica;
      INSERT INTO accounts (id, name, email, email_key, language_code, client, created_at, updated_at, password_hash)
      SELECT lpad(i::text, 24, '0'), 'Ada ' || i, i || '@example.org', i || '@example.org', 'en',
        CASE i % 1000 WHEN 0 THEN 'client ' || i % 5000 END,
        '2020-01-01Z'::timestamptz + i * INTERVAL '1 minute', now(), ''
      FROM generate_series(1, 1000000) AS i;
      INSERT INTO account_sign_ins
      SELECT lpad(i::text, 24, '0'), '2022-01-01'::date - i % 1000 FROM generate_series(1, 1000000, 25) AS i;
      INSERT INTO verified_emails (account_id, email, email_key, verified_at)
      SELECT lpad(i::text, 24, '0'), i || '@example.org', i || '@example.org', now()
      FROM generate_series(980000, 1000000) AS i;
      INSERT INTO applications (id, owner_id, name, redirect_uris, api_version, created_at, updated_at)
      SELECT lpad(i::text, 24, '0'), lpad(i::text, 24, '0'), 'Engine ' || i, '{}', '1.21',
        '2020-01-01Z'::timestamptz + i * INTERVAL '1 minute', now()
      FROM generate_series(1, 40000) AS i;
      INSERT INTO grants (id, account_id, application_id, created_at)
      SELECT lpad(i::text, 24, '0'), lpad(i::text, 24, '0'), 'application ' || i % 100000, now()
      FROM generate_series(1, 1000000, 25) AS i;
      INSERT INTO grants (id, account_id, application_id, created_at)
      SELECT 'popular ' || i, lpad(i::text, 24, '0'), lpad('1', 24, '0'), now()
      FROM generate_series(1, 1000000, 50) AS i;
      INSERT INTO audit_events (id, at, event, result, account_id, actor_id, application_id, client_id, channel, source, operator)
      SELECT lpad(i::text, 24, '0'), '2020-01-01Z'::timestamptz + i * INTERVAL '1 minute',
        CASE i % 10000 WHEN 0 THEN 'key.rotate' ELSE 'account.update' END, 'succeeded',
        lpad((1 + i % 2 * i)::text, 24, '0'), lpad((CASE i % 10 WHEN 1 THEN 2 ELSE i END)::text, 24, '0'),
        CASE i % 10 WHEN 3 THEN lpad('3', 24, '0') END, CASE i % 10 WHEN 4 THEN lpad('3', 24, '0') END,
        'http', '192.0.2.' || CASE i % 10000 WHEN 0 THEN 2 ELSE 1 END, CASE i % 10000 WHEN 0 THEN 'grace' END
      FROM generate_series(1, 200000) AS i;
      ANALYZE ${filled.join(', ')}`);
    await client.end();
  });
  afterAll(() => service.close());

  it.each<[string, object, number, number]>([
    ['nothing', {}, 100, 2_000],
    ['an id', { id: '000000000000000000500000' }, 1, 2_000],
    ['an email', { email: '500000@example.org' }, 1, 2_000],
    ['the beginning of an email', { email_prefix: '50000' }, 11, 2_000],
    ['the beginning of 1,111 emails', { email_prefix: '500' }, 100, 4_000],
    ['the beginning of many emails', { email_prefix: '9' }, 100, 12_000],
    ['the beginning of a name', { name_prefix: 'ADA 50000' }, 11, 2_000],
    ['the beginning of 1,111 names', { name_prefix: 'ADA 500' }, 100, 4_000],
    ['the beginning of all names', { name_prefix: 'ada' }, 100, 12_000],
    ['an application', { application: 'application 26' }, 10, 2_000],
    ['an application of many', { application: '1'.padStart(24, '0') }, 40, 15_000],
    ['no verification', { never_verified: true, created_to: '2021-11-11' }, 100, 2_000],
    ['no recent sign-in', { last_sign_in_before: '2021-01-01' }, 100, 2_000],
    ['a client', { client: 'client 1000' }, 100, 2_000],
    ['a time', { created_from: '2020-03-01', created_to: '2020-03-02' }, 100, 2_000],
    ['a client and a time', { client: 'client 1000', created_to: '2020-03-02' }, 18, 2_000],
    ['a page', { before: '000000000000000000500000' }, 100, 2_000],
    [
      'a page of a client',
      { client: 'client 1000', before: '000000000000000000500000' },
      100,
      2_000,
    ],
  ])('by %s reads an index and few rows', async (_, query, count, most) => {
    const { accounts } = await readingFewRows(() => operator.find(query), most);
    expect(accounts).toHaveLength(count);
    const times = accounts.map(({ created_at: at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('examines at most 2,000 accounts for a page, and continues with the next one', async () => {
    const found: string[] = [];
    const lengths: number[] = [];
    for (let before: string | undefined; lengths.length < 13;) {
      const query = { never_verified: true, before };
      const page = await readingFewRows(() => operator.find(query), rowsOfLimited);
      lengths.push(page.accounts.length);
      found.push(...page.accounts.map(({ id }) => id));
      before = page.next!;
    }
    // The newest 20,001 accounts have verified their emails.
    expect(lengths).toEqual([...Array<number>(10).fill(0), 100, 100, 100]);
    const expected = Array.from({ length: 300 }, (_, i) => String(979_999 - i).padStart(24, '0'));
    expect(found).toEqual(expected);
  });

  it('does not confuse an empty page with the end of the search', async () => {
    // Accounts have this client only if their number is divisible by 5,000, and this application if it ends in 26.
    const query = { client: 'client 0', application: 'application 26' };
    expect(await operator.find(query)).toEqual({ accounts: [], next: null });
    const nobody = { name_prefix: 'ada', last_sign_in_before: '2020-01-01' };
    expect(await operator.find(nobody)).toEqual({ accounts: [], next: null });
  });

  it('reads the last sign-ins of a long page by an index', async () => {
    const page = await readingFewRows(() => operator.find({ limit: 10_000 }), rowsOfLimited);
    expect(page.accounts).toHaveLength(10_000);
    expect(page.next).not.toBeNull();
  });

  it('counts the users of an application only up to a limit', async () => {
    const owner = '1'.padStart(24, '0');
    const count = () => operator.affectedUsers(owner);
    expect(await readingFewRows(count, 5_000)).toEqual({ users: 2_000, isMore: true });
  });

  it.each<[string, object, number, number]>([
    ['nothing', {}, 100, 2_000],
    ['the beginning of a name', { name_prefix: 'engine 3999' }, 11, 2_000],
    ['the beginning of all names', { name_prefix: 'engine' }, 100, 12_000],
  ])('for applications by %s reads an index and few rows', async (_, query, count, most) => {
    const { applications } = await readingFewRows(() => operator.applications(query), most);
    expect(applications).toHaveLength(count);
  });

  it.each<[string, object, number, number]>([
    ['nothing', {}, 100, 2_000],
    ['an account', { account: '1'.padStart(24, '0') }, 100, 2_000],
    ['an actor of other accounts', { actor: '2'.padStart(24, '0') }, 100, 2_000],
    ['an application', { application: '3'.padStart(24, '0') }, 100, 2_000],
    ['a frequent event', { event: 'account.update' }, 100, 2_000],
    ['a rare event', { event: 'key.rotate' }, 20, 2_000],
    ['an event that never happened', { event: 'key.reseal' }, 0, 2_000],
    ['an operator', { operator: 'grace' }, 20, 2_000],
    ['a frequent source', { source: '192.0.2.1' }, 100, 2_000],
    ['a rare source', { source: '192.0.2.2' }, 20, 2_000],
    ['a time', { from: '2020-03-01', to: '2020-03-01T01:00:00Z' }, 60, 2_000],
    ['a page', { before: '200000'.padStart(24, '0'), account: '1'.padStart(24, '0') }, 100, 2_000],
    [
      'an account and a rare source',
      { account: '1'.padStart(24, '0'), source: '192.0.2.2' },
      20,
      22_000,
    ],
  ])('in the audit trail by %s reads an index and few rows', async (_, query, count, most) => {
    const { events } = await readingFewRows(() => operator.auditEvents(query), most);
    expect(events).toHaveLength(count);
  });

  it('examines at most 2,000 events of frequent values that rarely occur together', async () => {
    const query = { account: '1'.padStart(24, '0'), actor: '2'.padStart(24, '0') };
    const found: string[][] = [];
    for (let before: string | undefined; ;) {
      const page = await readingFewRows(
        () => operator.auditEvents({ ...query, before }),
        rowsOfLimited,
      );
      found.push(page.events.map(({ id }) => id));
      if (page.next === null) break;
      before = page.next;
    }
    // The actor has 20,000 other events, and the account 100,000.
    const id = '2'.padStart(24, '0');
    expect(found.flat()).toEqual([id]);
    expect(found.length).toBeGreaterThan(2);
    const audit = service.app.get(AuditTrail, { strict: false });
    const { account: accountId, actor: actorId } = query;
    expect(await audit.list({ accountId, actorId, limit: 10 })).toMatchObject([{ id }]);
  });

  it('reads few rows to show an account with many events', async () => {
    const { status } = await readingFewRows(() => operator.show('1'.padStart(24, '0')));
    expect(status.last_sign_in_on).toBe('2021-12-31');
  });

  async function readingFewRows<T>(work: () => Promise<T>, most = 2_000): Promise<T> {
    const statements: { text: string; values: unknown[] }[] = [];
    const original = Client.prototype.query as (...args: unknown[]) => unknown;
    const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (
      this: Client,
      ...args: any[]
    ) {
      statements.push({ text: args[0].text ?? args[0], values: [...(args[0].values ?? [])] });
      return original.apply(this, args) as never;
    });
    const result = await work().finally(() => spy.mockRestore());
    expect(statements).not.toEqual([]);
    const client = await service.prisma.pool!.connect();
    try {
      for (const mode of ['force_custom_plan', 'force_generic_plan']) {
        await client.query(`SET plan_cache_mode = ${mode}`);
        for (const statement of statements) {
          if (/^(BEGIN|SELECT set_config|COMMIT)/.test(statement.text)) {
            await client.query(statement.text);
            continue;
          }
          const read = rowsReadBy(await explain(client, statement));
          expect(read.sequential.filter((table) => filled.includes(table))).toEqual([]);
          expect(read.rows).toBeLessThanOrEqual(most);
        }
      }
    } finally {
      client.release(true);
    }
    return result;
  }

  it.each<[string, object]>([
    ['nothing', {}],
    ['the beginning of an email', { email_prefix: '99' }],
    ['no verified email', { never_verified: true, created_from: '2030-01-01' }],
  ])('by %s reads few of many accounts created in the same moment', async (_, query) => {
    await setTimes();
    const found: string[] = [];
    for (let before: string | undefined; found.length < 200;) {
      const page = await readingFewRows(() => operator.find({ ...query, before }), rowsOfLimited);
      found.push(...page.accounts.map(({ id }) => id));
      if (page.next === null) break;
      before = page.next;
    }
    expect(found).toEqual([...new Set(found)].toSorted().toReversed());
    expect(found).toHaveLength(200);
  });

  /** Gives the newest 60,000 accounts the same time. */
  let setTimes = async () => {
    const client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    await client.query(`
      SET session_replication_role = replica;
      UPDATE accounts SET created_at = '2030-01-01Z' WHERE id > lpad('940000', 24, '0');
      ANALYZE accounts`);
    await client.end();
    setTimes = () => Promise.resolve();
  };
});

/** Runs a prepared statement. After five runs, PostgreSQL may keep one plan for all values. */
async function explain(
  client: ClientBase,
  { text, values }: { text: string; values: unknown[] },
): Promise<Plan> {
  const parameters = values.map((value) => {
    const literal = Array.isArray(value) ? `{${value.join(',')}}` : value;
    return escapeLiteral(literal instanceof Date ? literal.toISOString() : String(literal));
  });
  await client.query(`PREPARE explained AS ${text}`);
  const given = parameters.length > 0 ? `(${parameters.join(', ')})` : '';
  const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE explained${given}`);
  await client.query('DEALLOCATE explained');
  return rows[0]['QUERY PLAN'][0].Plan;
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

function rowsReadBy(plan: Plan): { rows: number; sequential: string[] } {
  const inner = (plan.Plans ?? []).map(rowsReadBy);
  const isScan = plan['Relation Name'] !== undefined;
  const each = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0);
  const own = isScan ? each * plan['Actual Loops'] : 0;
  return {
    rows: own + inner.reduce((sum, { rows }) => sum + rows, 0),
    sequential: [
      ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name']!] : []),
      ...inner.flatMap(({ sequential }) => sequential),
    ],
  };
}
