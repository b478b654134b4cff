import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import {
  Controller,
  Get,
  Injectable,
  Module,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
} from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { byHost } from '../../src/request/requester.js';
import { AccountsModule } from '../../src/accounts.module.js';
import { AccountsOptionsError } from '../../src/options/accounts-options.error.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import { AuditTrail } from '../../src/audit/audit-trail.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { mailFeature } from '../../src/email-flows/mail.feature.js';
import { MailRejectedError } from '../../src/mail/mail.transport.js';
import { operatorFeature } from '../../src/operator/index.js';
import { NamedOperatorGuard } from '../../src/operator/operator.guard.js';
import { ManagementServer } from '../../src/service/management/management.server.js';
import { timeUntilNew } from '../support/clients/lookups.js';
import { PageClient } from '../support/clients/page-client.js';
import { adapters, leastOptions, newGuest, startHost } from '../support/hosts/guest.js';
import { Mailboxes } from '../support/hosts/mailboxes.js';
import { newEmail, password, requestsTo, startService } from '../support/hosts/service.js';
import { freePort } from '../support/processes/service-process.js';
import { createTestDatabase } from '../support/servers/postgres.js';
import { until } from '../support/until.js';

interface StaffRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  staff?: string | undefined;
}

/** Operator names that the audit trail refuses, by the value of `X-Staff`. */
const names: Readonly<Record<string, string>> = {
  nameless: ' ',
  'very long': 'g'.repeat(65),
  'in two lines': 'grace\nadmin',
};

@Injectable()
class StaffList {
  readonly names = ['grace', ...Object.keys(names)];
}

@Module({ providers: [StaffList], exports: [StaffList] })
class StaffModule {}

@Injectable()
class StaffGuard implements CanActivate {
  constructor(private readonly list: StaffList) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<StaffRequest>();
    const name = request.headers['x-staff'] ?? '';
    request.staff = names[name] ?? name;
    return this.list.names.includes(name);
  }
}

@Controller('things')
class ThingsController {
  @Get()
  list() {
    return ['thing'];
  }
}

const identifyOperator = ({ staff }: StaffRequest) => staff;
const unknownId = '0'.repeat(24);
const managementToken = 'a-token-of-the-management-of-32-characters';
const namedToken = 'a-token-of-one-operator-of-32-characters';
const readingToken = 'a-token-that-only-reads-of-32-characters';
const metricsToken = 'a-token-for-metrics-of-32-characters-or-more';

/** A running service with the URLs for its operators and its accounts. */
interface Place {
  readonly app: INestApplication;
  readonly url: string;
  readonly operatorUrl: string;
  /** The headers of an operator named grace. */
  readonly grace: Record<string, string>;
  readonly unknown: number;
  readonly databaseUrl: string;
  readonly mailboxes?: Mailboxes;
  close(): Promise<void>;
}

async function managed(httpAdapter: keyof typeof adapters): Promise<Place> {
  const tokens = [
    { token: managementToken, opens: 'everything' },
    { token: namedToken, opens: 'everything', operator: 'ada' },
    { token: readingToken, opens: 'reading', operator: 'audit' },
    { token: metricsToken, opens: 'metrics' },
  ] as const;
  const management = { host: '127.0.0.1', port: await freePort(), tokens };
  const service = await startService({ management, httpAdapter });
  await service.app.get(ManagementServer).listen();
  return {
    ...service,
    operatorUrl: `http://127.0.0.1:${management.port}`,
    grace: { authorization: `Bearer ${managementToken}`, 'x-operator': 'grace' },
    unknown: 401,
  };
}

async function mounted(adapter: keyof typeof adapters): Promise<Place> {
  const database = await createTestDatabase();
  const mailboxes = new Mailboxes();
  const accounts = AccountsModule.forRootAsync({
    imports: [StaffModule],
    features: [
      consoleFeature,
      mailFeature,
      operatorFeature({ guard: StaffGuard, identifyOperator }),
    ],
    useFactory: () => ({
      ...leastOptions({ url: database.url }),
      publicUrl: 'https://accounts.example',
      mail: { transport: mailboxes, from: 'Accounts <accounts@accounts.example>' },
    }),
  });
  const app = await startHost([accounts], [ThingsController], adapter);
  const url = await app.getUrl();
  return {
    app,
    url,
    operatorUrl: url,
    grace: { 'x-staff': 'grace' },
    unknown: 403,
    databaseUrl: database.url,
    mailboxes,
    async close() {
      await app.close();
      await database.drop();
    },
  };
}

const places = {
  'the management port of the service on express': () => managed('express'),
  'the management port of the service on fastify': () => managed('fastify'),
  'a host on express': () => mounted('express'),
  'a host on fastify': () => mounted('fastify'),
};

const routes = [
  'GET /operator/accounts',
  'GET /operator/accounts/:id',
  'POST /operator/accounts/:id/suspend',
  'POST /operator/accounts/:id/restore',
  'PUT /operator/accounts/:id/permissions',
  'GET /operator/accounts/:id/sessions',
  'DELETE /operator/accounts/:id/sessions',
  'POST /operator/accounts/:id/reset',
  'POST /operator/accounts/:id/remove-factor',
  'GET /operator/accounts/:id/export',
  'DELETE /operator/accounts/:id',
  'GET /operator/applications',
  'POST /operator/applications/:id/trust',
  'POST /operator/applications/:id/distrust',
  'DELETE /operator/applications/:id',
  'GET /operator/audit',
  'POST /operator/tokens/show',
  'POST /operator/tokens/revoke',
  'GET /operator/subscriptions',
  'POST /operator/subscriptions/:name/retry',
  'GET /operator/subscriptions/:name/events',
  'POST /operator/subscriptions/:name/events/:sequence/retry',
  'DELETE /operator/subscriptions/:name/events/:sequence',
].map((route) => route.split(' ') as [method: string, path: string]);

describe.each(Object.entries(places))('the operator API, at %s', (_, start) => {
  let place: Place;
  beforeAll(async () => {
    place = await start();
  });
  afterAll(() => place.close());

  async function send(route: string, body?: object, headers = place.grace) {
    const [method, path] = route.split(' ');
    const answer = await fetch(`${place.operatorUrl}/operator${path}`, {
      method: method!,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const { status } = answer;
    return { status, headers: answer.headers, body: text && JSON.parse(text) } as {
      status: number;
      headers: Headers;
      body: any;
    };
  }
  const newAccount = () => newGuest(place.app, newEmail());
  const getStatus = async (token: string, url = place.url) =>
    (await requestsTo(url).as({ token }, 'get', '/accounts/me')).status;
  const latest = async (accountId: string) => {
    const trail = place.app.get(AuditTrail, { strict: false });
    return (await trail.list({ accountId, limit: 1 }))[0]!;
  };
  const byGrace = {
    operator: expect.stringMatching(/^(?:management \()?grace\)?$/) as string,
    channel: 'http',
    actorId: null,
  };

  it('finds accounts, page by page', async () => {
    const accounts = place.app.get(AccountsService, { strict: false });
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      const email = newEmail();
      const created = { name: 'Ada', email, password, language_code: 'en', client: 'reader' };
      ids.unshift((await accounts.create(created, byHost)).id);
    }
    const found = async (query: string) => {
      const { status, body } = await send(`GET /accounts?${query}`);
      expect(status).toBe(200);
      return body.accounts.map(({ id }: { id: string }) => id);
    };
    expect(await found('client=reader')).toEqual(ids);
    expect(await found('client=reader&limit=2')).toEqual(ids.slice(0, 2));
    expect(await found(`client=reader&limit=2&before=${ids[1]}`)).toEqual([ids[2]]);
    const { email } = await accounts.get(ids[1]!);
    expect(await found(`email=${encodeURIComponent(email.toUpperCase())}`)).toEqual([ids[1]]);
    expect(await found('client=reader&created_to=2020-01-01')).toEqual([]);
    expect(await found('client=reader&created_from=2020-01-01')).toEqual(ids);
  });

  it('rejects unknown parameters, and finds accounts and applications by several conditions', async () => {
    const { account } = await newAccount();
    const [prefix = ''] = account.email.split('@');
    for (const list of ['accounts', 'applications', 'audit']) {
      const { status, body } = await send(`GET /${list}?emial=${account.email}`);
      expect([list, status]).toEqual([list, 400]);
      expect(body.form.children).toMatchObject({ emial: { codes: ['not_a_choice'] } });
    }
    const query = `email_prefix=${prefix.toUpperCase()}&never_verified=true&name_prefix=gu`;
    const { body } = await send(`GET /accounts?${query}&last_sign_in_before=2999-01-01`);
    expect(body.accounts).toMatchObject([{ id: account.id, last_sign_in_on: null }]);
    expect((await send(`GET /accounts?${query}&never_verified=1`)).status).toBe(400);
    const found = await send(`GET /applications?owner=${account.email}&name_prefix=CLI`);
    expect(found.body.applications).toMatchObject([{ owner: account.email, name: 'Client' }]);
    const other = await send(`GET /applications?owner=${account.id}&name_prefix=lient`);
    expect(other.body).toEqual({ applications: [], next: null });
  });

  it.each(['created_from', 'created_to'])(
    'refuses a %s outside the supported dates, and accepts the first and the last of them',
    async (name) => {
      for (const time of [
        '0000-01-01',
        '0001-01-01T00:00%2B14:00',
        '9999-12-31T23:59-14:00',
        '294277-01-01',
        '-0001-01-01',
        '2026-02-30',
        '99999999999999999999',
      ]) {
        const { status, body } = await send(`GET /accounts?${name}=${time}`);
        expect([time, status]).toEqual([time, 400]);
        expect(Object.keys(body.form.children)).toEqual([name]);
      }
      for (const time of ['0001-01-01', '9999-12-31T23:59:59.999Z']) {
        expect((await send(`GET /accounts?${name}=${time}`)).status).toBe(200);
      }
    },
  );

  it.each(['-1', '0', '10001', '2147483648', '9223372036854775808', '1e3', '1.5', '٣'])(
    'refuses the limit %s',
    async (limit) => {
      const { status, body } = await send(`GET /accounts?limit=${encodeURIComponent(limit)}`);
      expect([status, Object.keys(body.form.children)]).toEqual([400, ['limit']]);
    },
  );

  it('reports an invalid request in the language that it requests', async () => {
    const { account } = await newAccount();
    const german = { ...place.grace, 'accept-language': 'de' };
    const query = await send('GET /accounts?limit=0&created_from=soon&email=a&email=b', undefined, {
      ...german,
    });
    expect(query.status).toBe(400);
    expect(Object.keys(query.body.form.children).sort()).toEqual([
      'created_from',
      'email',
      'limit',
    ]);
    expect(query.headers.get('content-language')).toBe('de');
    expect(query.headers.get('cache-control')).toBe('no-store');
    const suspend = `POST /accounts/${account.id}/suspend`;
    expect((await send(suspend, {})).body.form.children).toHaveProperty('reason');
    expect((await send(suspend, { reason: 7 })).status).toBe(400);
    expect((await send(suspend)).status).toBe(415);
  });

  it('returns 404 for an unknown account or application', async () => {
    for (const [method, path] of routes.filter(([, each]) => each.includes(':id'))) {
      const route = `${method} ${path.replace('/operator', '').replace(':id', 'none')}`;
      const bodies: Record<string, object> = {
        suspend: { reason: 'spam' },
        permissions: {},
        trust: { redirect_uris: [] },
      };
      const { status, body } = await send(route, bodies[path.split('/').at(-1)!]);
      expect([route, status]).toEqual([route, 404]);
      expect(body.error).toMatch(/^(account|application)_not_found$/);
    }
    for (const list of ['accounts', 'applications']) {
      for (const before of [
        'none',
        `1-none`,
        `-1-${unknownId}`,
        `${'9'.repeat(15)}-${unknownId}`,
      ]) {
        expect((await send(`GET /${list}?before=${before}`)).status).toBe(404);
      }
      for (const before of [`0-${unknownId}`, `${'9'.repeat(14)}-${unknownId}`]) {
        expect((await send(`GET /${list}?before=${before}`)).status).toBe(200);
      }
    }
  });

  it('shows, suspends and restores an account, and records the operator in the audit trail', async () => {
    const { account, token } = await newAccount();
    const shown = await send(`GET /accounts/${account.id}`);
    expect(shown.body).toMatchObject({ account: { id: account.id }, status: {}, counts: {} });
    expect(shown.headers.get('cache-control')).toBe('no-store');
    const suspended = await send(`POST /accounts/${account.id}/suspend`, { reason: 'sends spam' });
    expect(suspended).toMatchObject({
      status: 200,
      body: { status: { suspension_reason: 'sends spam' } },
    });
    expect(await getStatus(token)).toBe(403);
    expect(await latest(account.id)).toMatchObject({
      ...byGrace,
      event: 'account.suspend',
      reason: 'sends spam',
      source: expect.stringContaining('127.0.0.1'),
      requestId: suspended.headers.get('x-request-id'),
    });
    const restored = await send(`POST /accounts/${account.id}/restore`);
    expect(restored).toMatchObject({ status: 200, body: { status: { suspended_at: null } } });
    expect(await getStatus(token)).toBe(200);
    expect(await latest(account.id)).toMatchObject({ ...byGrace, event: 'account.restore' });
  });

  it('suspends an account on every node', async () => {
    const { account, token } = await newAccount();
    const other = await startService({}, place.databaseUrl);
    try {
      expect(await getStatus(token, other.url)).toBe(200);
      await send(`POST /accounts/${account.id}/suspend`, { reason: 'sends spam' });
      await timeUntilNew(
        () => getStatus(token, other.url),
        (status) => status === 403,
      );
    } finally {
      await other.close();
    }
  });

  it('sets the permissions of an account, which the account’s own token cannot', async () => {
    const { account, token } = await newAccount();
    const path = `/accounts/${account.id}/permissions`;
    const changed = await send(`PUT ${path}`, { create_alert: false, read_quotastats: false });
    const permissions = {
      create_alert: false,
      read_teammembers: true,
      read_teamrequests: true,
      read_quotastats: false,
    };
    expect(changed).toMatchObject({ status: 200, body: { account: { permissions } } });
    expect(await latest(account.id)).toMatchObject({
      ...byGrace,
      event: 'permissions.change',
      members: ['create_alert', 'read_quotastats'],
      requestId: changed.headers.get('x-request-id'),
    });
    const requests = requestsTo(place.url);
    for (const own of ['/accounts/me', '/accounts/me/preferences', '/accounts/me/permissions']) {
      await requests.update({ token }, { create_alert: true, permissions: {} }, own);
    }
    const { body } = await requests.as({ token }, 'get', '/accounts/me');
    expect(body.account.permissions).toEqual(permissions);

    const wrong = { create_alert: null, read_teammembers: 'no', read_teamrequest: false };
    const refused = await send(`PUT ${path}`, wrong);
    expect(refused.status).toBe(400);
    const names = 'create_alert, read_teammembers, read_teamrequests, read_quotastats';
    expect(refused.body.form.children).toMatchObject({
      create_alert: { errors: ['This value must not be blank.'] },
      read_teammembers: { errors: ['This value must be true or false.'] },
      read_teamrequest: { errors: [`Choose one of these: ${names}.`] },
    });
    expect((await send(`PUT ${path}`)).status).toBe(415);
    expect((await send('PUT /accounts/none/permissions', {})).status).toBe(404);
    const anonymous = await send(`PUT ${path}`, { create_alert: true }, {});
    expect(anonymous.status).toBe(place.unknown);
  });

  it('lists the sessions of an account and ends them', async () => {
    const { account } = await newAccount();
    const browser = new PageClient(place.url, { 'user-agent': 'Analytical Engine' });
    await browser.signIn(account.email, password);
    const path = `/accounts/${account.id}/sessions`;
    expect((await send(`GET ${path}`)).body).toMatchObject({
      sessions: [{ user_agent: 'Analytical Engine' }],
    });
    expect((await send(`DELETE ${path}`)).status).toBe(204);
    expect(await latest(account.id)).toMatchObject({ ...byGrace, event: 'session.end' });
    expect((await send(`GET ${path}`)).body).toEqual({ sessions: [] });
    expect(await latest(account.id)).toMatchObject({ ...byGrace, event: 'account.read' });
  });

  it('starts a reset only by mail, and never returns its link', async () => {
    const { account } = await newAccount();
    const { status, body } = await send(`POST /accounts/${account.id}/reset`);
    if (place.mailboxes) {
      expect({ status, body }).toEqual({ status: 202, body: '' });
      expect(await place.mailboxes.link(account.email)).toMatch(/^\/console\/reset-password\?/);
      await until(async () => (await latest(account.id)).event === 'mail.sent');
      const trail = place.app.get(AuditTrail, { strict: false });
      const [mail, reset] = await trail.list({ accountId: account.id, limit: 2 });
      expect(reset).toMatchObject({ ...byGrace, event: 'reset.start' });
      expect(mail).toMatchObject({ operator: null, channel: 'code', members: ['first-proof'] });
      expect((await send(`GET /accounts/${account.id}`)).body.mails).toEqual([
        {
          id: mail!.requestId,
          kind: 'first-proof',
          outcome: 'sent',
          at: expect.stringMatching(/^\d{4}-/),
          count: 1,
        },
      ]);
    } else {
      expect([status, body.error]).toEqual([409, 'mail_unavailable']);
    }
    expect((await send(`POST /accounts/${account.id}/reset-link`)).status).toBe(404);
  });

  it('exports and deletes an account', async () => {
    const { account, token } = await newAccount();
    const exported = await send(`GET /accounts/${account.id}/export`);
    expect(exported.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(exported.headers.get('cache-control')).toBe('no-store');
    expect(exported.body.account.id).toBe(account.id);
    expect(await latest(account.id)).toMatchObject({ ...byGrace, event: 'account.export' });
    expect(await send(`DELETE /accounts/${account.id}`)).toMatchObject({ status: 204, body: '' });
    expect(await getStatus(token)).toBe(401);
    expect(await latest(account.id)).toMatchObject({ ...byGrace, event: 'account.delete' });
  });

  it('lists all accounts and applications even if the last one of a page is deleted', async () => {
    const accounts = place.app.get(AccountsService, { strict: false });
    const applications = place.app.get(ApplicationsService, { strict: false });
    const owners = await Promise.all([newAccount(), newAccount(), newAccount(), newAccount()]);
    const ids = owners.map(({ account }) => account.id);
    const pages = async (list: 'accounts' | 'applications', getId: (item: any) => string) => {
      const seen: string[] = [];
      let next: string | null = null;
      do {
        const before: string = next ? `&before=${encodeURIComponent(next)}` : '';
        const { status, body } = await send(`GET /${list}?limit=1${before}`);
        expect(status).toBe(200);
        const [item] = body[list];
        seen.push(getId(item));
        next = body.next;
        if (seen.length === 2 && list === 'accounts') await accounts.delete(item.id, byHost);
        if (seen.length === 2 && list === 'applications')
          await applications.deleteAny(item.id, byHost);
      } while (next);
      return seen;
    };
    const emails = await pages('applications', ({ owner }) => owner);
    expect(emails).toEqual(expect.arrayContaining(owners.map(({ account }) => account.email)));
    expect(await pages('accounts', ({ id }) => id)).toEqual(expect.arrayContaining(ids));
    const { body } = await send('GET /applications?limit=10000');
    expect(body.next).toBeNull();
  });

  it('trusts an application with the redirect URIs that the operator has seen', async () => {
    const { account } = await newAccount();
    const applications = place.app.get(ApplicationsService, { strict: false });
    const redirect_uris = ['https://app.example/callback', 'http://127.0.0.1/callback'];
    const body = { name: 'Engine', redirect_uris };
    const { id } = (await applications.create(account.id, body, byHost)).application;
    const trust = (sent: object) => send(`POST /applications/${id}/trust`, sent);
    expect(await trust({})).toMatchObject({
      status: 400,
      body: { form: { children: { redirect_uris: { codes: ['required'] } } } },
    });
    const unseen = await trust({ redirect_uris: redirect_uris.slice(1) });
    expect([unseen.status, unseen.body.error]).toEqual([412, 'precondition_failed']);
    const trusted = await trust({ redirect_uris });
    const seen = { id, redirect_uris, owner: account.email };
    expect(trusted).toMatchObject({ status: 200, body: { ...seen, trusted: true } });
    expect(await latest(account.id)).toMatchObject({ ...byGrace, event: 'application.trust' });
    const { applications: listed } = (await send('GET /applications?limit=1')).body;
    expect(listed).toEqual([trusted.body]);
    expect(await send(`POST /applications/${id}/distrust`)).toMatchObject({
      status: 200,
      body: { ...seen, trusted: false },
    });
    expect(await latest(account.id)).toMatchObject({ ...byGrace, event: 'application.distrust' });
    const app = await applications.create(account.id, { ...body, public: true }, byHost);
    const refused = await send(`POST /applications/${app.application.id}/trust`, { redirect_uris });
    expect(refused).toMatchObject({ status: 409, body: { error: 'application_untrustable' } });
  });

  it('lists applications and deletes one', async () => {
    const { account, token } = await newAccount();
    const { body } = await send('GET /applications?limit=1');
    const unused = { owner: account.email, name: 'Client', last_used_on: null };
    expect(body.applications).toMatchObject([unused]);
    const [{ id }] = body.applications;
    expect(await getStatus(token)).toBe(200);
    const { applications } = (await send('GET /applications?limit=1')).body;
    expect(applications).toMatchObject([
      { id, last_used_on: new Date().toISOString().slice(0, 10) },
    ]);
    expect((await send(`GET /applications?limit=1&before=${id}`)).body.applications).toHaveLength(
      1,
    );
    expect((await send(`DELETE /applications/${id}`)).status).toBe(204);
    expect(await getStatus(token)).toBe(401);
    expect(await latest(account.id)).toMatchObject({ ...byGrace, event: 'application.delete' });
  });

  it('searches the audit trail, including the searches of operators', async () => {
    const { account } = await newAccount();
    await send(`GET /accounts/${account.id}`);
    await send(`POST /accounts/${account.id}/suspend`, { reason: 'sends spam' });
    const search = async (query: string) => {
      const { status, body } = await send(`GET /audit?${query}`);
      expect(status).toBe(200);
      return body as { events: Record<string, unknown>[]; next: string | null };
    };
    const operator = (await latest(account.id)).operator ?? '';
    const byOperator = `account=${account.id}&operator=${encodeURIComponent(operator)}`;
    const { events, next } = await search(`${byOperator}&limit=1`);
    expect(events).toMatchObject([
      { event: 'account.suspend', result: 'succeeded', reason: 'sends spam', operator },
    ]);
    const rest = await search(`${byOperator}&before=${next}&event=account.read`);
    expect(rest).toMatchObject({ events: [{ event: 'account.read' }], next: null });
    const searches = await search(`account=${encodeURIComponent(account.email)}&event=audit.read`);
    expect(searches.events[0]).toMatchObject({
      channel: 'http',
      operator,
      source: expect.any(String),
      members: ['account', 'before', 'event', 'operator'],
    });
    for (const wrong of ['event=acount.read', 'from=soon', 'limit=0']) {
      expect([wrong, (await send(`GET /audit?${wrong}`)).status]).toEqual([wrong, 400]);
    }
    for (const unknown of ['before=none', `before=${unknownId}`, 'account=nobody@example.com']) {
      expect([unknown, (await send(`GET /audit?${unknown}`)).status]).toEqual([unknown, 404]);
    }
  });

  it('shows and revokes a token without a trace of it in URLs', async () => {
    const { account, token } = await newAccount();
    const shown = await send('POST /tokens/show', { token: ` ${token}\n` });
    expect(shown.body).toMatchObject({ kind: 'own', account_id: account.id, email: account.email });
    expect(await latest(account.id)).toMatchObject({
      ...byGrace,
      event: 'account.read',
      members: ['token'],
    });
    expect((await send('POST /tokens/revoke', { token })).status).toBe(204);
    expect(await getStatus(token)).toBe(401);
    expect(await latest(account.id)).toMatchObject({ ...byGrace, event: 'token.revoke' });
    for (const route of ['POST /tokens/show', 'POST /tokens/revoke']) {
      const { status, body } = await send(route, { token });
      expect([status, body.error]).toEqual([404, 'token_not_found']);
      expect((await send(route, { token: '' })).status).toBe(400);
    }
  });

  it('lists subscriptions and retries parked deliveries', async () => {
    for (const name of ['none', '%00', 'a%20b']) {
      for (const call of [
        'POST /retry',
        'GET /events',
        'POST /events/1/retry',
        'DELETE /events/1',
      ]) {
        const { status, body } = await send(call.replace(' ', ` /subscriptions/${name}`));
        expect([call, status, body.error]).toEqual([call, 404, 'not_found']);
      }
    }
    const { mailboxes } = place;
    if (!mailboxes) {
      expect((await send('GET /subscriptions')).body).toEqual({ subscriptions: [] });
      return;
    }
    const { account } = await newAccount();
    mailboxes.refuse = () => {
      throw new MailRejectedError('No such mailbox.');
    };
    await send(`POST /accounts/${account.id}/reset`);
    const parked = async () => (await send('GET /subscriptions')).body.subscriptions[0].parked;
    await until(async () => (await parked()) === 1);
    expect((await send('GET /subscriptions')).body.subscriptions).toEqual([
      {
        name: 'mail',
        types: expect.arrayContaining(['mail.requested']),
        seen_at: expect.stringMatching(/^\d{4}-.*Z$/),
        waiting: 0,
        more_waiting: false,
        oldest_at: null,
        parked: 1,
        more_parked: false,
        last_error: expect.any(String),
      },
    ]);
    const queued = (query = '') => send(`GET /subscriptions/mail/events${query}`);
    const { body } = await queued(`?account=${account.id}&state=parked`);
    const [{ mails }, [mail]] = [(await send(`GET /accounts/${account.id}`)).body, body.events];
    expect(mail).toMatchObject({ event_id: mails[0].id, mail: 'password-reset', attempts: 1 });
    expect([mail.last_error, mails[0].outcome]).toEqual(['No such mailbox.', 'rejected']);
    expect((await queued('?state=waiting')).body).toEqual({ events: [], next: null });
    expect((await queued(`?account=${unknownId}`)).body.events).toEqual([]);
    for (const wrong of ['?state=lost', '?after=x', '?limit=0', '?acount=x']) {
      expect((await queued(wrong)).status).toBe(400);
    }
    const one = `/subscriptions/mail/events/${mail.sequence}`;
    expect((await send(`POST ${one}/retry`)).status).toBe(204);
    await until(async () => (await send(`GET /accounts/${account.id}`)).body.mails[0].count === 2);
    await until(async () => (await queued('?state=parked')).body.events.length === 1);
    expect((await send(`DELETE ${one}`)).status).toBe(204);
    for (const call of [`DELETE ${one}`, `POST ${one}/retry`, `POST ${one}x/retry`]) {
      expect([call, (await send(call)).status]).toEqual([call, 404]);
    }
    await send(`POST /accounts/${account.id}/reset`);
    await until(async () => (await parked()) === 1);
    mailboxes.refuse = () => undefined;
    expect(await send('POST /subscriptions/mail/retry')).toMatchObject({
      status: 200,
      body: { retried: 1 },
    });
    await until(() => mailboxes.to(account.email).length === 1);
    const trail = place.app.get(AuditTrail, { strict: false });
    const events = await trail.list({ limit: 100 });
    expect(events).toContainEqual(
      expect.objectContaining({ ...byGrace, event: 'event.retry', members: ['mail'] }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({
        ...{ ...byGrace, event: 'event.read', accountId: account.id },
        members: ['mail', 'account', 'state'],
      }),
    );
    const members = ['mail', mail.event_id];
    for (const event of ['event.retry', 'event.discard']) {
      expect(events).toContainEqual(expect.objectContaining({ ...byGrace, event, members }));
    }
  });

  it.each(routes)('refuses %s %s to other callers, and does nothing', async (method, path) => {
    const { account, token } = await newAccount();
    const applications = place.app.get(ApplicationsService, { strict: false });
    const [application] = await applications.list(account.id);
    const id = path.includes('applications') ? application!.id : account.id;
    const route = `${method} ${path.replace('/operator', '').replace(':id', id).replace(':name', 'mail').replace(':sequence', '1')}`;
    const body = method === 'POST' ? { reason: 'spam' } : undefined;
    for (const headers of [
      {},
      { authorization: `Bearer ${token}` },
      { authorization: `Bearer ${token}`, 'x-operator': 'grace', 'x-staff': 'ada' },
    ]) {
      expect((await send(route, body, headers as Record<string, string>)).status).toBe(
        place.unknown,
      );
    }
    expect((await send(`${route}?access_token=${token}`, body, {})).status).toBe(place.unknown);
    expect(await getStatus(token)).toBe(200);
    expect((await latest(account.id)).operator).toBeNull();
  });

  it('does not accept operator credentials at the account API', async () => {
    const answer = await fetch(`${place.url}/api/accounts/me`, { headers: place.grace });
    expect(answer.status).toBe(401);
  });
});

describe('operator requests on the management port', () => {
  let place: Place;
  beforeAll(async () => {
    place = await managed('express');
  });
  afterAll(() => place.close());

  it('are recorded as “management” if the header X-Operator has no name', async () => {
    const { account } = await newGuest(place.app);
    for (const name of ['', ' ']) {
      const path = `/operator/accounts/${account.id}`;
      const headers = { ...place.grace, 'x-operator': name };
      await fetch(`${place.operatorUrl}${path}/export`, { headers });
      const trail = place.app.get(AuditTrail, { strict: false });
      const [event] = await trail.list({ accountId: account.id, limit: 1 });
      expect(event).toMatchObject({ event: 'account.export', operator: 'management' });
    }
  });

  it.each([
    ['grace', 'grace'],
    ['Grace Hopper', 'Grace Hopper'],
    ['グレース', 'グレース'],
    ['Zoë', 'Zoë'],
    ['👩'.repeat(64), '👩'.repeat(64)],
    ['g'.repeat(64), 'g'.repeat(64)],
  ])('are recorded under the UTF-8 name in X-Operator: %s', async (sent, name) => {
    const { account } = await newGuest(place.app, newEmail());
    const { status } = await rawGet(sent, account.id);
    expect(status).toBe(200);
    const trail = place.app.get(AuditTrail, { strict: false });
    const [event] = await trail.list({ accountId: account.id, limit: 1 });
    expect(event?.operator).toBe(`management (${name})`);
  });

  it.each([
    ['65 characters', 'g'.repeat(65)],
    ['65 characters of four bytes', '👩'.repeat(65)],
    ['8,000 characters', 'g'.repeat(8_000)],
    ['a tab', 'gr\tace'],
    ['a C1 control', 'gr\u0085ace'],
    ['a bidi control', 'gr\u202eace'],
    ['a zero width space', 'gr\u200bace'],
    ['a no-break space', 'gr\u00a0ace'],
    ['no visible characters', '\u2800'],
    ['Latin-1 bytes', Buffer.from('Zo\u00eb', 'latin1')],
  ])('are refused if X-Operator has %s', async (_, sent) => {
    const { account } = await newGuest(place.app, newEmail());
    expect((await rawGet(sent, account.id)).status).toBe(400);
    const trail = place.app.get(AuditTrail, { strict: false });
    const [event] = await trail.list({ accountId: account.id, limit: 1 });
    expect(event).not.toMatchObject({ event: 'account.export' });
  });

  /** Exports an account with these bytes in `X-Operator`. */
  async function rawGet(
    name: string | Buffer,
    id: string,
  ): Promise<{ status: number | undefined }> {
    const bytes = typeof name === 'string' ? Buffer.from(name) : name;
    const headers = { ...place.grace, 'x-operator': bytes.toString('latin1') };
    const sent = httpRequest(`${place.operatorUrl}/operator/accounts/${id}/export`, {
      headers,
    }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return { status: response.statusCode };
  }

  it('are recorded under the name of the token, whatever X-Operator says', async () => {
    const { account } = await newGuest(place.app, newEmail());
    for (const [token, operator] of [
      [namedToken, 'ada'],
      [readingToken, 'audit'],
    ] as const) {
      const headers = { authorization: `Bearer ${token}`, 'x-operator': 'gr\tace' };
      const { status } = await fetch(`${place.operatorUrl}/operator/accounts/${account.id}`, {
        headers,
      });
      expect(status).toBe(200);
      const trail = place.app.get(AuditTrail, { strict: false });
      const [event] = await trail.list({ accountId: account.id, limit: 1 });
      expect(event).toMatchObject({ event: 'account.read', operator });
    }
  });

  it.each([
    ['a read-only token only for GET', readingToken, ['GET', 'HEAD']],
    ['the metrics token for no operation', metricsToken, []],
  ])('are accepted with %s', async (_, token, methods: readonly string[]) => {
    const { account } = await newGuest(place.app, newEmail());
    for (const [method, path] of [['HEAD', '/operator/accounts'] as const, ...routes]) {
      const named = path.replace(':id', account.id).replace(':name', 'mail');
      const url = place.operatorUrl + named.replace(':sequence', '1');
      const response = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } });
      if (methods.includes(method)) {
        expect([200, 404]).toContain(response.status);
      } else {
        expect([method, path, response.status]).toEqual([method, path, 403]);
        expect(response.headers.get('www-authenticate')).toMatch(
          /^Bearer realm="accounts", error="insufficient_scope", error_description="[^"]+"$/,
        );
        if (method === 'HEAD') continue;
        expect(await response.json()).toMatchObject({ error: 'insufficient_scope' });
      }
    }
    const trail = place.app.get(AuditTrail, { strict: false });
    const events = await trail.list({ accountId: account.id, limit: 100 });
    const changes = events.filter(({ operator, event }) => operator && !/read|export/.test(event));
    expect(changes).toEqual([]);
  });

  it('are not available on the public port', async () => {
    for (const [method, path] of routes) {
      for (const prefix of ['', '/api']) {
        const answer = await fetch(place.url + prefix + path, { method, headers: place.grace });
        expect([method, path, answer.status]).toEqual([method, path, 404]);
      }
    }
  });
});

describe('operatorFeature', () => {
  const open = { canActivate: () => true };

  it('throws without a guard, or without a function that names the operator', () => {
    for (const options of [
      { identifyOperator },
      { guard: undefined, identifyOperator },
      { guard: {}, identifyOperator },
      { guard: () => true, identifyOperator },
      { guard: open },
      { guard: open, identifyOperator: 'grace' },
      { guard: open, identifyOperator, guards: [] },
    ]) {
      expect(() => operatorFeature(options as never)).toThrow(AccountsOptionsError);
    }
  });

  it('guards each of its routes but none of the host, and requires an operator name', async () => {
    const place = await mounted('express');
    try {
      const guards: unknown[][] = [];
      for (const module of place.app.get(ModulesContainer).values()) {
        for (const { metatype, name } of module.controllers.values()) {
          if (!/^Operator/.test(String(name))) continue;
          const { prototype } = metatype as { prototype: object };
          for (const member of new MetadataScanner().getAllMethodNames(prototype)) {
            const handler = Reflect.get(prototype, member) as object;
            if (!Reflect.hasMetadata('method', handler)) continue;
            guards.push(Reflect.getMetadata('__guards__', metatype!));
          }
        }
      }
      expect(guards).toHaveLength(routes.length);
      for (const each of guards) {
        expect(each).toEqual([StaffGuard, expect.any(NamedOperatorGuard)]);
      }
      expect((await fetch(`${place.url}/things`)).status).toBe(200);
      for (const name of Object.keys(names)) {
        const headers = { 'x-staff': name };
        const answer = await fetch(`${place.url}/operator/accounts`, { headers });
        expect([name, answer.status]).toEqual([name, 403]);
        expect(await answer.json()).toMatchObject({ error: 'access_denied' });
      }
    } finally {
      await place.close();
    }
  });

  it('accepts a guard instance, and runs at its mount path', async () => {
    const database = await createTestDatabase();
    const guard = operatorFeature({ guard: open, identifyOperator: () => 'grace' });
    const app = await startHost([
      AccountsModule.forRoot({
        ...leastOptions({ url: database.url }),
        mountPath: 'identity',
        features: [guard],
      } as Parameters<typeof AccountsModule.forRoot>[0]),
    ]);
    try {
      const url = await app.getUrl();
      expect((await fetch(`${url}/identity/operator/accounts`)).status).toBe(200);
      expect((await fetch(`${url}/operator/accounts`)).status).toBe(404);
    } finally {
      await app.close();
      await database.drop();
    }
  });
});
