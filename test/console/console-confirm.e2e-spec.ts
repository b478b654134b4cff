import { byHost } from '../../src/request/requester.js';
import { FactorsService } from '../../src/factors/factors.service.js';
import { SessionsService } from '../../src/access/sessions/sessions.service.js';
import { AuditTrail } from '../../src/audit/audit-trail.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import { PageClient } from '../support/clients/page-client.js';
import {
  readCodes,
  errorsBeside,
  readNotice,
  readValue,
  withoutKeptForm,
} from '../support/clients/page-reader.js';
import { ask, asking, newClient, pkcePair, readRedirect } from '../support/clients/oauth.js';
import { ageSessions, isSignedIn, newPerson, type Person } from '../support/clients/person.js';
import { describeService, newEmail, password } from '../support/hosts/service.js';

const confirm = '/console/confirm';
const minute = 60_000;
/** The header of a browser that sends a form of the console. */
const ours = { 'Sec-Fetch-Site': 'same-origin' };

describeService('Confirmation in an older session', (service) => {
  let person: Person;
  let application: string;
  beforeEach(async () => {
    person = await newPerson(service(), {}, ours);
    application = `/console/applications/${person.applicationId}`;
  });

  /** Backdates the sign-in and clears the confirmation. */
  const age = (minutes?: number) => ageSessions(service(), person.account.id, minutes);
  const asks = (returnTo: string) =>
    `${confirm}?${new URLSearchParams({ return_to: service().path(returnTo) })}`;

  /** Returns the app’s secret and the recovery codes. */
  async function addApp(): Promise<{ secret: string; codes: readonly string[] }> {
    const factors = service().app.get(FactorsService, { strict: false });
    const { id } = person.account;
    const account = await service().prisma.account.findUniqueOrThrow({ where: { id } });
    const { setup, secret } = factors.begin(account);
    return {
      secret,
      codes: (await factors.add(account, setup, createAppCode(secret, 0), byHost))!,
    };
  }

  it.each(['account/export', 'security/authenticator'])(
    'asks for the password before %s, then continues there',
    async (path) => {
      const page = `/console/${path}`;
      const { browser } = person;
      expect((await browser.open(page)).status).toBe(200);
      await age();
      const { status, location } = await browser.open(page);
      expect([status, location]).toEqual([303, asks(page)]);
      await browser.open(location!);
      const wrong = await browser.submit(confirm, { password: 'wrong horse 7' });
      expect(errorsBeside(wrong.html, 'confirm-password')).toHaveLength(1);
      expect((await browser.open(page)).status).toBe(303);
      await browser.open(location!);
      const right = await browser.submit(confirm, { password });
      expect([right.status, right.location]).toEqual([303, page]);
      const { html } = await browser.open(page);
      expect(readNotice(html)).toBe('Confirmed. You will not be asked again for ten minutes.');
    },
  );

  it('asks for an empty password or code instead of calling it incorrect', async () => {
    const { browser, account } = person;
    await browser.open(confirm);
    const { html } = await browser.submit(confirm, { password: '' });
    expect(errorsBeside(html, 'confirm-password')).toEqual(['Enter a password.']);
    await addApp();
    await browser.open(confirm);
    for (const code of ['', ' ']) {
      const { html } = await browser.submit(confirm, { code });
      expect(errorsBeside(html, 'confirm-code')).toEqual(['Enter the code.']);
    }
    const trail = service().app.get(AuditTrail, { strict: false });
    const events = await trail.list({ accountId: account.id, limit: 20 });
    expect(events.filter(({ result }) => result !== 'succeeded')).toEqual([]);
  });

  it('is required before a token or secret is shown or replaced', async () => {
    const { browser } = person;
    const forms = [];
    for (const [page, path] of [
      ['', '/token/reveal'],
      ['/token/regenerate', '/token/regenerate'],
      ['/secret', '/secret'],
      ['/tokens/new', '/tokens'],
    ] as const) {
      await browser.open(application + page);
      const fields = browser.getHiddenFields(application + path);
      forms.push([application + page, application + path, fields] as const);
    }
    const row = () =>
      service().prisma.application.findUniqueOrThrow({ where: { id: person.applicationId } });
    const before = await row();
    await age();
    for (const [page, path, fields] of forms) {
      const { status, location, html } = await browser.post(path, fields);
      expect([path, status, location, html]).toEqual([path, 303, asks(page), '']);
      if (page !== application) expect((await browser.open(page)).location).toBe(asks(page));
    }
    expect(await row()).toEqual(before);
    await browser.open(asks(application));
    await browser.submit(confirm, { password });
    await browser.open(application);
    const { html } = await browser.submit(`${application}/token/reveal`);
    expect(html).toContain(person.token);
  });

  it('is required before client credentials are enabled, but not before they are disabled', async () => {
    const { browser } = person;
    const where = { id: person.applicationId };
    const isOn = async () =>
      (await service().prisma.application.findUniqueOrThrow({ where })).clientCredentials;
    const fields = { name: 'Client', api_version: '1.21', require_pkce: 'true' };
    await browser.open(application);
    await age();
    const asked = await browser.submit(application, { ...fields, client_credentials: 'true' });
    expect([asked.status, asked.location?.startsWith('/console/confirm')]).toEqual([303, true]);
    expect(await isOn()).toBe(false);
    await service().prisma.application.update({ where, data: { clientCredentials: true } });
    await browser.open(application);
    expect((await browser.submit(application, fields)).location).toBe(application);
    expect(await isOn()).toBe(false);
  });

  it('requires a code instead of the password if the account has a second factor', async () => {
    const { secret, codes } = await addApp();
    const { browser } = person;
    await age();
    const page = '/console/security/authenticator/remove';
    for (const code of [createAppCode(secret, 1), codes[0]!]) {
      await browser.open((await browser.open(page)).location!);
      expect((await browser.submit(confirm, { password })).status).toBe(400);
      expect((await browser.submit(confirm, { code })).location).toBe(page);
      expect((await browser.open(page)).status).toBe(200);
      await age();
    }
  });

  it.each(['remove', 'recovery-codes'])(
    'is required before a form opened earlier can change a factor: %s',
    async (change) => {
      await addApp();
      const path =
        change === 'remove'
          ? '/console/security/authenticator/remove'
          : `/console/security/${change}`;
      const { browser } = person;
      await browser.open(path);
      const form = browser.getHiddenFields(path);
      const codes = () =>
        service().prisma.recoveryCode.findMany({ where: { accountId: person.account.id } });
      const before = await codes();
      await age();
      expect((await browser.post(path, form)).location).toBe(asks(path));
      expect(await codes()).toEqual(before);
    },
  );

  it('is required before a form opened earlier can add a factor, and keeps the app’s key', async () => {
    const path = '/console/security/authenticator';
    const { browser } = person;
    const [secret = ''] = readCodes((await browser.open(path)).html);
    const form = browser.getHiddenFields(path);
    await age();
    const { location } = await browser.post(path, { ...form, code: createAppCode(secret) });
    expect(withoutKeptForm(location)).toBe(asks(path));
    await browser.open(location!);
    const { html } = await browser.open((await browser.submit(confirm, { password })).location!);
    expect(readCodes(html)[0]).toBe(secret);
    const added = await browser.submit(path, { code: createAppCode(secret) });
    expect(readCodes(added.html)).toHaveLength(10);
  });

  it('requires an existing second factor to change the email or delete the account', async () => {
    const { browser } = person;
    const change = async (email: string) => {
      await browser.open('/console/account');
      return browser.submit('/console/account/email', { email, old_password: password });
    };
    await age();
    // Without a factor, the form has already asked for everything required.
    expect((await change(newEmail())).location).toBe('/console/account');
    expect((await browser.open('/console/account/delete')).status).toBe(200);
    const { codes } = await addApp();
    const email = newEmail();
    const { location: asked = '' } = await change(email);
    expect(withoutKeptForm(asked)).toBe(asks('/console/account'));
    expect((await browser.open('/console/account/delete')).location).toBe(
      asks('/console/account/delete'),
    );
    await browser.open(asked);
    const { location } = await browser.submit(confirm, { code: codes[0]! });
    const { html } = await browser.open(location!);
    expect(readValue(html, 'email')).toBe(email);
    expect((await change(email)).location).toBe('/console/account');
    expect(readValue((await browser.open('/console/account')).html, 'email')).toBe(email);
    // The factor has replaced the password.
    const { html: deletion } = await browser.open('/console/account/delete');
    expect(deletion).not.toContain('type="password"');
    const { location: after } = await browser.submit('/console/account/delete', {});
    expect(after).toBe('/console/sign-in');
    expect((await browser.signIn(email, password)).status).toBe(400);
  });

  it('is required to add a redirect URI, but not to remove one or rename the application', async () => {
    const { browser } = person;
    const save = async (fields: Record<string, string>) => {
      const { html } = await browser.open(application);
      const shown = (name: string) => readValue(html, name);
      return browser.submit(application, {
        name: shown('name'),
        redirect_uris: shown('redirect_uris'),
        require_pkce: 'true',
        ...fields,
      });
    };
    const uris = async () => {
      const where = { id: person.applicationId };
      return (await service().prisma.application.findUniqueOrThrow({ where })).redirectUris;
    };
    const own = ['https://a.example/cb', 'https://b.example/cb'];
    await save({ redirect_uris: own.join('\n') });
    await age();
    expect((await save({ name: 'Renamed' })).location).toBe(application);
    const added = `${own[0]}\nhttps://evil.example/cb`;
    const add = async () => (await save({ redirect_uris: added })).location!;
    expect(withoutKeptForm(await add())).toBe(asks(application));
    expect(await uris()).toEqual(own);
    expect((await save({ redirect_uris: own[1]! })).location).toBe(application);
    expect(await uris()).toEqual([own[1]]);

    await browser.open(await add());
    const { location } = await browser.submit(confirm, { password });
    expect(readValue((await browser.open(location!)).html, 'redirect_uris')).toBe(added);
    expect(await add()).toBe(application);
    expect(await uris()).toEqual(added.split('\n'));
  });

  it('is required to consent to account:write, but not to account:read', async () => {
    const { browser, account } = person;
    const client = await newClient(service(), person);
    const pkce = pkcePair();
    const asked = (scope: string) => asking(client, pkce, { scope });
    const grants = () => service().prisma.grant.count({ where: { accountId: account.id } });
    await ask(browser, asked('account:write'));
    const form = browser.getHiddenFields('/oauth/authorize');
    await age();
    const { location } = await browser.post('/oauth/authorize', { ...form, decision: 'allow' });
    expect(location?.split('?')[0]).toBe(confirm);
    expect((await ask(browser, asked('account:read'))).status).toBe(200);
    const { location: asks } = await ask(browser, asked('account:write'));
    expect(asks?.split('?')[0]).toBe(confirm);
    expect(await grants()).toBe(0);
    await browser.open(asks!);
    const { location: back } = await browser.submit(confirm, { password });
    expect((await browser.open(back!)).status).toBe(200);
    const { code } = readRedirect(await browser.submit('/oauth/authorize', { decision: 'allow' }));
    expect(code).toBeDefined();
    // An existing grant requires no confirmation.
    await age();
    expect(readRedirect(await ask(browser, asked('account:write'))).code).toBeDefined();
  });

  it('is requested again after ten minutes', async () => {
    const { browser } = person;
    const page = '/console/account/export';
    await age();
    await browser.open((await browser.open(page)).location!);
    await browser.submit(confirm, { password });
    const confirmedAt = (minutes: number) =>
      service().prisma.session.updateMany({
        where: { accountId: person.account.id },
        data: { confirmedAt: new Date(Date.now() - minutes * minute) },
      });
    await confirmedAt(9);
    expect((await browser.open(page)).status).toBe(200);
    await confirmedAt(10);
    expect((await browser.open(page)).status).toBe(303);
    // Simulates a clock that was set back.
    await confirmedAt(-11);
    expect((await browser.open(page)).status).toBe(303);
  });

  it('rotates the browser token, which signs out copies of the old one', async () => {
    const { browser } = person;
    const stolen = new PageClient(service().url);
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value);
    await age();
    await browser.open(confirm);
    expect((await browser.submit(confirm, { password })).status).toBe(303);
    expect(await isSignedIn(browser)).toBe(true);
    expect(await isSignedIn(stolen)).toBe(false);
  });

  it('neither confirms nor records a session that has ended', async () => {
    const { app, prisma } = service();
    const accountId = person.account.id;
    const session = await prisma.session.findFirstOrThrow({ where: { accountId } });
    const trail = app.get(AuditTrail, { strict: false });
    const told: string[] = [];
    trail.onChange((events) => {
      for (const each of events) if (each.accountId === accountId) told.push(each.event);
    });
    const sessions = app.get(SessionsService, { strict: false });
    expect(await sessions.confirm(session, byHost, [])).toMatch(/^\w{86}$/);
    expect(told).toEqual(['session.confirm']);
    await prisma.session.delete({ where: { id: session.id } });
    expect(await sessions.confirm(session, byHost, [])).toBeUndefined();
    expect(told).toEqual(['session.confirm']);
  });

  it('does not apply to other browsers of the account', async () => {
    const other = new PageClient(service().url);
    await other.signIn(person.account.email, password);
    await age();
    await person.browser.open(confirm);
    await person.browser.submit(confirm, { password });
    expect((await other.open('/console/account/export')).status).toBe(303);
  });

  it('does not redirect outside the console', async () => {
    const { browser } = person;
    for (const elsewhere of ['https://evil.example/', '//evil.example/console/account', '/']) {
      await browser.open(`${confirm}?${new URLSearchParams({ return_to: elsewhere })}`);
      const { location } = await browser.submit(confirm, { password, return_to: elsewhere });
      expect(location).toBe('/console/account');
    }
  });

  it('is recorded in the audit trail', async () => {
    const { browser, account } = person;
    await browser.open(confirm);
    await browser.submit(confirm, { password: 'wrong horse 7' });
    await browser.submit(confirm, { password });
    const trail = service().app.get(AuditTrail, { strict: false });
    const events = await trail.list({ accountId: account.id, limit: 20 });
    const told = events.map(({ event, result }) => `${event} ${result}`);
    expect(told.slice(0, 2)).toEqual([
      'session.confirm succeeded',
      'session.confirm old_password_wrong',
    ]);
  });
});
