import type { INestApplication } from '@nestjs/common';
import { json } from 'node:stream/consumers';
import { Client } from 'pg';
import request from 'supertest';
import { byHost } from '../../src/request/requester.js';
import { AuditTrail } from '../../src/audit/audit-trail.js';
import { AccountsModule } from '../../src/accounts.module.js';
import type { AccountsModuleOptions } from '../../src/accounts.options.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { SoftwareAuthenticator } from '../support/clients/software-authenticator.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { signInFeature } from '../../src/sign-in/sign-in.feature.js';
import { mailFeature } from '../../src/email-flows/mail.feature.js';
import type { Account } from '../../src/database/records.js';
import type { AccountEvent } from '../../src/events/account-event.js';
import { EventSubscriptionsRepository } from '../../src/events/event-subscriptions.repository.js';
import { AccountExportService } from '../../src/export/account-export.service.js';
import { MaintenanceService } from '../../src/operator/maintenance.service.js';
import { operatorFeature } from '../../src/operator/operator.feature.js';
import { OperatorService } from '../../src/operator/operator.service.js';
import { PasswordResetService } from '../../src/email-flows/password-reset.service.js';
import { EmailVerificationService } from '../../src/email-flows/email-verification.service.js';
import { MailRejectedError } from '../../src/mail/mail.transport.js';
import { FactorsService } from '../../src/factors/factors.service.js';
import { PasskeysService } from '../../src/factors/passkeys.service.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import {
  errorsAbove,
  errorsBeside,
  readCodes,
  readNotice,
  readPasskeyOptions,
  withoutKeptForm,
} from '../support/clients/page-reader.js';
import { PageClient, unescaped } from '../support/clients/page-client.js';
import { leastOptions, newGuest, startHost } from '../support/hosts/guest.js';
import { Mailboxes } from '../support/hosts/mailboxes.js';
import { newEmail, password } from '../support/hosts/service.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { until } from '../support/until.js';

const newPassword = 'bernoulli numbers 7';
const publicUrl = 'https://accounts.example';

describe('Mails', () => {
  let database: TestDatabase;
  let client: Client;
  let app: INestApplication;
  let mailboxes: Mailboxes;
  let accounts: AccountsService;
  let url: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    await start();
  });
  afterEach(async () => {
    await app.close();
    await client.end();
    await database.drop();
  });

  async function start(options: Partial<AccountsModuleOptions> = {}): Promise<void> {
    mailboxes = new Mailboxes();
    const module = AccountsModule.forRoot({
      ...leastOptions({ url: database.url }),
      rateLimits: {},
      publicUrl,
      features: [consoleFeature, mailFeature, operatorFeature()],
      mail: { transport: mailboxes, from: 'Accounts <accounts@accounts.example>' },
      ...options,
    });
    app = await startHost([module]);
    accounts = app.get(AccountsService, { strict: false });
    url = await app.getUrl();
  }

  async function restart(options: Partial<AccountsModuleOptions>): Promise<void> {
    await app.close();
    await start(options);
  }

  const person = (email: string) => ({ name: 'Ada', email, password, language_code: 'en' });
  const browser = () => new PageClient(url);
  const count = async (table: string): Promise<number> => {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int FROM ${table}`);
    return rows[0]!.count;
  };
  /** Waits until no mail is pending. */
  const settled = () => until(async () => (await count('event_deliveries')) === 0);

  async function newVerified(email = newEmail()): Promise<Account> {
    const account = await accounts.create(person(email), byHost);
    await app.get(EmailVerificationService, { strict: false }).request(account);
    const page = browser();
    await page.open(await mailboxes.link(email));
    await page.submit('/console/verify-email', { password });
    await settled();
    mailboxes.mails.length = 0;
    return account;
  }

  async function forgot(email: string): Promise<string> {
    const page = browser();
    await page.open('/console/forgot-password');
    const { status, location } = await page.submit('/console/forgot-password', { email });
    expect(status).toBe(303);
    const { html } = await page.open(location!);
    return html.replaceAll(email, 'somebody').replaceAll(/value="[^"]*"/g, '');
  }

  const signIn = async (email: string, secret: string) =>
    (await browser().signIn(email, secret)).location;

  describe('to sign up', () => {
    it('create the account once its link is confirmed with the password', async () => {
      const email = newEmail();
      const page = browser();
      await page.open('/console/sign-up');
      const { location: next } = await page.submit('/console/sign-up', person(email));
      const { html } = await page.open(next!);
      expect(html).toContain('Check your email');
      expect(html).toContain(email);
      expect(next).not.toContain(email);
      const link = await mailboxes.link(email);
      expect(await count('accounts')).toBe(0);

      const other = browser();
      await other.open(link);
      await other.open(link);
      const refused = await other.submit('/console/confirm-sign-up', { password: newPassword });
      expect(refused.status).toBe(400);
      expect(refused.html).toContain('This is not the password you chose when you signed up.');
      const empty = await other.submit('/console/confirm-sign-up', { password: '' });
      expect(errorsBeside(empty.html, 'confirm-sign-up-password')).toEqual(['Enter a password.']);
      expect(await count('accounts')).toBe(0);
      const { location } = await other.submit('/console/confirm-sign-up', { password });
      expect(location).toBe('/console/account');
      const account = await accounts.findByEmail(email);
      expect(await accounts.emailVerifiedAt(account!)).toBeInstanceOf(Date);
      const { html: shown } = await other.open(location!);
      expect(readNotice(shown)).toBe('Your email address has been confirmed.');
      expect((await other.open(link)).status).toBe(404);
      // The browser that signed up learns that the link has been used, and where to sign in.
      const late = await page.submit('/console/check-mail', { code: await mailboxes.code(email) });
      expect([late.status, errorsAbove(late.html)]).toEqual([404, []]);
      expect(late.html).toContain('It may have expired or already been used.');
      expect(late.html).toContain('href="/console/sign-in"');
    });

    it('show the same page for a taken address and notify its owner', async () => {
      const { email } = await newVerified();
      const said = [];
      for (const address of [email, newEmail()]) {
        const page = browser();
        await page.open('/console/sign-up');
        const { status, location } = await page.submit('/console/sign-up', person(address));
        const { html } = await page.open(location!);
        said.push([status, html.replaceAll(address, 'x').replaceAll(/value="[^"]*"/g, '')]);
      }
      expect(said[0]).toEqual(said[1]);
      await until(() => mailboxes.mails.length === 2);
      expect(mailboxes.to(email)[0]!.text).not.toContain('token=');
      expect(await signIn(email, password)).toBe('/console/account');
    });

    it.each([
      '/console/applications/new?from=link',
      `/oauth/authorize?client_id=x&state=${'y'.repeat(3_000)}`,
    ])('return the visitor to %.40s', async (returnTo) => {
      const email = newEmail();
      const page = browser();
      await page.open(`/console/sign-up?${new URLSearchParams({ return_to: returnTo })}`);
      await page.submit('/console/sign-up', person(email));
      const other = browser();
      await other.open(await mailboxes.link(email));
      const { location } = await other.submit('/console/confirm-sign-up', { password });
      expect(location).toBe(returnTo);

      const forgetful = browser();
      const signIn = await forgetful.open(
        `/console/sign-in?${new URLSearchParams({ return_to: returnTo })}`,
      );
      const [, link = ''] = /href="([^"]*\/forgot-password[^"]*)"/.exec(signIn.html) ?? [];
      await forgetful.open(unescaped(link));
      await forgetful.submit('/console/forgot-password', { email });
      await other.open(await mailboxes.link(email, 1, '/console/reset-password'));
      const fields = { new_password: newPassword };
      const reset = await other.submit('/console/reset-password', fields);
      await other.open(reset.location!);
      const signedIn = await other.submit('/console/sign-in', { email, password: newPassword });
      expect(signedIn.location).toBe(returnTo);
    });

    it('contain a code that the page after the form accepts instead of the link', async () => {
      const email = newEmail();
      const page = browser();
      const returnTo = '/console/applications/new?from=code';
      await page.open(`/console/sign-up?${new URLSearchParams({ return_to: returnTo })}`);
      const { location: checkMail } = await page.submit('/console/sign-up', person(email));
      const { html } = await page.open(checkMail!);
      expect(html).toMatch(/<input [^>]*inputmode="numeric"[^>]* autocomplete="one-time-code"/i);
      const code = await mailboxes.code(email);
      const empty = await page.submit('/console/check-mail', { code: '' });
      expect(errorsBeside(empty.html, 'check-mail-code')).toEqual(['Enter the code.']);
      const wrong = await page.submit('/console/check-mail', { code: code.slice(1) });
      expect([wrong.status, errorsBeside(wrong.html, 'check-mail-code')]).toEqual([
        400,
        [
          'This code is incorrect or no longer works. Use the link in the email, or request a new email.',
        ],
      ]);
      const other = browser();
      await other.open(checkMail!);
      expect((await other.submit('/console/check-mail', { code })).status).toBe(400);
      const { location } = await page.submit('/console/check-mail', { code });
      expect(location).toBe(returnTo);
      const account = await accounts.findByEmail(email);
      expect(await accounts.emailVerifiedAt(account!)).toBeInstanceOf(Date);
      expect(await signIn(email, password)).toBe('/console/account');
      expect((await page.open(await mailboxes.link(email))).status).toBe(404);
    });

    it('can be requested again a minute after the last one, even after a wrong code', async () => {
      const page = browser();
      await page.open('/console/sign-up');
      const { location } = await page.submit('/console/sign-up', person(newEmail()));
      const waitSeconds = (html: string) => Number(/ data-wait="(\d+)"/.exec(html)?.[1]);
      const { html: first } = await page.open(location!);
      const { now } = Date;
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 40_000);
      const { html: later } = await page.submit('/console/check-mail', { code: '1' });
      clock.mockImplementation(() => now() + 61_000);
      const { html: last } = await page.open(location!);
      clock.mockRestore();
      expect(waitSeconds(first)).toBeGreaterThan(waitSeconds(later));
      expect(waitSeconds(later)).toBeLessThanOrEqual(20);
      expect(waitSeconds(last)).toBe(0);
      expect(last).toContain('Already have an account?');
    });

    it('contain a link that requires no password in the browser that signed up', async () => {
      const email = newEmail();
      const page = browser();
      await page.open('/console/sign-up');
      await page.submit('/console/sign-up', person(email));
      const { html } = await page.open(await mailboxes.link(email));
      expect(html).toContain(email);
      expect(html).not.toContain('type="password"');
      const { location } = await page.submit('/console/confirm-sign-up', {});
      expect(location).toBe('/console/account');
      expect(await signIn(email, password)).toBe('/console/account');

      const stranger = browser();
      await stranger.open('/console/sign-up');
      await stranger.submit('/console/sign-up', person(newEmail()));
      const victim = newEmail();
      const attacker = browser();
      await attacker.open('/console/sign-up');
      await attacker.submit('/console/sign-up', person(victim));
      await stranger.open(await mailboxes.link(victim));
      const refused = await stranger.submit('/console/confirm-sign-up', {});
      expect([refused.status, await accounts.findByEmail(victim)]).toEqual([400, null]);
    });

    it('are sent again with a new link and code, and in the same way to a taken address', async () => {
      const { email: taken } = await newVerified();
      const address = newEmail();
      const said = [];
      for (const email of [address, taken]) {
        const page = browser();
        await page.open('/console/sign-up');
        const { location } = await page.submit('/console/sign-up', person(email));
        await page.open(location!);
        const code = email === taken ? '' : await mailboxes.code(email);
        const { location: next } = await page.submit('/console/check-mail/sign-up', {});
        const { status, html } = await page.open(next!);
        said.push([status, html.replaceAll(email, 'x').replaceAll(/value="[^"]*"/g, '')]);
        if (email === taken) continue;
        const later = await mailboxes.code(email, 2);
        expect(later).not.toBe(code);
        expect((await page.submit('/console/check-mail', { code })).status).toBe(400);
        await page.open(next!);
        const { location: signedIn } = await page.submit('/console/check-mail', { code: later });
        expect(signedIn).toBe('/console/account');
        expect(await signIn(email, password)).toBe('/console/account');
        expect((await page.open(await mailboxes.link(email))).status).toBe(404);
      }
      expect(said[0]).toEqual(said[1]);
      await until(() => mailboxes.to(taken).length === 2);
    });

    it('are not sent again from a browser that has requested another mail since then', async () => {
      const page = browser();
      await page.open('/console/sign-up');
      const { location } = await page.submit('/console/sign-up', person(newEmail()));
      const email = newEmail();
      await page.open('/console/sign-up');
      await page.submit('/console/sign-up', person(email));
      const { html } = await page.open(location!);
      expect(html).not.toContain('/console/check-mail/sign-up');
      const other = browser();
      await other.open(location!);
      const fields = other.getHiddenFields('/console/check-mail');
      const { status } = await other.post('/console/check-mail/sign-up', fields);
      expect(status).toBe(404);
    });

    it('contain codes that only the page after the same form accepts', async () => {
      const { id } = await newVerified();
      const { email: first } = await accounts.create(person(newEmail()), byHost);
      const changed = newEmail();
      await accounts.update(id, { email: changed }, { ...byHost, by: 'owner' });
      const { email: verified } = await newVerified();
      const [visitor, owner] = [browser(), browser()];
      await owner.signIn(changed, password);
      const address = newEmail();
      const forgotten = '/console/forgot-password';
      const requests = {
        reset: [visitor, forgotten, forgotten, { email: verified }],
        firstProof: [visitor, forgotten, forgotten, { email: first }],
        signUp: [visitor, '/console/sign-up', '/console/sign-up', person(address)],
        verification: [owner, '/console/account', '/console/account/verify-email', {}],
      } as const;
      const addresses = {
        reset: verified,
        firstProof: first,
        signUp: address,
        verification: changed,
      };
      const submit = async (form: keyof typeof requests) => {
        const [page, path, action, fields] = requests[form];
        await page.open(path);
        return (await page.submit(action, fields)).location!;
      };
      const forms = Object.keys(requests) as (keyof typeof requests)[];
      const pages = new Map<string, string>();
      for (const form of forms) pages.set(form, await submit(form));
      const accepted: string[] = [];
      for (const form of forms) {
        await submit(form);
        const [page] = requests[form];
        const code = await mailboxes.code(addresses[form], 2);
        for (const [each, path] of pages) {
          await page.open(path);
          const { status } = await page.submit('/console/check-mail', { code });
          if (status === 303) accepted.push(`${form} on the page for ${each}`);
          else expect(status).toBe(400);
        }
      }
      expect(accepted).toEqual([
        'reset on the page for reset',
        'reset on the page for firstProof',
        'firstProof on the page for reset',
        'firstProof on the page for firstProof',
        'signUp on the page for signUp',
        'verification on the page for verification',
      ]);
    });

    it('contain the same code when they are sent again, which keeps its attempts and outlasts a key rotation', async () => {
      await restart({ rateLimits: 'off' });
      mailboxes.refuse = (mail) => {
        if (mailboxes.mails.length > 0) return;
        mailboxes.mails.push(mail);
        throw new Error('The response of the mail server was lost.');
      };
      const email = newEmail();
      let page = browser();
      await page.open('/console/sign-up');
      const { location } = await page.submit('/console/sign-up', person(email));
      const enter = async (code: string) => {
        await page.open(location!);
        return (await page.submit('/console/check-mail', { code })).status;
      };
      const code = await mailboxes.code(email);
      expect([await enter('1'), await enter('2')]).toEqual([400, 400]);
      expect(await mailboxes.code(email, 2)).toBe(code);
      await settled();
      const { rows } = await client.query(
        `SELECT created_at = (SELECT max(created_at) FROM email_tokens) AS is_latest
         FROM email_tokens WHERE code_request IS NOT NULL`,
      );
      expect([rows, await count('email_tokens')]).toEqual([[{ is_latest: true }], 2]);
      expect([await enter('3'), await enter('4')]).toEqual([400, 400]);
      const [key] = leastOptions({ url: '' }).secretKeys;
      await restart({ rateLimits: 'off', secretKeys: ['x'.repeat(32), key!] });
      const { cookies } = page;
      page = browser();
      cookies.forEach((value, name) => page.cookies.set(name, value));
      expect([await enter(code), await enter(code)]).toEqual([303, 400]);
    });

    it('are not requested with an invalid email, which the form reports', async () => {
      const page = browser();
      await page.open('/console/sign-up');
      const { status, html } = await page.submit('/console/sign-up', {
        ...person('no address'),
        password: 'x',
      });
      expect(status).toBe(400);
      expect(html).toContain('Enter an email address like name@example.com.');
      expect(await count('event_deliveries')).toBe(0);
    });
  });

  it('have their outcome recorded without the address, and not at all if no account has the address', async () => {
    const { id, email } = await newVerified();
    const operator = app.get(OperatorService, { strict: false });
    const mails = async () => (await operator.show(id)).mails;
    const before = await mails();
    expect(before).toMatchObject([{ kind: 'verification', outcome: 'sent' }]);
    await forgot(email);
    await settled();
    mailboxes.refuse = () => {
      throw new MailRejectedError(`No mailbox ${email}.`);
    };
    await forgot(email);
    await settled();
    mailboxes.refuse = () => undefined;
    const [rejected, sent, ...others] = await mails();
    expect(others).toEqual(before);
    expect(rejected).toMatchObject({ kind: 'password-reset', outcome: 'rejected' });
    expect(sent).toMatchObject({ kind: 'password-reset', outcome: 'sent' });
    const [{ event_id }] = (await client.query('SELECT event_id FROM parked_events')).rows;
    expect(rejected!.id).toBe(event_id);
    await app
      .get(MaintenanceService, { strict: false })
      .retryEvents('mail', { ...byHost, operator: 'grace' });
    await until(async () => (await mails()).length === 4);
    await settled();
    expect((await mails())[0]).toMatchObject({ id: event_id, outcome: 'sent' });

    await forgot(newEmail());
    const page = browser();
    await page.open('/console/sign-up');
    const stranger = newEmail();
    await page.submit('/console/sign-up', person(stranger));
    await mailboxes.link(stranger);
    await settled();
    const { rows } = await client.query<{ account_id: string; row: string; count: number }>(
      `SELECT account_id, count, audit_events::text AS row FROM audit_events WHERE event LIKE 'mail.%'`,
    );
    expect(rows).toHaveLength(4);
    for (const { account_id, row, count } of rows) {
      expect([account_id, count]).toEqual([id, 1]);
      expect(row).not.toMatch(/@|example/);
    }
    const exported = await app.get(AccountExportService, { strict: false }).export(id);
    const { audit_events } = (await json(exported)) as { audit_events: { event: string }[] };
    expect(audit_events.filter(({ event }) => event === 'mail.sent')).toHaveLength(3);
  });

  it('do not appear in the activity of the user', async () => {
    const { email } = await newVerified();
    await forgot(email);
    await settled();
    const owner = browser();
    await owner.signIn(email, password);
    for (const path of ['/console/activity', '/console/activity/export']) {
      const { html } = await owner.open(path);
      expect(html).not.toContain('mail.sent');
    }
  });

  describe('to reset a password', () => {
    it('let the user set a new password, which ends all sessions and the link', async () => {
      const { email } = await newVerified();
      const signedIn = browser();
      await signedIn.signIn(email, password);
      await forgot(email);
      const link = await mailboxes.link(email);
      const page = browser();
      await page.open(link);
      const weak = await page.submit('/console/reset-password', { new_password: 'x' });
      expect(weak.status).toBe(400);
      const { location } = await page.submit('/console/reset-password', {
        new_password: newPassword,
      });
      expect(withoutKeptForm(location)).toBe('/console/sign-in');
      expect((await signedIn.open('/console/account')).location).toContain('/console/sign-in');
      expect(await signIn(email, password)).toBeUndefined();
      expect(await signIn(email, newPassword)).toBe('/console/account');
      const used = await browser().open(link);
      expect([used.status, used.html.includes(email)]).toEqual([404, false]);
      // The notice of the new password.
      await until(() => mailboxes.to(email).length === 2);
    });

    it('contain a code, even for an address that was never verified', async () => {
      const { email } = await newVerified();
      const unproved = (await accounts.create(person(newEmail()), byHost)).email;
      for (const address of [email, unproved]) {
        const page = browser();
        await page.open('/console/forgot-password');
        const { location } = await page.submit('/console/forgot-password', { email: address });
        await page.open(location!);
        const code = await mailboxes.code(address);
        const { location: next } = await page.submit('/console/check-mail', { code });
        expect(next).toMatch(/^\/console\/reset-password\?token=/);
        await page.open(next!);
        await page.submit('/console/reset-password', { new_password: newPassword });
        expect(await signIn(address, newPassword)).toBe('/console/account');
        const account = await accounts.findByEmail(address);
        expect(await accounts.emailVerifiedAt(account!)).toBeInstanceOf(Date);
      }
    });

    it('are requested with the same response for known and unknown addresses', async () => {
      const { email } = await newVerified();
      const unverified = await accounts.create(person(newEmail()), byHost);
      const addresses = [newEmail(), email, unverified.email];
      const said = [];
      for (const address of addresses) said.push(await forgot(address));
      expect(new Set(said).size).toBe(1);
      await settled();
      // Mails to different addresses arrive in any order.
      const links = addresses.map((address) =>
        mailboxes.to(address).map(({ text }) => /console\/[\w-]+/.exec(text!)![0]),
      );
      expect(links).toEqual([[], ['console/reset-password'], ['console/reset-password']]);
    });

    it('contain no code above the daily limit, so that new mails allow no more guesses', async () => {
      const limit = (hits: number) => ({ limit: hits, windowMs: 3_600_000 });
      await restart({ rateLimits: { 'mails.address': limit(2), 'mails.reset': limit(3) } });
      const { email } = await newVerified();
      for (let i = 0; i < 4; i++) await forgot(email);
      await settled();
      const mails = mailboxes.to(email).map(({ text }) => text!);
      expect(mails.map((text) => /^\d{8}$/m.test(text))).toEqual([true, true, false]);
      expect((await browser().open(await mailboxes.link(email, 3))).status).toBe(200);
    });

    it('are limited to five a day per address, and never revive an expired link', async () => {
      const { email } = await newVerified();
      for (let i = 0; i < 8; i++) await forgot(email);
      await settled();
      expect(mailboxes.to(email)).toHaveLength(5);
      await client.query(`UPDATE email_tokens SET expires_at = now() - INTERVAL '1 hour'`);
      const link = await mailboxes.link(email, 5);
      await forgot(email);
      await settled();
      expect((await browser().open(link)).status).toBe(404);
    });

    it('contain links that end when the password or address changes or the link expires', async () => {
      const { id, email } = await newVerified();
      const endings: (() => Promise<unknown>)[] = [
        () => accounts.setPassword(id, newPassword, byHost),
        () => client.query(`UPDATE email_tokens SET expires_at = now()`),
        () => accounts.update(id, { email: newEmail() }, { ...byHost, by: 'owner' }),
      ];
      for (const [i, end] of endings.entries()) {
        await settled();
        mailboxes.mails.length = 0;
        await forgot(email);
        const link = await mailboxes.link(email);
        expect([i, (await browser().open(link)).status]).toEqual([i, 200]);
        await end();
        expect([i, (await browser().open(link)).status]).toEqual([i, 404]);
      }
    });

    it('can be requested by an application, with the same response for an unknown address', async () => {
      const { token } = await newGuest(app, newEmail());
      const { email } = await newVerified();
      const ask = (body: object) =>
        request(url)
          .post('/api/password-resets')
          .set('Authorization', `Bearer ${token}`)
          .send(body);
      const unknown = newEmail();
      const responses = [await ask({ email: unknown }), await ask({ email })];
      expect(responses.map(({ status, text }) => [status, text])).toEqual([
        [202, ''],
        [202, ''],
      ]);
      expect((await ask({ email: 'none' })).body.form.children).toHaveProperty('email');
      expect((await request(url).post('/api/password-resets').send({ email })).status).toBe(401);
      await mailboxes.link(email);
    });

    it('are never sent to an address without an account, however they are requested', async () => {
      const { token } = await newGuest(app, newEmail());
      const { id, email: deleted } = await newVerified();
      await accounts.delete(id, byHost);
      await settled();
      mailboxes.mails.length = 0;
      const requests: ((email: string) => Promise<unknown>)[] = [
        (email) =>
          request(url)
            .post('/api/password-resets')
            .set('Authorization', `Bearer ${token}`)
            .send({ email }),
        (email) => app.get(PasswordResetService, { strict: false }).request({ email }),
        forgot,
      ];
      for (const ask of requests) for (const email of [newEmail(), deleted]) await ask(email);
      await settled();
      expect(mailboxes.mails).toEqual([]);
    });
  });

  describe('to verify an address', () => {
    it('verify it only when the form is submitted, not on GET', async () => {
      const email = newEmail();
      const { token } = await newGuest(app, email);
      const authorized = { Authorization: `Bearer ${token}` };
      const status = async () =>
        (await request(url).get('/api/accounts/me/status').set(authorized)).body;
      expect(await status()).toEqual({
        status: { email_verified_at: null, suspended_at: null, second_factor: false },
        _links: { self: { href: expect.stringMatching(/^\/api\/accounts\/\w{24}\/status$/) } },
      });
      const asked = await request(url).post('/api/accounts/me/email-verification').set(authorized);
      expect([asked.status, asked.text]).toEqual([202, '']);
      const link = await mailboxes.link(email);
      const page = browser();
      for (let i = 0; i < 2; i++) expect((await page.open(link)).status).toBe(200);
      expect((await status()).status.email_verified_at).toBeNull();
      expect((await page.submit('/console/verify-email')).status).toBe(400);
      const { location } = await page.submit('/console/verify-email', { password });
      expect(location).toBe('/console/sign-in');
      expect((await status()).status.email_verified_at).toMatch(/^\d{4}-.*\+00:00$/);
      expect((await page.open(link)).status).toBe(404);
    });

    it('can be requested on the account page, up to five a day', async () => {
      const email = newEmail();
      await accounts.create(person(email), byHost);
      const page = browser();
      await page.signIn(email, password);
      for (let i = 0; i < 5; i++) {
        const { html } = await page.open('/console/account');
        expect(html).toContain('is not confirmed yet');
        const { location } = await page.submit('/console/account/verify-email');
        expect((await page.open(location!)).html).toContain('Check your email');
      }
      await page.open('/console/account');
      expect((await page.submit('/console/account/verify-email')).status).toBe(429);
      const link = await mailboxes.link(email, 5);
      await page.open(link);
      await page.submit('/console/verify-email');
      expect((await page.open('/console/account')).html).toContain('>Confirmed<');
    });

    it('contain a code if the account page requests them, and none otherwise', async () => {
      const email = newEmail();
      const account = await accounts.create(person(email), byHost);
      await app.get(EmailVerificationService, { strict: false }).request(account);
      await mailboxes.link(email);
      expect(mailboxes.to(email)[0]!.text).not.toMatch(/^\d{8}$/m);
      const page = browser();
      await page.signIn(email, password);
      await page.open('/console/account');
      const { location } = await page.submit('/console/account/verify-email');
      await page.open(location!);
      const code = await mailboxes.code(email);
      const { location: next } = await page.submit('/console/check-mail', { code });
      expect(next).toBe('/console/account');
      expect((await page.open('/console/account')).html).toContain('>Confirmed<');
    });

    it('contain links that prove no later address', async () => {
      const email = newEmail();
      const account = await accounts.create(person(email), byHost);
      await app.get(EmailVerificationService, { strict: false }).request(account);
      const link = await mailboxes.link(email);
      await accounts.update(account.id, { email: newEmail() }, { ...byHost, by: 'owner' });
      expect((await browser().open(link)).status).toBe(404);
    });
  });

  it('keep their event subscription while a node runs', async () => {
    const drop = () =>
      app
        .get(MaintenanceService, { strict: false })
        .dropSubscription('mail', { ...byHost, operator: 'grace' });
    await expect(drop()).rejects.toThrow('The service uses the subscription mail.');
    const { email } = await newVerified();
    await forgot(email);
    await until(() => mailboxes.mails.length === 1);
    await app.close();
    await client.query(`UPDATE event_subscriptions SET seen_at = now() - INTERVAL '2 minutes'`);
    await start({ features: [consoleFeature, operatorFeature()], mail: undefined } as never);
    expect(await drop()).toBe(true);
    const later = app.get(EventSubscriptionsRepository, { strict: false });
    expect(await later.list()).toEqual([]);
  });

  it('contain links that serve only one purpose', async () => {
    const { email } = await newVerified();
    await forgot(email);
    const link = await mailboxes.link(email);
    const token = link.slice(link.indexOf('?'));
    for (const path of ['verify-email', 'confirm-sign-up', 'restore-email']) {
      expect([path, (await browser().open(`/console/${path}${token}`)).status]).toEqual([
        path,
        404,
      ]);
    }
    for (const bad of ['', '?token=', '?token=x', `?token=${'A'.repeat(86)}`, '?token=a&token=b']) {
      expect((await browser().open(`/console/reset-password${bad}`)).status).toBe(404);
    }
  });

  describe('about a changed address', () => {
    it('go to the previous verified address, which can undo the change', async () => {
      const { id, email } = await newVerified();
      const intruder = browser();
      await intruder.signIn(email, password);
      const changed = newEmail();
      await accounts.update(id, { email: changed }, { ...byHost, by: 'owner' });
      const link = await mailboxes.link(email);
      expect(mailboxes.to(changed)).toEqual([]);
      const page = browser();
      await page.open(link);
      const { location } = await page.submit('/console/restore-email');
      expect(location).toMatch(/^\/console\/reset-password\?token=\w{86}$/);
      expect((await accounts.get(id)).email).toBe(email);
      expect((await intruder.open('/console/account')).location).toContain('/console/sign-in');
      expect(await signIn(email, password)).toBeUndefined();
      await page.open(location!);
      await page.submit('/console/reset-password', { new_password: newPassword });
      expect(await signIn(email, newPassword)).toBe('/console/account');
      expect((await page.open(link)).status).toBe(404);
    });

    it('remove a second factor added after the change and keep one from before', async () => {
      const factors = app.get(FactorsService, { strict: false });
      const addApp = async (account: Account) => {
        const { setup, secret } = factors.begin(account);
        const code = createAppCode(secret);
        await factors.add(account, setup, code, byHost);
      };
      const passkeys = app.get(PasskeysService, { strict: false });
      const addPasskey = async (account: Account) => {
        const site = { rpId: 'accounts.example', origin: publicUrl, browser: 'a token' };
        const options = await passkeys.creationOptions(account, site);
        const passkey = new SoftwareAuthenticator(publicUrl).create(options);
        await passkeys.add(account, { passkey, name: 'Telephone', site }, byHost);
      };
      for (const [isBefore, add] of [
        [true, addApp],
        [false, addApp],
        [true, addPasskey],
        [false, addPasskey],
      ] as const) {
        const { id, email } = await newVerified();
        if (isBefore) await add(await accounts.get(id));
        await settled();
        mailboxes.mails.length = 0;
        await accounts.update(id, { email: newEmail() }, { ...byHost, by: 'owner' });
        const link = await mailboxes.link(email);
        if (!isBefore) await add(await accounts.get(id));
        const page = browser();
        await page.open(link);
        await page.submit('/console/restore-email');
        expect(await factors.hasFactor(id)).toBe(isBefore);
      }
    });

    it('are sent once for several changes, and again after the address was restored', async () => {
      const { id, email } = await newVerified();
      for (let i = 0; i < 3; i++) {
        await accounts.update(id, { email: newEmail() }, { ...byHost, by: 'owner' });
        await settled();
      }
      expect(mailboxes.to(email)).toHaveLength(1);
      await accounts.update(id, { email }, { ...byHost, by: 'owner' });
      await settled();
      await accounts.update(id, { email: newEmail() }, { ...byHost, by: 'owner' });
      await settled();
      expect(mailboxes.to(email)).toHaveLength(2);
    });
  });

  it('report an added or removed authenticator app, which a password reset does not bypass', async () => {
    const { id, email } = await newVerified();
    const factors = app.get(FactorsService, { strict: false });
    const user = browser();
    await user.signIn(email, password);
    const path = '/console/security/authenticator';
    const [secret = ''] = readCodes((await user.open(path)).html);
    const code = createAppCode(secret);
    const added = await user.submit(path, { code });
    await until(() => mailboxes.to(email).length === 1);
    expect(mailboxes.to(email)[0]!.subject).toMatch(/^An authenticator app has been set up/);
    mailboxes.mails.length = 0;

    await forgot(email);
    const page = browser();
    await page.open(await mailboxes.link(email));
    await page.submit('/console/reset-password', { new_password: newPassword });
    expect(await factors.hasFactor(id)).toBe(true);
    expect(await signIn(email, newPassword)).toBe('/console/second-step');
    await until(() => mailboxes.to(email).length === 2);

    const half = browser();
    await half.open((await half.signIn(email, newPassword)).location!);
    const [first = ''] = readCodes(added.html);
    await half.submit('/console/second-step', { code: first });
    // The mail counts the codes when it is rendered, and the removal deletes them.
    await until(() => mailboxes.to(email).length === 3);
    await half.open(`${path}/remove`);
    await half.submit(`${path}/remove`);
    await until(() => mailboxes.to(email).length === 4);
    const [used, removed] = mailboxes.to(email).slice(2);
    expect(used!.subject).toMatch(/^A recovery code of your .* has been used/);
    expect(used!.text).toContain('Codes left: 9.');
    expect(removed!.subject).toMatch(/^The authenticator app has been removed/);
  });

  it('report the first sign-in in each browser, except in the first hour of an account', async () => {
    const { id, email } = await newVerified();
    await browser().signIn(email, password);
    const known = new PageClient(url, {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0',
    });
    await client.query(
      `UPDATE accounts SET created_at = now() - interval '2 hours' WHERE id = $1`,
      [id],
    );
    await known.signIn(email, password);
    await until(() => mailboxes.to(email).length === 1);
    const [{ subject, text } = { subject: '', text: '' }] = mailboxes.to(email);
    expect(subject).toBe('New sign-in to your Accounts account');
    expect(text).toContain('Firefox, Windows, IP address 127.0.0.1.');

    await known.open('/console/account');
    await known.submit('/console/sign-out');
    await known.signIn(email, password);
    await browser().signIn(email, password);
    await until(() => mailboxes.to(email).length === 2);
    const count = async () => {
      const { rows } = await client.query<{ count: number }>(
        `SELECT sum(count)::int AS count FROM audit_events WHERE event = 'browser.add'`,
      );
      return rows[0]!.count;
    };
    expect(await count()).toBe(2);
    expect(new Set(mailboxes.to(email).map((each) => each.subject))).toEqual(new Set([subject]));

    // A password reset forgets the browsers, and an owner receives at most five such mails a day.
    await forgot(email);
    const link = await mailboxes.link(email);
    const page = browser();
    await page.open(link);
    await page.submit('/console/reset-password', { new_password: newPassword });
    for (let i = 0; i < 5; i++) await (i === 0 ? known : browser()).signIn(email, newPassword);
    await until(async () => (await count()) === 7);
    await until(() => mailboxes.to(email).filter((each) => each.subject === subject).length === 5);
  });

  it('report an added or removed passkey, which a password reset does not bypass', async () => {
    const { id, email } = await newVerified();
    const user = browser();
    await user.signIn(email, password);
    const path = '/console/security/passkeys';
    const options = readPasskeyOptions((await user.open(path)).html);
    const passkey = new SoftwareAuthenticator(publicUrl).create(options);
    await user.submit(path, { passkey, name: 'Telephone' });
    await until(() => mailboxes.to(email).length === 1);
    expect(mailboxes.to(email)[0]!.subject).toMatch(/^A passkey has been added/);
    const [added] = await app.get(PasskeysService, { strict: false }).list(id);
    await user.open(`${path}/${added!.id}`);
    await user.submit(`${path}/${added!.id}/remove`);
    await until(() => mailboxes.to(email).length === 2);
    expect(mailboxes.to(email)[1]!.subject).toMatch(/^A passkey has been removed/);

    const again = readPasskeyOptions((await user.open(path)).html);
    const another = new SoftwareAuthenticator(publicUrl).create(again);
    await user.submit(path, { passkey: another, name: 'Telephone' });
    await until(() => mailboxes.to(email).length === 3);
    mailboxes.mails.length = 0;
    await forgot(email);
    const page = browser();
    await page.open(await mailboxes.link(email));
    await page.submit('/console/reset-password', { new_password: newPassword });
    expect(await signIn(email, newPassword)).toBe('/console/second-step');
  });

  it('are sent as notices only to verified addresses', async () => {
    const { id, email } = await newVerified();
    const unverified = await accounts.create(person(newEmail()), byHost);
    await accounts.setPassword(id, newPassword, byHost);
    await accounts.setPassword(unverified.id, newPassword, byHost);
    const { account: owner } = await newGuest(app, newEmail());
    await client.query(
      `INSERT INTO grants (id, account_id, application_id, scope, created_at)
       SELECT 'grant', $1, id, '{}', now() FROM applications WHERE owner_id = $2`,
      [id, owner.id],
    );
    await until(() => mailboxes.mails.length === 2);
    await settled();
    expect(mailboxes.mails.map(({ to }) => to)).toEqual([email, email]);
  });

  it('about an account have events, once for each outcome', async () => {
    const events: AccountEvent[] = [];
    const handle = (event: AccountEvent) => Promise.resolve(events.push(event));
    const types = ['mail.sent', 'mail.rejected', 'account.deleted'] as const;
    await restart({ rateLimits: 'off', eventSubscribers: [{ name: 'mails', types, handle }] });
    const { id, email } = await newVerified();
    let attempts = 0;
    mailboxes.refuse = () => {
      attempts++;
      if (attempts === 1) throw new Error('421');
      throw new MailRejectedError('550 to RCPT TO');
    };
    await forgot(email);
    await settled();
    mailboxes.refuse = () => undefined;
    await forgot(email);
    const stranger = newEmail();
    const page = browser();
    await page.open('/console/sign-up');
    await page.submit('/console/sign-up', person(stranger));
    await mailboxes.link(stranger);
    await accounts.delete(id, byHost);
    await until(() => mailboxes.to(email).length === 2);
    await settled();
    expect(attempts).toBe(2);
    expect(events.map(({ type, account_id, data }) => [type, account_id, data])).toEqual([
      ['mail.sent', id, { kind: 'verification' }],
      ['mail.rejected', id, { kind: 'password-reset' }],
      ['mail.sent', id, { kind: 'password-reset' }],
      ['account.deleted', id, {}],
    ]);
    expect(await count(`audit_events WHERE event = 'mail.sent'`)).toBe(3);
  });

  it('have one event if their outcome is written again after a lost confirmation', async () => {
    const { id } = await accounts.create(person(newEmail()), byHost);
    await client.query(
      `INSERT INTO event_subscriptions (name, type) VALUES ('mails', 'mail.sent')`,
    );
    const audit = app.get(AuditTrail, { strict: false });
    const requester = { ...byHost, requestId: 'mail' };
    const sent = {
      event: 'mail.sent',
      accountId: id,
      members: ['verification'],
      requester,
    } as const;
    const outcome = audit.toEvent(sent);
    await audit.recordMail(outcome);
    await audit.recordMail(outcome);
    const written = async () => [
      await count('event_deliveries'),
      (await client.query(`SELECT count FROM audit_events WHERE event = 'mail.sent'`)).rows,
    ];
    expect(await written()).toEqual([1, [{ count: 1 }]]);
    const lastAt = new Date(outcome.lastAt!.getTime() + 1);
    await audit.recordMail({ ...outcome, lastAt });
    expect(await written()).toEqual([2, [{ count: 2 }]]);
  });

  it('about a granted scope are sent again for an additional one', async () => {
    const { id, email } = await newVerified();
    const { account: owner } = await newGuest(app, newEmail());
    await client.query(
      `INSERT INTO grants (id, account_id, application_id, scope, created_at)
       SELECT 'grant', $1, id, '{}', now() FROM applications WHERE owner_id = $2`,
      [id, owner.id],
    );
    await client.query(`UPDATE grants SET scope = '{account:read}'`);
    await until(() => mailboxes.to(email).length === 2);
    await settled();
    expect(mailboxes.mails.map(({ to }) => to)).toEqual([email, email]);
  });

  it('are retried with the same Message-ID after a failure, and parked when rejected', async () => {
    const { email } = await newVerified();
    const other = await newVerified();
    const ids: string[] = [];
    mailboxes.refuse = ({ to, messageId }) => {
      if (to === other.email) throw new MailRejectedError('550 to RCPT TO');
      ids.push(messageId);
      if (ids.length === 1) throw new Error('421');
    };
    await forgot(other.email);
    await forgot(email);
    await mailboxes.link(email);
    await settled();
    expect(ids[0]).toMatch(/^<[\w-]{36}@accounts\.example>$/);
    expect(ids[1]).toBe(ids[0]);
    const events = app.get(EventSubscriptionsRepository, { strict: false });
    expect(await events.list()).toMatchObject([
      { name: 'mail', parked: 1, last_error: '550 to RCPT TO' },
    ]);
  });

  it.each([
    ['accounts@accounts.example', 'accounts.example'],
    ['Konten <konten@müller.example>', 'xn--mller-kva.example'],
    ['"a@b" <accounts@accounts.example>', 'accounts.example'],
  ])('from %s have a Message-ID with that domain', async (from, domain) => {
    const transport = mailboxes;
    await restart({ mail: { transport, from } });
    mailboxes = transport;
    const account = await accounts.create(person(newEmail()), byHost);
    await app.get(EmailVerificationService, { strict: false }).request(account);
    await mailboxes.link(account.email);
    expect(mailboxes.to(account.email)[0]!.messageId.split('@')).toEqual([
      expect.stringMatching(/^<[\w-]{36}$/),
      `${domain}>`,
    ]);
  });

  it('are discarded with the account, including parked ones', async () => {
    const account = await newVerified();
    mailboxes.refuse = () => {
      throw new MailRejectedError('550 to DATA');
    };
    await accounts.setPassword(account.id, newPassword, byHost);
    await until(async () => (await count('parked_events')) === 1);
    await app.get(EmailVerificationService, { strict: false }).request(account);
    await accounts.delete(account.id, byHost);
    await settled();
    expect([await count('parked_events'), await count('email_tokens')]).toEqual([0, 0]);
    expect(mailboxes.mails).toEqual([]);
  });

  it('leave no addresses or names in clear text in the event queue, and no links anywhere', async () => {
    const email = newEmail();
    const tokens: string[] = [];
    mailboxes.refuse = ({ text }) => {
      tokens.push(/token=(\w+)/.exec(text)![1]!);
      throw new Error('down');
    };
    const page = browser();
    await page.open('/console/sign-up');
    await page.submit('/console/sign-up', person(email));
    await forgot(email);
    await until(() => tokens.length > 0);
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(
        `SELECT t::text AS text FROM "${name}" AS t`,
      );
      const text = rows.map((row) => row.text).join('\n');
      for (const token of tokens) expect([name, text.includes(token)]).toEqual([name, false]);
      if (!name.startsWith('event_')) continue;
      expect(text).not.toContain(email.split('@')[0]);
      expect(text).not.toContain('Ada');
    }
  });

  it('require the mail option and a feature that has the linked pages', async () => {
    const failing = (features: object[], options: object) =>
      startHost([
        AccountsModule.forRoot({
          ...leastOptions({ url: database.url }),
          publicUrl,
          features: features as never,
          ...options,
        }),
      ]);
    await expect(failing([consoleFeature, mailFeature], {})).rejects.toThrow(
      'mailFeature needs the option mail, with a transport',
    );
    const mail = { transport: mailboxes, from: 'a@example.com' };
    const pages = { verifyEmail: '/verify', confirmSignUp: '/confirm', resetPassword: '/reset' };
    for (const [features, options] of [
      [[mailFeature], { mail }],
      [[signInFeature, mailFeature], { mail }],
      [[signInFeature, mailFeature], { mail, pages }],
    ] as const) {
      await expect(failing([...features], options)).rejects.toThrow(
        'mailFeature needs consoleFeature or oauthFeature.',
      );
    }
    await expect(
      failing([consoleFeature, mailFeature], { mail: { ...mail, from: 'nobody' } }),
    ).rejects.toThrow('mailFeature needs the option mail, with a transport');
  });

  it('are not offered without the feature', async () => {
    await restart({ features: [consoleFeature], mail: undefined } as never);
    expect((await browser().open('/console/forgot-password')).status).toBe(404);
    expect((await browser().open('/console/sign-in')).html).not.toContain('forgot-password');
    const { token } = await newGuest(app, newEmail());
    const authorized = { Authorization: `Bearer ${token}` };
    const response = await request(url).post('/api/accounts/me/email-verification').set(authorized);
    expect(response.status).toBe(404);
  });
});
