import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { byHost } from '../../src/request/requester.js';
import { auditEvents, serviceEvents } from '../../src/audit/audit-event.js';
import { AuditEventsRepository } from '../../src/audit/audit-events.repository.js';
import { AuditTrail } from '../../src/audit/audit-trail.js';
import { newIdentifier } from '../../src/database/identifier.js';
import { PurgeService } from '../../src/database/purge/purge.service.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import type { Prisma } from '../../src/database/generated/client.js';
import { parseRateLimits } from '../../src/limits/rate-limit.policies.js';
import { codeFor, newClient, post, refresh, tokensFor } from '../support/clients/oauth.js';
import { PageClient } from '../support/clients/page-client.js';
import { newPerson, signedIn, type Person } from '../support/clients/person.js';
import {
  describeService,
  newEmail,
  password,
  someForms,
  type Caller,
  type TestService,
} from '../support/hosts/service.js';

const wrong = 'wrong horse 7';
const newPassword = 'another horse 8';
const hour = 60 * 60_000;
const day = 24 * hour;
const refused = /cannot be changed, nor deleted within a year/;
const android = 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0';
const local = expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$/);

type Events = Awaited<ReturnType<AuditTrail['list']>>;

function getEvents(service: TestService, accountId?: string): Promise<Events> {
  return service.app.get(AuditTrail, { strict: false }).list({ accountId, limit: 100 });
}

/** The account’s events, oldest first, with repeated ones repeated. */
async function getStory(service: TestService, { account }: Caller): Promise<string[]> {
  const events = await getEvents(service, account.id);
  return events
    .reverse()
    .flatMap(({ event, result, count }) =>
      Array<string>(count).fill(result === 'succeeded' ? event : `${event}: ${result}`),
    );
}

it('docs/audit.md lists every event of the audit trail', async () => {
  const document = await readFile(
    new URL('docs/audit.md', import.meta.resolve('#package.json')),
    'utf8',
  );
  const named = [...document.matchAll(/`(\w+\.\w+)`/g)].map(([, name]) => name);
  expect(named.filter((name) => /^(?!AuditTrail|nest_accounts)/.test(name!)).sort()).toEqual(
    [...Object.keys(auditEvents), ...serviceEvents].sort(),
  );
});

describeService('The audit trail', (service) => {
  let person: Person;
  let begun: readonly string[];
  beforeEach(async () => {
    person = await newPerson(service());
    begun = await getStory(service(), person);
  });
  const since = async () => (await getStory(service(), person)).slice(begun.length);
  const latest = async () => (await getEvents(service(), person.account.id))[0]!;

  it('begins with the creation of the account and its application, and the sign-in', () => {
    expect(begun).toEqual(['account.create', 'application.create', 'account.authenticate']);
  });

  it('records actor, action, channel, time, source and result', async () => {
    const answer = await service()
      .update(person, { name: 'Ada', phone: null })
      .set('X-Request-Id', 'a-request');
    expect(answer.status).toBe(200);
    const { at, lastAt, ...event } = await latest();
    expect(lastAt).toEqual(at);
    expect(event).toEqual({
      id: expect.stringMatching(/^\w{24}$/),
      event: 'account.update',
      result: 'succeeded',
      accountId: person.account.id,
      applicationId: null,
      applicationName: undefined,
      actorId: person.account.id,
      clientId: person.applicationId,
      clientName: 'Client',
      channel: 'http',
      source: local,
      device: null,
      requestId: 'a-request',
      members: ['name', 'phone'],
      count: 1,
      operator: null,
      reason: null,
    });
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('records the browser and system of a visitor, even for a refused attempt', async () => {
    const visitor = new PageClient(service().url, { 'User-Agent': android });
    await visitor.signIn(person.account.email, wrong);
    await visitor.signIn(person.account.email, password);
    await visitor.open('/console/account');
    await visitor.submit('/console/account', { name: 'Ada of Android' });
    await visitor.submit('/console/sign-out');
    const events = (await getEvents(service(), person.account.id)).slice(0, -begun.length);
    const row = (event: string, result = 'succeeded') =>
      expect.objectContaining({ event, result, channel: 'console', device: 'Firefox, Android' });
    expect(events.reverse()).toEqual([
      row('account.authenticate', 'credentials_wrong'),
      row('account.authenticate'),
      row('account.update'),
      row('session.end'),
    ]);
  });

  it('records no text of an unknown browser, and no device of another caller', async () => {
    const program = new PageClient(service().url, { 'User-Agent': 'Firefoxy <b>1</b>' });
    await program.signIn(person.account.email, password);
    expect(await latest()).toMatchObject({ channel: 'console', device: null });
    await service().update(person, { name: 'Ada of the API' }).set('User-Agent', android);
    expect(await latest()).toMatchObject({ channel: 'http', device: null });
    const owner = await service().newCaller();
    const client = await newClient(service(), owner);
    await tokensFor(service(), person, client);
    const redeemed = (await getEvents(service(), person.account.id)).find(
      ({ event }) => event === 'grant.redeem',
    );
    expect(redeemed).toMatchObject({ channel: 'oauth', device: null });
    const accounts = service().app.get(AccountsService, { strict: false });
    await accounts.update(person.account.id, { name: 'Ada of the host' }, byHost);
    expect(await latest()).toMatchObject({ channel: 'code', device: null });
  });

  it('records a change of the account only if something changed', async () => {
    const { name } = person.account;
    expect((await service().update(person, { name })).status).toBe(200);
    expect((await service().update(person, { email: 'x' })).status).toBe(400);
    expect(await since()).toEqual([]);
  });

  it('records other members sent with a new password only if one of them changed', async () => {
    const { name } = person.account;
    const passwords = { old_password: password, new_password: newPassword };
    expect((await service().update(person, { name, ...passwords })).status).toBe(200);
    expect(await since()).toEqual(['password.change']);
  });

  it('records repeated changes within an hour once, with their count and last time', async () => {
    const before = Date.now();
    for (let i = 0; i < 6; i++) await service().update(person, { name: `Ada ${i}` });
    expect(await since()).toEqual(Array(6).fill('account.update'));
    const rows = (await getEvents(service(), person.account.id)).slice(0, -begun.length);
    // A new hour may begin between them.
    expect(rows.length).toBeLessThanOrEqual(2);
    for (const { at, lastAt, count } of rows) {
      expect(at.getTime()).toBeGreaterThanOrEqual(before);
      if (count > 1) expect(lastAt.getTime()).toBeGreaterThan(at.getTime());
    }
    await service().update(person, { name: 'Ada', language_code: 'de' });
    expect(await latest()).toMatchObject({ count: 1, members: ['name', 'language_code'] });
  });

  it('names the application that created an account', async () => {
    const { body } = await service().create(person);
    const [event, ...others] = await getEvents(service(), body.account.id);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      event: 'account.create',
      accountId: body.account.id,
      actorId: person.account.id,
      clientId: person.applicationId,
      channel: 'http',
    });
    expect(await since()).toEqual([]);
  });

  it('records every attempt at a password, for any purpose', async () => {
    const { email } = person.account;
    const passwords = { old_password: wrong, new_password: newPassword };
    await new PageClient(service().url).signIn(email, wrong);
    await service().update(person, passwords);
    await person.browser.open('/console/account/delete');
    await person.browser.submit('/console/account/delete', { password: wrong });
    expect(await since()).toEqual([
      'account.authenticate: credentials_wrong',
      'password.change: old_password_wrong',
      'account.delete: old_password_wrong',
    ]);
    await service().update(person, { ...passwords, old_password: password, name: 'Ada' });
    expect((await since()).slice(3).sort()).toEqual(['account.update', 'password.change']);
  });

  it('assigns sign-in attempts with an unknown email to no account', async () => {
    const source = '10.9.8.7';
    const accounts = service().app.get(AccountsService, { strict: false });
    const attempt = accounts.authenticate(newEmail(), wrong, { ...byHost, source });
    await expect(attempt).rejects.toMatchObject({ code: 'credentials_wrong' });
    const [event] = (await getEvents(service())).filter((each) => each.source === source);
    expect(event).toMatchObject({
      event: 'account.authenticate',
      result: 'credentials_wrong',
      accountId: null,
      actorId: null,
      channel: 'code',
    });
  });

  it('records sign-outs and sessions ended from another session', async () => {
    const other = await signedIn(service(), person);
    await signedIn(service(), person);
    await other.open('/console/sessions');
    await other.submit('/console/sign-out');
    await person.browser.open('/console/sessions/end-others');
    await person.browser.submit('/console/sessions/end-others');
    expect((await since()).slice(2)).toEqual(['session.end', 'session.end']);
    expect(await latest()).toMatchObject({ channel: 'console', actorId: person.account.id });
  });

  it('records changes to applications, their tokens and their secrets', async () => {
    const call = (method: 'post' | 'put' | 'delete' | 'get', path: string, body = {}) =>
      service().as(person, method, `/applications${path}`).send(body);
    const { body } = await call('post', '', { name: 'Guestbook' });
    const path = `/${body.application.id}`;
    await call('get', path);
    await call('put', path, { name: 'Visitors' });
    await call('post', `${path}/token`);
    await call('post', `${path}/secret`, { keep_previous_days: 1 });
    const { body: listed } = await call('get', `${path}/secrets`);
    await call('delete', `${path}/secrets/${listed.secrets[1].id}`);
    await call('delete', `${path}/token`);
    await call('delete', `${path}/token`);
    await call('delete', path);
    expect(await since()).toEqual([
      'application.create',
      'token.reveal',
      'application.update',
      'token.create',
      'secret.rotate',
      'secret.remove',
      'token.revoke',
      'application.delete',
    ]);
    const event = await latest();
    expect(event).toMatchObject({ applicationId: body.application.id, clientName: 'Client' });
    expect(event.applicationName).toBeUndefined();
  });

  it('records the authorization of an application, its use and its revocation', async () => {
    const owner = await service().newCaller();
    const client = await newClient(service(), owner);
    const first = await tokensFor(service(), person, client);
    const { body } = await refresh(service(), client, first.refresh_token);
    await post(service(), 'revoke', client, { token: body.access_token });
    const grant = await service().prisma.grant.findFirstOrThrow({
      where: { applicationId: client.id },
    });
    await person.browser.open(`/console/grants/${grant.id}/revoke`);
    await person.browser.submit(`/console/grants/${grant.id}/revoke`);
    expect(await since()).toEqual([
      'grant.create',
      'grant.redeem',
      'grant.refresh',
      'token.revoke',
      'grant.revoke',
    ]);
    const [revoked, , refreshed] = await getEvents(service(), person.account.id);
    const about = { applicationId: client.id, applicationName: 'Difference Engine' };
    expect(revoked).toMatchObject({ ...about, channel: 'console', actorId: person.account.id });
    expect(refreshed).toMatchObject({ ...about, channel: 'oauth', actorId: null });
    expect(refreshed).toMatchObject({ clientId: client.id, source: local });
  });

  it('records one authorization per consent, and one per later visit that asks nothing', async () => {
    const client = await newClient(service(), await service().newCaller());
    for (let visit = 0; visit < 3; visit++) await codeFor(person, client);
    const events = (await getEvents(service(), person.account.id)).slice(0, -begun.length);
    expect(events.map(({ event, count }) => [event, count])).toEqual([
      ['grant.continue', 2],
      ['grant.create', 1],
    ]);
    const { html } = await person.browser.open('/console/activity');
    expect(html.match(/×/g)).toHaveLength(1);
  });

  it('records a replayed code for the user, and a wrong client secret for the owner', async () => {
    const owner = await service().newCaller();
    const client = await newClient(service(), owner);
    const code = await codeFor(person, client);
    await post(service(), 'token', client, code);
    await post(service(), 'token', client, code);
    expect((await since()).slice(2)).toEqual(['grant.reuse: invalid_grant']);

    await post(service(), 'token', { ...client, secret: wrong }, code);
    expect((await getStory(service(), owner)).at(-1)).toBe('client.authenticate: invalid_client');
  });

  it('outlives the account', async () => {
    await service().as(person, 'delete', '/accounts/me');
    expect(await since()).toEqual(['account.delete']);
    expect(await latest()).toMatchObject({ clientId: person.applicationId, clientName: undefined });
  });

  it('contains no secrets, no changed values and no email addresses', async () => {
    const name = 'Ada of the audit';
    await service().update(person, { name, old_password: password, new_password: newPassword });
    const { body } = await service().as(person, 'post', '/applications').send({ name });
    const events = await service().prisma.auditEvent.findMany({
      where: { accountId: person.account.id },
    });
    const text = JSON.stringify(events);
    const application = body.application;
    for (const secret of [
      password,
      newPassword,
      name,
      person.account.email,
      person.token,
      application.access_token,
      application.client_secret,
    ]) {
      expect(secret).toEqual(expect.stringMatching(/./));
      expect(text).not.toContain(secret);
    }
  });

  it('allows only the count and last time of an event to increase', async () => {
    const { auditEvent } = service().prisma;
    const { id, at } = await latest();
    const row = await auditEvent.findUniqueOrThrow({ where: { id } });
    const { count: _, lastAt: __, source: ___, ...rest } = row;
    const change = (data: Prisma.AuditEventUpdateInput) =>
      auditEvent.update({ where: { id }, data });
    const lastAt = new Date(at.getTime() + 1_000);
    for (const data of [
      { lastAt },
      { count: 1 },
      { count: 0, lastAt },
      { count: 2, lastAt: null },
      { count: 2, lastAt: new Date(at.getTime() - 1) },
      { count: 2, lastAt: new Date(at.getTime() + hour) },
      { count: 2, lastAt, source: '192.0.2.1' },
      { count: 2, lastAt, source: null },
      { count: 2, lastAt, device: 'Firefox, Android' },
      ...Object.entries(rest).map(([column, value]) => ({
        count: 2,
        lastAt,
        [column]: value,
      })),
    ]) {
      await expect(change(data)).rejects.toThrow(refused);
    }
    expect(await change({ count: 2, lastAt })).toMatchObject({ count: 2, lastAt });
    await expect(change({ count: 1, lastAt })).rejects.toThrow(refused);
  });

  it('is append-only until an event is a year old', async () => {
    const { auditEvent } = service().prisma;
    const { id } = await latest();
    await expect(
      auditEvent.update({ where: { id }, data: { result: 'succeeded' } }),
    ).rejects.toThrow(refused);
    await expect(auditEvent.delete({ where: { id } })).rejects.toThrow(refused);
    await expect(service().prisma.$executeRaw`TRUNCATE audit_events`).rejects.toThrow(refused);

    const { applicationName: _, clientName: __, ...event } = await latest();
    const old = { ...event, id: newIdentifier(), at: new Date(Date.now() - 365 * day - 2 * hour) };
    const kept = { ...event, id: newIdentifier(), at: new Date(Date.now() - 365 * day) };
    await auditEvent.createMany({ data: [old, kept] });
    await service().app.get(PurgeService, { strict: false }).purge();
    const ids = (await getEvents(service(), person.account.id)).map((each) => each.id);
    expect(ids).toContain(kept.id);
    expect(ids).not.toContain(old.id);
  });

  it('is read in pages that neither repeat nor lose events', async () => {
    const { applicationName: _, clientName: __, ...event } = await latest();
    await service().prisma.auditEvent.createMany({
      data: Array.from({ length: 5 }, (_, i) => ({
        ...event,
        id: newIdentifier(),
        at: new Date(event.at.getTime() - i),
      })),
    });
    const audit = service().app.get(AuditTrail, { strict: false });
    const accountId = person.account.id;
    const whole = await audit.list({ accountId, limit: 100 });
    const pages = [];
    for (let before: string | undefined; ; before = pages.at(-1)!.id) {
      const page = await audit.list({ accountId, limit: 3, before });
      if (page.length === 0) break;
      pages.push(...page);
    }
    expect(pages).toEqual(whole);
    expect(await audit.list({ accountId: 'x', limit: 3 })).toEqual([]);
    expect(await audit.list({ accountId, before: `'; --`, limit: 3 })).toEqual([]);
    expect(await audit.list({ accountId, before: newIdentifier(), limit: 3 })).toEqual([]);
  });
});

describeService(
  'An audit trail kept for thirty days',
  (service) => {
    it('deletes older events, but only in the purge', async () => {
      const { prisma } = service();
      const { account } = await newPerson(service());
      const where = { accountId: account.id };
      const event = await prisma.auditEvent.findFirstOrThrow({ where });
      const ago = (ms: number) => ({
        ...event,
        id: newIdentifier(),
        at: new Date(Date.now() - ms),
      });
      const [old, kept, young] = [ago(30 * day + 2 * hour), ago(30 * day), ago(10 * day)];
      await prisma.auditEvent.createMany({ data: [old, kept, young] });
      await expect(prisma.auditEvent.delete({ where: { id: old.id } })).rejects.toThrow(refused);
      await service().app.get(PurgeService, { strict: false }).purge();
      const ids = (await getEvents(service(), account.id)).map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining([kept.id, young.id]));
      expect(ids).not.toContain(old.id);
    });

    it('keeps the last thirty days even if a transaction changes the setting', async () => {
      const { prisma } = service();
      const { account } = await newPerson(service());
      for (const days of ['1', '-1', '0']) {
        const deletion = prisma.$transaction(async (transaction) => {
          await transaction.$executeRaw`SELECT set_config('nest_accounts.audit_days', ${days}, true)`;
          await transaction.auditEvent.deleteMany({ where: { accountId: account.id } });
        });
        await expect(deletion).rejects.toThrow(refused);
      }
    });
  },
  { auditDays: 30 },
  someForms,
);

describeService(
  'The activity page',
  (service) => {
    let person: Person;
    beforeEach(async () => {
      person = await newPerson(service());
    });
    const toText = (html: string) =>
      html.replaceAll(/<footer.*|<[^>]*>/gs, ' ').replaceAll(/\s+/g, ' ');
    const open = async (path = '/console/activity') => {
      const { status, html } = await person.browser.open(path);
      expect(status).toBe(200);
      return toText(html);
    };

    it('shows the owner their own events, newest first', async () => {
      const stranger = await newPerson(service());
      await service().update(stranger, { language_code: 'fr' });
      await service().update(person, { name: 'Ada', email: newEmail() });
      const text = await open();
      expect(text).toMatch(
        /Account update .*Changed Name, Email address Via Client IP address .*Sign-in .*Via This website .*Application created .*Account created .*Via Service operator/,
      );
      expect(text).not.toContain('Language');
    });

    it('shows a delayed IP address and the end of the delay until the password is changed', async () => {
      const guesser = new PageClient(service().url, { 'X-Forwarded-For': '10.9.8.7' });
      const attempts = [];
      for (let i = 0; i < 7; i++) {
        attempts.push((await guesser.signIn(person.account.email, wrong)).status);
      }
      expect(attempts).toContain(429);
      expect(await open()).toMatch(
        /Sign-in Refused .*The email address or password is incorrect\. .*IP address 10\.9\.8\.7 Locked until/,
      );
      const passwords = { old_password: password, new_password: newPassword };
      await person.browser.open('/console/security/password');
      const { status } = await person.browser.submit('/console/security/password', passwords);
      expect(status).toBe(303);
      const text = await open();
      expect(text).toMatch(/Password change .*IP address 10\.9\.8\.7/);
      expect(text).not.toContain('Locked until');
    });

    it('shows the browser and system of an event in the language of the account', async () => {
      const phone = await signedIn(service(), person, { 'User-Agent': android });
      expect(await open()).toMatch(/Sign-in .*Via Firefox on Android IP address/);
      await service().update(person, { language_code: 'de' });
      const { html } = await phone.open('/console/activity');
      expect(toText(html)).toContain('Über Firefox unter Android IP-Adresse');
      const file = await phone.open('/console/activity/export');
      expect(file.html).toContain('"Firefox, Android"');
    });

    it('merges successive sign-ins only if they have the same browser', async () => {
      const { prisma } = service();
      const accountId = person.account.id;
      const event = await prisma.auditEvent.findFirstOrThrow({
        where: { accountId, event: 'account.authenticate' },
      });
      const noon = Date.parse('2026-03-04T12:00:00Z');
      const devices = ['Firefox, Android', 'Firefox, Android', 'Safari, iOS', null];
      await prisma.auditEvent.createMany({
        data: devices.map((device, i) => {
          const at = new Date(noon - i);
          return { ...event, id: newIdentifier(), at, lastAt: at, device };
        }),
      });
      const text = await open();
      expect(text.slice(text.indexOf('March 4, 2026'))).toMatch(
        /^[^×]*×2 [^×]*Via Firefox on Android [^×]*Via Safari on iOS [^×]*Via This website [^×]*$/,
      );
    });

    it('shows the count of repeated events, with their first and last time', async () => {
      const { prisma } = service();
      const accountId = person.account.id;
      const event = await prisma.auditEvent.findFirstOrThrow({ where: { accountId } });
      const [at, lastAt] = ['2026-03-04T05:06:00Z', '2026-03-04T05:47:00Z'].map(
        (iso) => new Date(iso),
      );
      await prisma.auditEvent.create({
        data: { ...event, id: newIdentifier(), at: at!, lastAt, count: 1_234 },
      });
      expect(await open()).toMatch(/March 4, 2026 .* ×1,234 5:06\sAM UTC – 5:47\sAM UTC/);
    });

    it('shows forty events per page', async () => {
      const { prisma } = service();
      const accountId = person.account.id;
      const event = await prisma.auditEvent.findFirstOrThrow({ where: { accountId } });
      await prisma.auditEvent.createMany({
        data: Array.from({ length: 60 }, (_, i) => ({
          ...event,
          id: newIdentifier(),
          at: new Date(Date.now() - day - i),
        })),
      });
      const first = await person.browser.open('/console/activity');
      expect(first.html.match(/<li class="item">/g)).toHaveLength(40);
      const [, older] = /href="[^"]*(\/console\/activity\?before=\w{24})"/.exec(first.html)!;
      const second = await person.browser.open(older!);
      expect(second.html.match(/<li class="item">/g)).toHaveLength(23);
      expect(second.html).not.toContain('?before=');
      expect(toText(second.html)).toContain('Latest');
    });

    it('filters events by subject, page by page and in the CSV file', async () => {
      const { prisma } = service();
      const accountId = person.account.id;
      const event = await prisma.auditEvent.findFirstOrThrow({
        where: { accountId, event: 'account.authenticate' },
      });
      await prisma.auditEvent.createMany({
        data: Array.from({ length: 60 }, (_, i) => ({
          ...event,
          id: newIdentifier(),
          at: new Date(Date.now() - day - i),
        })),
      });
      const { html } = await person.browser.open('/console/activity?about=sessions');
      expect(toText(html)).not.toContain('Application created');
      const [, older] = /href="[^"]*(\/console\/activity\?before=\w{24}&amp;about=sessions)"/.exec(
        html,
      )!;
      expect(await open(older!.replace('&amp;', '&'))).not.toContain('Account created');
      expect(await open('/console/activity?about=applications')).toContain('Application created');
      expect(await open('/console/activity?about=nothing')).toContain('Account created');
      const file = await person.browser.open('/console/activity/export?about=sessions');
      expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(file.headers.get('content-disposition')).toBe('attachment; filename="activity.csv"');
      expect(file.html.match(/"account\.authenticate"/g)).toHaveLength(61);
      expect(file.html).not.toContain('application.create');
      const all = await person.browser.open('/console/activity/export');
      expect(all.html).toContain('application.create');
    });

    it('shows no events of other accounts for any cursor', async () => {
      const stranger = await newPerson(service());
      await service().update(stranger, { language_code: 'fr' });
      const [event] = await getEvents(service(), stranger.account.id);
      for (const before of [event!.id, 'x', '', '%00', newIdentifier(), 'a&before=b']) {
        expect(await open(`/console/activity?before=${before}`)).not.toContain('Account update');
      }
    });

    it('does not reveal whether another account has an event whose id can be computed', async () => {
      const stranger = await newPerson(service());
      const [event] = await getEvents(service(), stranger.account.id);
      expect(await open(`/console/activity?before=${event!.id}`)).toContain('No activity yet');
    });

    it('shows the current name of an application, and marks deleted ones', async () => {
      const { body } = await service()
        .as(person, 'post', '/applications')
        .send({ name: '<b>Guestbook</b>' });
      expect(await open()).toContain('&lt;b>Guestbook&lt;/b>');
      await service().as(person, 'delete', `/applications/${body.application.id}`);
      const text = await open();
      expect(text).not.toContain('Guestbook');
      expect(text).toContain('Deleted application');
    });
  },
  { trustProxy: ['loopback'], rateLimits: parseRateLimits('sign-in=1000000/1m') },
  someForms,
);

describeService(
  'Writing the audit trail',
  (service) => {
    const repository = () => service().app.get(AuditEventsRepository, { strict: false });

    const refusals = (count: number, source: string) => {
      const audit = service().app.get(AuditTrail, { strict: false });
      const refusal = 'credentials_wrong' as const;
      return Array.from({ length: count }, () =>
        audit.record({
          event: 'account.authenticate',
          accountId: null,
          refusal,
          requester: { ...byHost, source },
        }),
      );
    };
    const refusalsFrom = async (source: string) =>
      (await getEvents(service()))
        .filter((event) => event.source === source)
        .reduce((sum, { count }) => sum + count, 0);

    const getRows = (source: string) =>
      service().prisma.auditEvent.findMany({ where: { source }, orderBy: { at: 'asc' } });
    const refusal = (source: string, at: Date) => ({
      ...service()
        .app.get(AuditTrail, { strict: false })
        .toEvent({
          event: 'account.authenticate',
          accountId: null,
          refusal: 'credentials_wrong',
          requester: { ...byHost, source, requestId: newIdentifier() },
        }),
      at,
      lastAt: at,
    });
    const strike = new Date(Math.floor(Date.now() / hour) * hour);
    const after = (ms: number) => new Date(strike.getTime() + ms);

    it('counts repeated events, and loses no count under concurrent writes', async () => {
      const source = '10.1.1.3';
      const moments = Array.from({ length: 60 }, (_, i) => after((i * 37) % 60));
      const batches = moments.map((at) => [refusal(source, at), refusal(source, at)]);
      await Promise.all(batches.map((events) => repository().insert(events)));
      expect(await getRows(source)).toMatchObject([{ count: 120, lastAt: after(59) }]);
    });

    it('never deadlocks, regardless of the order of events', async () => {
      const sources = Array.from({ length: 20 }, (_, i) => `10.1.2.${i}`);
      await Promise.all(
        Array.from({ length: 40 }, (_, i) => {
          const events = sources.map((source) => refusal(source, strike));
          return repository().insert(i % 2 ? events : events.reverse());
        }),
      );
      for (const source of sources) {
        expect(await getRows(source)).toMatchObject([{ count: 40, at: strike, lastAt: strike }]);
      }
    });

    it('starts a new count every hour', async () => {
      const source = '10.1.1.4';
      await repository().insert([-1, 0, hour - 1].map((ms) => refusal(source, after(ms))));
      expect(await getRows(source)).toMatchObject([
        { count: 1, at: after(-1) },
        { count: 2, at: strike, lastAt: after(hour - 1) },
      ]);
    });

    it('counts events separately if their result, application, account, members or browser differ', async () => {
      const source = '10.1.1.5';
      const event = refusal(source, strike);
      const applicationId = newIdentifier();
      await repository().insert([
        event,
        { ...event, result: 'succeeded' },
        { ...event, applicationId },
        { ...event, clientId: applicationId },
        { ...event, accountId: applicationId },
        { ...event, actorId: applicationId },
        { ...event, members: ['name'] },
        { ...event, channel: 'http' },
        { ...event, device: 'Firefox, Android' },
        { ...event, device: 'Safari, iOS' },
      ]);
      expect((await getRows(source)).map(({ count }) => count)).toEqual(Array(10).fill(1));
    });

    it('rolls a count back with its transaction', async () => {
      const source = '10.1.1.6';
      await repository().insert([refusal(source, strike)]);
      const failed = service().prisma.$transaction(async (transaction) => {
        await repository().insert([refusal(source, after(1))], transaction);
        throw new Error('rolled back');
      });
      await expect(failed).rejects.toThrow('rolled back');
      expect(await getRows(source)).toMatchObject([{ count: 1, lastAt: strike }]);
    });

    it('counts an event only once even if it is written repeatedly', async () => {
      const source = '10.1.1.7';
      const events = [refusal(source, strike), refusal(source, strike)];
      for (let i = 0; i < 3; i++) await repository().insertOnce(events);
      expect((await getRows(source)).map(({ count }) => count)).toEqual([1, 1]);
    });

    it('writes waiting refusals in batches', async () => {
      const insert = jest.spyOn(repository(), 'insert');
      await Promise.all(refusals(40, '10.1.1.1'));
      const sizes = insert.mock.calls.map(([events]) => events.length);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(40);
      expect(sizes.length).toBeLessThan(40);
      insert.mockRestore();
    });

    it('rolls back changes that it cannot record, and works again afterwards', async () => {
      const person = await newPerson(service());
      const { id } = person.account;
      const { prisma } = service();
      const begun = await getStory(service(), person);
      await person.browser.open('/console/sessions');
      const was = await prisma.account.findUniqueOrThrow({ where: { id } });
      await prisma.$executeRaw`ALTER TABLE audit_events RENAME TO elsewhere`;
      const answers = [
        await service().create(person),
        await service().update(person, { name: 'Ada' }),
        await service().update(person, { old_password: password, new_password: newPassword }),
        await service().as(person, 'delete', '/accounts/me'),
        await service().as(person, 'post', '/applications').send({ name: 'New' }),
        await service()
          .as(person, 'put', `/applications/${person.applicationId}`)
          .send({ name: 'New' }),
        await service().as(person, 'post', `/applications/${person.applicationId}/secret`),
        await service().as(person, 'post', `/applications/${person.applicationId}/token`),
        await service().as(person, 'delete', `/applications/${person.applicationId}/token`),
        await service().as(person, 'delete', `/applications/${person.applicationId}`),
      ];
      await person.browser.submit('/console/sign-out');
      await prisma.$executeRaw`ALTER TABLE elsewhere RENAME TO audit_events`;
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 500));
      expect(await prisma.account.findUniqueOrThrow({ where: { id } })).toEqual(was);
      expect(await prisma.application.findMany({ where: { ownerId: id } })).toMatchObject([
        { id: person.applicationId, name: 'Client' },
      ]);
      expect(await prisma.session.count({ where: { accountId: id } })).toBe(1);
      expect((await service().update(person, { name: 'Grace' })).status).toBe(200);
      expect((await getStory(service(), person)).slice(begun.length)).toEqual(['account.update']);
    });

    it('delays no refusal while its table is locked, and loses none', async () => {
      const source = '10.1.1.2';
      const holder = new Client({ connectionString: service().databaseUrl });
      await holder.connect();
      await holder.query('BEGIN; LOCK TABLE audit_events IN SHARE MODE');
      for (let i = 0; i < 4; i++) await Promise.all(refusals(1, source));
      expect(await refusalsFrom(source)).toBe(0);
      await holder.end();
      for (const end = Date.now() + 15_000; (await refusalsFrom(source)) < 4; await delay(100)) {
        if (Date.now() > end) break;
      }
      expect(await refusalsFrom(source)).toBe(4);
    });
  },
  {},
  someForms,
);
