import type { INestApplication } from '@nestjs/common';
import { Client } from 'pg';
import request from 'supertest';
import { byHost } from '../../src/request/requester.js';
import { newIdentifier } from '../../src/database/identifier.js';
import { PurgeService } from '../../src/database/purge/purge.service.js';
import { FactorsService } from '../../src/factors/factors.service.js';
import { PasskeysService } from '../../src/factors/passkeys.service.js';
import { SessionsService } from '../../src/access/sessions/sessions.service.js';
import { AccountsModule } from '../../src/accounts.module.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { mailFeature } from '../../src/email-flows/mail.feature.js';
import type { Account } from '../../src/database/records.js';
import { EmailTokensService } from '../../src/email-flows/links/email-tokens.service.js';
import { EmailVerificationService } from '../../src/email-flows/email-verification.service.js';
import { withoutKeptForm } from '../support/clients/page-reader.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import { PageClient } from '../support/clients/page-client.js';
import { SoftwareAuthenticator } from '../support/clients/software-authenticator.js';
import { leastOptions, newGuest, startHost } from '../support/hosts/guest.js';
import { Mailboxes } from '../support/hosts/mailboxes.js';
import { newEmail, password } from '../support/hosts/service.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { until } from '../support/until.js';

const newPassword = 'bernoulli numbers 7';
const publicUrl = 'https://accounts.example';
const owner = { by: 'owner' } as const;
const delegate = { by: 'delegate' } as const;

describe('Proof of account ownership', () => {
  let database: TestDatabase;
  let client: Client;
  let app: INestApplication;
  let mailboxes: Mailboxes;
  let accounts: AccountsService;
  let url: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    mailboxes = new Mailboxes();
    const module = AccountsModule.forRoot({
      ...leastOptions({ url: database.url }),
      rateLimits: { 'sign-in': { limit: 1_000, windowMs: 60_000 } },
      publicUrl,
      features: [consoleFeature, mailFeature],
      mail: { transport: mailboxes, from: 'Accounts <accounts@accounts.example>' },
    });
    app = await startHost([module]);
    accounts = get(AccountsService);
    url = await app.getUrl();
  });
  afterAll(async () => {
    await app.close();
    await client.end();
    await database.drop();
  });

  const get = <T>(type: abstract new (...args: any[]) => T) => app.get(type, { strict: false });
  const person = (email: string) => ({ name: 'Ada', email, password, language_code: 'en' });
  const browser = () => new PageClient(url);
  const settled = () =>
    until(async () => (await client.query('SELECT FROM event_deliveries')).rows.length === 0);
  const signIn = async (email: string, secret: string) =>
    (await browser().signIn(email, secret)).location;

  /** Verifies the address of the account, as its owner does. */
  async function verify({ id }: Account, secret = password, code = ''): Promise<void> {
    const account = await accounts.get(id);
    const sent = mailboxes.to(account.email).length;
    await get(EmailVerificationService).request(account);
    const page = browser();
    await page.open(await mailboxes.link(account.email, sent + 1));
    const fields = { password: secret, code };
    expect((await page.submit('/console/verify-email', fields)).location).toBe('/console/sign-in');
    await settled();
  }

  async function newVerified(): Promise<Account> {
    const account = await accounts.create(person(newEmail()), byHost);
    await verify(account);
    mailboxes.mails.length = 0;
    return account;
  }

  async function forgot(email: string): Promise<void> {
    const page = browser();
    await page.open('/console/forgot-password');
    await page.submit('/console/forgot-password', { email });
    await settled();
  }

  async function change({ id }: Account, email: string, by: { by: 'owner' | 'delegate' } = owner) {
    await accounts.update(id, { email }, { ...byHost, ...by });
    await settled();
  }

  async function undo(link: string, fields = {}) {
    const page = browser();
    const { status } = await page.open(link);
    if (status !== 200) return { status, location: undefined, html: '' };
    return page.submit('/console/restore-email', fields);
  }

  async function addApp(account: Account): Promise<string> {
    const { setup, secret } = get(FactorsService).begin(account);
    await get(FactorsService).add(account, setup, createAppCode(secret), byHost);
    return secret;
  }

  async function addPasskey(account: Account): Promise<void> {
    const site = { rpId: 'accounts.example', origin: publicUrl, browser: 'a token' };
    const passkeys = get(PasskeysService);
    const options = await passkeys.creationOptions(account, site);
    const created = new SoftwareAuthenticator(publicUrl).create(options);
    await passkeys.add(account, { passkey: created, name: 'Telephone', site }, byHost);
  }

  const age = async (account: Account, days: number) => {
    for (const table of ['authenticator_apps', 'passkeys', 'recovery_codes']) {
      await client.query(
        `UPDATE ${table} SET created_at = created_at - make_interval(days => $2) WHERE account_id = $1`,
        [account.id, days],
      );
    }
  };

  describe('An email set by a delegated token', () => {
    let account: Account;
    let token: string;
    beforeEach(async () => {
      ({ account, token } = await newGuest(app, newEmail()));
      await client.query(
        `UPDATE access_tokens SET kind = 'oauth', expires_at = now() + INTERVAL '1 hour' WHERE account_id = $1`,
        [account.id],
      );
    });
    const as = (test: request.Test) => test.set('Authorization', `Bearer ${token}`);
    const put = async (email: string) => {
      const response = await as(request(url).put('/api/accounts/me')).send({ email });
      await settled();
      return response;
    };
    const read = async () => (await as(request(url).get('/api/accounts/me'))).body.account.email;

    it('is shown, but cannot sign in, is not verified and receives no reset', async () => {
      await verify(account);
      mailboxes.mails.length = 0;
      const stolen = newEmail();
      const response = await put(stolen);
      expect([response.status, response.body.account.email]).toEqual([200, stolen]);
      expect(await read()).toBe(stolen);
      const status = await as(request(url).get('/api/accounts/me/status'));
      expect(status.body.status.email_verified_at).toBeNull();
      await as(request(url).post('/api/accounts/me/email-verification'));
      await forgot(stolen);
      expect(mailboxes.to(stolen)).toEqual([]);
      expect(await signIn(stolen, password)).toBeUndefined();
      expect(await signIn(account.email, password)).toBe('/console/account');
      await forgot(account.email);
      expect(mailboxes.to(account.email).at(-1)!.text).toContain('/console/reset-password?token=');
    });

    it('is reported to the owner’s unverified address without a link', async () => {
      await put(newEmail());
      const [mail, ...others] = mailboxes.to(account.email);
      expect(others).toEqual([]);
      expect(mail!.text).not.toMatch(/https?:|Guest/);
    });

    it('is adopted once through the link mailed to the verified address', async () => {
      await verify(account);
      mailboxes.mails.length = 0;
      const email = newEmail();
      await put(email);
      const link = await mailboxes.link(account.email);
      const page = browser();
      expect((await page.open(link)).html).toContain(email);
      expect((await page.submit('/console/adopt-email')).status).toBe(303);
      expect(await signIn(email, password)).toBe('/console/account');
      expect(await accounts.emailVerifiedAt(await accounts.get(account.id))).toBeNull();
      expect((await page.open(link)).status).toBe(404);
      // The former address can undo the change.
      await settled();
      expect(mailboxes.to(account.email).at(-1)!.text).toContain('/console/restore-email');
    });

    it('is not adopted through the link for an earlier pending email', async () => {
      await verify(account);
      mailboxes.mails.length = 0;
      await put(newEmail());
      const link = await mailboxes.link(account.email);
      await put(newEmail());
      expect((await browser().open(link)).status).toBe(404);
    });

    it('is adopted only in a confirmed session', async () => {
      const email = newEmail();
      await put(email);
      const page = browser();
      await page.signIn(account.email, password);
      await client.query(
        `UPDATE sessions SET created_at = created_at - INTERVAL '1 hour' WHERE account_id = $1`,
        [account.id],
      );
      await page.open('/console/account');
      const refused = await page.submit('/console/account/adopt-email');
      expect(refused.location).toContain('/console/confirm');
      expect(await signIn(email, password)).toBeUndefined();
      await page.open(refused.location!);
      await page.submit('/console/confirm', { password });
      await page.open('/console/account');
      await page.submit('/console/account/adopt-email');
      expect(await signIn(email, password)).toBe('/console/account');
    });

    it('is not adopted in another letter case without the password', async () => {
      const email = newEmail();
      await put(email);
      const page = browser();
      await page.signIn(account.email, password);
      await page.open('/console/account');
      const { status } = await page.submit('/console/account/email', {
        email: email.toUpperCase(),
      });
      expect(status).toBe(400);
      expect((await accounts.get(account.id)).email).toBe(account.email);
    });

    it('is neither adopted nor changed when the owner submits the same email', async () => {
      const email = newEmail();
      await put(email);
      await change(account, email);
      expect(await signIn(email, password)).toBeUndefined();
      expect(await accounts.get(account.id)).toMatchObject({
        email: account.email,
        pendingEmail: email,
      });
    });

    it('is discarded when the owner sets an email', async () => {
      await put(newEmail());
      const email = newEmail();
      await change(account, email);
      expect(await read()).toBe(email);
      expect(await signIn(email, password)).toBe('/console/account');
    });

    it('is unique among all current and pending emails', async () => {
      const other = await accounts.create(person(newEmail()), byHost);
      const email = newEmail();
      await put(email);
      const taken = {
        errors: [{ property: 'email', constraints: { email_taken: 'email_taken' } }],
      };
      await expect(accounts.create(person(email), byHost)).rejects.toMatchObject(taken);
      for (const by of [owner, delegate]) {
        await expect(
          accounts.update(other.id, { email }, { ...byHost, ...by }),
        ).rejects.toMatchObject(taken);
        await expect(
          accounts.update(other.id, { email: account.email }, { ...byHost, ...by }),
        ).rejects.toMatchObject(taken);
      }
      expect((await put(other.email.toUpperCase())).status).toBe(400);
    });

    it('yields to a visitor who proves it by signing up', async () => {
      const email = newEmail();
      await put(email);
      const page = browser();
      await page.open('/console/sign-up');
      await page.submit('/console/sign-up', person(email));
      await page.open(await mailboxes.link(email));
      const { location } = await page.submit('/console/confirm-sign-up', { password });
      expect(location).toBe('/console/account');
      expect(await read()).toBe(account.email);
    });

    it('can be set from host code, which must name the setter', async () => {
      const email = newEmail();
      await change(account, email, delegate);
      expect(await signIn(email, password)).toBeUndefined();
      await expect(
        (accounts.update as (...args: unknown[]) => Promise<unknown>).call(accounts, account.id, {
          email: newEmail(),
        }),
      ).rejects.toThrow(TypeError);
    });
  });

  describe('A verification', () => {
    it('requires the password with the link, or a confirmed session of the account', async () => {
      const account = await accounts.create(person(newEmail()), byHost);
      await get(EmailVerificationService).request(account);
      const link = await mailboxes.link(account.email);
      const stranger = browser();
      const other = await accounts.create(person(newEmail()), byHost);
      await stranger.signIn(other.email, password);
      await stranger.open(link);
      expect((await stranger.submit('/console/verify-email')).status).toBe(400);
      expect((await stranger.submit('/console/verify-email', { password: 'x' })).status).toBe(400);
      expect(await accounts.emailVerifiedAt(account)).toBeNull();
      const page = browser();
      await page.signIn(account.email, password);
      await page.open(link);
      expect((await page.submit('/console/verify-email')).location).toBe('/console/account');
      expect(await accounts.emailVerifiedAt(account)).not.toBeNull();
    });

    it('also requires the second factor, and its link ends when the password changes', async () => {
      const account = await accounts.create(person(newEmail()), byHost);
      const secret = await addApp(account);
      await get(EmailVerificationService).request(account);
      const link = await mailboxes.link(account.email);
      const page = browser();
      await page.open(link);
      expect((await page.submit('/console/verify-email', { password })).status).toBe(400);
      const fields = { password, code: createAppCode(secret, 1) };
      expect((await page.submit('/console/verify-email', fields)).status).toBe(303);
      const later = await accounts.create(person(newEmail()), byHost);
      await get(EmailVerificationService).request(later);
      const old = await mailboxes.link(later.email);
      await accounts.setPassword(later.id, newPassword, byHost);
      expect((await browser().open(old)).status).toBe(404);
    });

    it('succeeds even if the requester’s session no longer exists', async () => {
      const account = await accounts.create(person(newEmail()), byHost);
      const { email } = account;
      const token = await get(EmailTokensService).create('verification', { email, account });
      const visitor = { channel: 'console', sessionId: newIdentifier() } as const;
      await get(EmailVerificationService).verify(token, { password }, undefined, visitor);
      expect(await accounts.emailVerifiedAt(account)).toBeInstanceOf(Date);
    });
  });

  describe('A former address of the account', () => {
    it('loses its link and verification when the account returns to an earlier address', async () => {
      const account = await newVerified();
      await change(account, newEmail());
      await verify(account);
      const { email: later } = await accounts.get(account.id);
      await change(account, newEmail());
      const link = await mailboxes.link(later, 2);
      await change(account, account.email);
      expect((await undo(link)).status).toBe(404);
      const { rows } = await client.query(
        'SELECT email, replaced_at FROM verified_emails WHERE account_id = $1',
        [account.id],
      );
      expect(rows).toEqual([{ email: account.email, replaced_at: null }]);
      mailboxes.mails.length = 0;
      await forgot(later);
      expect(mailboxes.to(later)).toEqual([]);
    });

    it('keeps its verification date when the account returns to it', async () => {
      const account = await newVerified();
      const verifiedAt = await accounts.emailVerifiedAt(account);
      await change(account, newEmail());
      await change(account, account.email);
      await verify(account);
      expect(await accounts.emailVerifiedAt(account)).toEqual(verifiedAt);
    });

    it('alone can undo the change if verified first, and a reset request resends its link', async () => {
      const account = await newVerified();
      await change(account, newEmail());
      const first = await mailboxes.link(account.email);
      await verify(account);
      const { email: second } = await accounts.get(account.id);
      await change(account, newEmail());
      expect((await undo(await mailboxes.link(second, 2))).status).toBe(404);
      await forgot(account.email);
      const again = await mailboxes.link(account.email, 2);
      expect(again).toContain('/console/restore-email');
      expect((await undo(again)).location).toContain('/console/reset-password');
      expect((await undo(first)).status).toBe(404);
    });

    it('is forgotten ten days after a later address was verified, and not before', async () => {
      const account = await newVerified();
      await change(account, newEmail());
      await client.query(
        `UPDATE verified_emails SET replaced_at = now() - INTERVAL '1 year' WHERE account_id = $1`,
        [account.id],
      );
      const link = await mailboxes.link(account.email);
      expect((await browser().open(link)).status).toBe(200);
      await verify(account);
      await client.query(
        `UPDATE verified_emails SET forget_at = forget_at - INTERVAL '241 hours' WHERE account_id = $1`,
        [account.id],
      );
      expect((await browser().open(link)).status).toBe(404);
      await accounts.create(person(account.email), byHost);
    });

    it('can undo the change while the account is suspended, but not sign in', async () => {
      const account = await newVerified();
      await change(account, newEmail());
      await client.query('UPDATE accounts SET suspended_at = now() WHERE id = $1', [account.id]);
      const page = browser();
      await page.open(await mailboxes.link(account.email));
      const { location } = await page.submit('/console/restore-email');
      await page.open(location!);
      await page.submit('/console/reset-password', { new_password: newPassword });
      expect((await accounts.get(account.id)).email).toBe(account.email);
      expect(await signIn(account.email, newPassword)).toBeUndefined();
    });

    it('can give up its undo, and a later address still allows no first proof', async () => {
      const account = await newVerified();
      const later = newEmail();
      await change(account, later);
      const link = await mailboxes.link(account.email);
      const page = browser();
      await page.open(link);
      expect((await page.submit('/console/restore-email', { release: 'true' })).location).toBe(
        '/console/sign-in',
      );
      expect((await page.open(link)).status).toBe(404);
      await get(PurgeService).purge();
      mailboxes.mails.length = 0;
      await forgot(later);
      await forgot(account.email);
      expect(mailboxes.mails).toEqual([]);
      await accounts.create(person(account.email), byHost);
      await verify(account);
      expect(await accounts.emailVerifiedAt(await accounts.get(account.id))).not.toBeNull();
    });

    it('must be verified again if the account returns after giving up the undo', async () => {
      const account = await newVerified();
      const { id, email } = account;
      await change(account, newEmail());
      const page = browser();
      await page.open(await mailboxes.link(email));
      await page.submit('/console/restore-email', { release: 'true' });
      await change(account, email);
      expect(await accounts.emailVerifiedAt({ ...account })).toBeNull();
      mailboxes.mails.length = 0;
      await verify(account);
      const { rows } = await client.query(
        'SELECT email, replaced_at FROM verified_emails WHERE account_id = $1',
        [id],
      );
      expect(rows).toEqual([{ email, replaced_at: null }]);
    });

    it('receives an undo link when the older address is forgotten', async () => {
      const account = await newVerified();
      await change(account, newEmail());
      await verify(account);
      const second = (await accounts.get(account.id)).email;
      await change(account, newEmail());
      await verify(account);
      mailboxes.mails.length = 0;
      await client.query(
        `UPDATE verified_emails SET forget_at = now() - INTERVAL '1 hour' WHERE account_id = $1 AND email = $2`,
        [account.id, account.email],
      );
      await get(PurgeService).purge();
      const { location } = await undo(await mailboxes.link(second));
      expect(location).toContain('/console/reset-password');
      expect(mailboxes.to(account.email)).toEqual([]);
      expect((await accounts.get(account.id)).email).toBe(second);
    });

    it('receives its link again on a reset or sign-up, even if the new email is equivalent', async () => {
      const account = await accounts.create(person('ada@strasse.example'), byHost);
      await verify(account);
      mailboxes.mails.length = 0;
      await change(account, 'ada@straße.example');
      await mailboxes.link(account.email);
      await forgot(account.email);
      await mailboxes.link(account.email, 2);
      const page = browser();
      await page.open('/console/sign-up');
      await page.submit('/console/sign-up', person(account.email));
      expect((await undo(await mailboxes.link(account.email, 3))).location).toBeDefined();
    });

    it('receives one notice without a link if it was never verified', async () => {
      const account = await accounts.create(person(newEmail()), byHost);
      const later = newEmail();
      await change(account, later);
      const [mail, ...others] = mailboxes.to(account.email);
      expect(others).toEqual([]);
      expect(mail!.text).not.toMatch(/https?:|Ada/);
      expect(mail!.text).not.toContain(later);
    });
  });

  describe('A trusted factor', () => {
    const replaceApp = async (account: Account) => {
      const { setup, secret } = get(FactorsService).begin(account);
      await get(FactorsService).replace(account, setup, createAppCode(secret), byHost);
      return secret;
    };

    it('is required for the undo and kept, even if moved to a new app after the change', async () => {
      const account = await newVerified();
      await addApp(account);
      await age(account, 8);
      await change(account, newEmail());
      const secret = await replaceApp(account);
      const link = await mailboxes.link(account.email, 1, 'restore-email');
      expect((await undo(link)).status).toBe(400);
      expect((await undo(link, { code: '000000' })).status).toBe(400);
      expect((await accounts.get(account.id)).email).not.toBe(account.email);
      const { location } = await undo(link, { code: createAppCode(secret, 1) });
      expect(location).toContain('/console/reset-password');
      expect(await get(FactorsService).hasFactor(account.id)).toBe(true);
    });

    it('passes its trust to a passkey that replaces it after the change', async () => {
      const account = await newVerified();
      await addApp(account);
      await age(account, 8);
      await change(account, newEmail());
      await addPasskey(account);
      await get(FactorsService).remove(account, byHost);
      const link = await mailboxes.link(account.email, 1, 'restore-email');
      const { status, html } = await undo(link);
      expect([status, html]).toEqual([400, expect.stringContaining('data-passkey=')]);
      expect(await get(FactorsService).hasFactor(account.id)).toBe(true);
    });

    it('excludes factors added after the change, which the undo removes', async () => {
      const account = await newVerified();
      await change(account, newEmail());
      const link = await mailboxes.link(account.email, 1, 'restore-email');
      await addApp(account);
      await addPasskey(account);
      const { location } = await undo(link);
      expect(location).toContain('/console/reset-password');
      expect(await get(FactorsService).hasFactor(account.id)).toBe(false);
    });

    it('leaves one factor after the undo if there was one before the change', async () => {
      const account = await newVerified();
      await addApp(account);
      await age(account, 8);
      await change(account, newEmail());
      const link = await mailboxes.link(account.email, 1, 'restore-email');
      await get(FactorsService).remove(account, byHost);
      await addPasskey(account);
      await addApp(account);
      const { location } = await undo(link);
      expect(location).toContain('/console/reset-password');
      const { hasApp, passkeys } = await get(FactorsService).status(account.id);
      expect([hasApp, passkeys]).toEqual([false, 1]);
    });

    it('includes a factor added more than a week ago', async () => {
      const account = await newVerified();
      await change(account, newEmail());
      await addApp(account);
      await age(account, 8);
      expect((await undo(await mailboxes.link(account.email, 1, 'restore-email'))).status).toBe(
        400,
      );
    });
  });

  describe('A new factor that no trusted factor backs', () => {
    it('is removed by its mailed link, which also ends password, tokens and pending email', async () => {
      const { account, token } = await newGuest(app, newEmail());
      await verify(account);
      mailboxes.mails.length = 0;
      await change(account, newEmail(), delegate);
      mailboxes.mails.length = 0;
      await addApp(account);
      const link = await mailboxes.link(account.email);
      const page = browser();
      const { html } = await page.open(link);
      expect(html).toContain('Remove authenticator app');
      // A new password does not end the link.
      await accounts.setPassword(account.id, newPassword, byHost);
      const { location } = await page.submit('/console/restore-email');
      expect(location).toContain('/console/reset-password?token=');
      expect(await get(FactorsService).hasFactor(account.id)).toBe(false);
      expect(await signIn(account.email, newPassword)).toBeUndefined();
      expect((await accounts.get(account.id)).pendingEmail).toBeNull();
      const response = await request(url)
        .get('/api/accounts/me')
        .set('Authorization', `Bearer ${token}`);
      expect(response.status).toBe(401);
      expect((await page.open(link)).status).toBe(404);
    });

    it('can be removed only from the longest-verified address, which becomes current again', async () => {
      const account = await newVerified();
      const later = newEmail();
      await change(account, later);
      await verify(account);
      mailboxes.mails.length = 0;
      await addPasskey(account);
      const link = await mailboxes.link(account.email);
      await settled();
      expect(mailboxes.to(later).map(({ text }) => text.includes('token='))).toEqual([false]);
      expect((await undo(link)).location).toContain('/console/reset-password');
      expect((await accounts.get(account.id)).email).toBe(account.email);
      expect(await get(FactorsService).hasFactor(account.id)).toBe(false);
    });

    it('is reported once to each address, even if the other refuses its mail at first', async () => {
      const account = await newVerified();
      const later = newEmail();
      await change(account, later);
      await verify(account);
      for (const [refusing, other] of [
        [later, account.email],
        [account.email, later],
      ] as const) {
        mailboxes.mails.length = 0;
        let refusals = 0;
        mailboxes.refuse = ({ to }) => {
          if (to === refusing && refusals++ < 2) throw new Error('450 Try again later');
        };
        await addPasskey(account);
        await settled();
        expect(refusals).toBe(3);
        expect(mailboxes.mails.map(({ to }) => to).sort()).toEqual([refusing, other].sort());
      }
      mailboxes.refuse = () => undefined;
    });

    it('is not removed through the link of another factor, nor once it is trusted', async () => {
      const account = await newVerified();
      await addApp(account);
      const first = await mailboxes.link(account.email);
      await get(FactorsService).remove(account, byHost);
      await addApp(account);
      const second = await mailboxes.link(account.email, 2);
      expect((await undo(first)).status).toBe(404);
      expect((await browser().open(second)).status).toBe(200);
      await age(account, 8);
      expect((await undo(second)).status).toBe(404);
      mailboxes.mails.length = 0;
      await addPasskey(account);
      await settled();
      expect(mailboxes.to(account.email).map(({ text }) => text.includes('token='))).toEqual([
        false,
      ]);
    });

    it('triggers a verification mail if the address is unverified', async () => {
      const account = await accounts.create(person(newEmail()), byHost);
      const page = browser();
      await page.signIn(account.email, password);
      const { html } = await page.open('/console/security/authenticator');
      const secret = /secret=([A-Z2-7]+)/.exec(html)![1]!;
      const added = await page.submit('/console/security/authenticator', {
        code: createAppCode(secret),
      });
      expect(added.html).toContain('Open the link in it to confirm the address.');
      expect(await mailboxes.link(account.email)).toContain('/console/verify-email');
    });
  });

  it('An account deletion is mailed only to a verified address', async () => {
    const account = await newVerified();
    const other = await accounts.create(person(newEmail()), byHost);
    for (const { id } of [account, other]) await accounts.delete(id, byHost);
    await until(() => mailboxes.to(account.email).length === 1);
    expect(mailboxes.to(account.email)[0]!.text).toContain('has been deleted');
    await settled();
    expect(mailboxes.to(other.email)).toEqual([]);
  });

  it('An account deletion is mailed to an address verified just before it', async () => {
    const account = await accounts.create(person(newEmail()), byHost);
    await client.query('BEGIN');
    await client.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [account.id]);
    const deleted = accounts.delete(account.id, byHost);
    const waiting = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until(async () => (await client.query(waiting)).rows.length > 0);
    await client.query(
      `INSERT INTO verified_emails (account_id, email, email_key, verified_at)
       SELECT id, email, email_key, now() FROM accounts WHERE id = $1`,
      [account.id],
    );
    await client.query('COMMIT');
    await deleted;
    await until(() => mailboxes.to(account.email).length === 1);
  });

  it('A grant whose scope grows is mailed like a new one', async () => {
    const account = await newVerified();
    const { account: other } = await newGuest(app, newEmail());
    const [{ id } = { id: '' }] = await get(ApplicationsService).list(other.id);
    const grant = async (scope: string) => {
      await client.query(
        `INSERT INTO grants (id, account_id, application_id, scope, created_at)
         VALUES ($1, $1, $2, $3, now())
         ON CONFLICT (account_id, application_id) DO UPDATE SET scope = $3`,
        [account.id, id, scope],
      );
      await settled();
      return mailboxes.to(account.email).length;
    };
    expect(await grant('{account:read}')).toBe(1);
    expect(await grant('{account:read}')).toBe(1);
    expect(await grant('{account:read,account:write}')).toBe(2);
    expect(await grant('{account:write}')).toBe(2);
  });

  describe('The first proof of an address', () => {
    /** An account that a stranger has registered with the address of another person. */
    async function registered() {
      const email = newEmail();
      const { account, token } = await newGuest(app, email);
      const applications = get(ApplicationsService);
      const created = await applications.create(
        account.id,
        {
          name: 'Trap',
          redirect_uris: ['https://trap.example/callback'],
        },
        byHost,
      );
      await client.query(
        `INSERT INTO grants (id, account_id, application_id, scope, created_at)
         VALUES (gen_random_uuid(), $1, $2, '{account:write}', now())`,
        [account.id, created.application.id],
      );
      const stranger = browser();
      await stranger.signIn(email, password);
      await addApp(account);
      await addPasskey(account);
      return { account, email, token, created, stranger };
    }

    const prove = async (link: string) => {
      const page = browser();
      const { html } = await page.open(link);
      expect(html).toContain('Nobody has confirmed this address before.');
      return page.submit('/console/reset-password', { new_password: newPassword });
    };

    it.each(['reset', 'sign-up'])(
      'by a %s revokes all access that was created before',
      async (way) => {
        const { account, email, token, created, stranger } = await registered();
        await change(account, newEmail(), delegate);
        mailboxes.mails.length = 0;
        if (way === 'reset') await forgot(email);
        else {
          const page = browser();
          await page.open('/console/sign-up');
          await page.submit('/console/sign-up', person(email));
        }
        const link = await mailboxes.link(email);
        expect(withoutKeptForm((await prove(link)).location)).toBe('/console/sign-in');
        expect(await signIn(email, newPassword)).toBe('/console/account');
        expect(await signIn(email, password)).toBeUndefined();
        expect((await stranger.open('/console/account')).location).toContain('/console/sign-in');
        for (const old of [token, created.accessToken]) {
          const response = await request(url)
            .get('/api/accounts/me')
            .set('Authorization', `Bearer ${old}`);
          expect(response.status).toBe(401);
        }
        const applications = get(ApplicationsService);
        const kept = await applications.list(account.id);
        expect(kept.map(({ redirectUris }) => redirectUris)).toEqual([[], []]);
        expect(kept.some((each) => applications.isClientSecret(each, created.clientSecret!))).toBe(
          false,
        );
        expect(kept.every(({ clientSecretHash }) => clientSecretHash !== null)).toBe(true);
        const { rows } = await client.query(
          `SELECT (SELECT count(*)::int FROM grants WHERE account_id = $1) AS grants,
           (SELECT count(*)::int FROM recovery_codes WHERE account_id = $1) AS codes,
           (SELECT count(*)::int FROM email_tokens WHERE account_id = $1 AND purpose = 'first-proof') AS links`,
          [account.id],
        );
        expect(rows).toEqual([{ grants: 0, codes: 0, links: 0 }]);
        expect(await get(FactorsService).hasFactor(account.id)).toBe(false);
        const proved = await accounts.get(account.id);
        expect(proved).toMatchObject({ email, pendingEmail: null });
        expect(await accounts.emailVerifiedAt(proved)).not.toBeNull();
        expect((await browser().open(link)).status).toBe(404);
      },
    );

    it('is not possible if the account had a verified address', async () => {
      const account = await newVerified();
      const email = newEmail();
      await change(account, email);
      await forgot(email);
      expect(mailboxes.to(email)).toEqual([]);
    });

    it('is not possible for an address set by a token', async () => {
      const { token } = await newGuest(app, newEmail());
      const email = newEmail();
      const response = await request(url)
        .put('/api/accounts/me')
        .set('Authorization', `Bearer ${token}`)
        .send({ email });
      expect(response.body.account.email).toBe(email);
      await forgot(email);
      expect(mailboxes.to(email)).toEqual([]);
      expect(await signIn(email, password)).toBe('/console/account');
    });

    it('is no longer possible once the owner has verified the address', async () => {
      const { account, token } = await newGuest(app, newEmail());
      await forgot(account.email);
      const link = await mailboxes.link(account.email);
      await verify(account);
      expect((await browser().open(link)).status).toBe(404);
      const response = await request(url)
        .get('/api/accounts/me')
        .set('Authorization', `Bearer ${token}`);
      expect(response.status).toBe(200);
    });

    it('succeeds only once among concurrent attempts, even for a suspended account', async () => {
      const { account, email } = await registered();
      await client.query('UPDATE accounts SET suspended_at = now() WHERE id = $1', [account.id]);
      await settled();
      mailboxes.mails.length = 0;
      await forgot(email);
      await forgot(email);
      const first = await mailboxes.link(email, 2);
      const pages = [browser(), browser(), browser()];
      for (const page of pages) await page.open(first);
      const used = await Promise.all(
        pages.map((page, i) =>
          page.submit('/console/reset-password', { new_password: `${newPassword}${i}` }),
        ),
      );
      expect(used.map(({ status }) => status).sort()).toEqual([303, 404, 404]);
      expect(await get(SessionsService).list(account.id)).toEqual([]);
    });

    it('is not made through a link issued by an operator', async () => {
      const { account } = await newGuest(app, newEmail());
      const token = await get(EmailTokensService).create('password-reset', {
        ...{ email: account.email, account },
      });
      const page = browser();
      await page.open(`/console/reset-password?token=${token}`);
      await page.submit('/console/reset-password', { new_password: newPassword });
      expect(await signIn(account.email, newPassword)).toBe('/console/account');
      expect(await accounts.emailVerifiedAt(account)).toBeNull();
    });
  });

  it('An email set by a token yields to a visitor who proves it, restoring the original', async () => {
    const { account, token } = await newGuest(app, newEmail());
    const email = newEmail();
    const response = await request(url)
      .put('/api/accounts/me')
      .set('Authorization', `Bearer ${token}`)
      .send({ email });
    expect(response.status).toBe(200);
    await settled();
    const page = browser();
    const signUp = async (failing: boolean) => {
      const sent = mailboxes.to(email).length;
      await page.open('/console/sign-up');
      await page.submit('/console/sign-up', person(email));
      await page.open(await mailboxes.link(email, sent + 1));
      const secret = failing ? 'not the password' : password;
      return (await page.submit('/console/confirm-sign-up', { password: secret })).location;
    };
    expect(await signUp(true)).toBeUndefined();
    expect((await accounts.get(account.id)).email).toBe(email);
    expect(await signUp(false)).toBe('/console/account');
    expect((await accounts.get(account.id)).email).toBe(account.email);
    const { rows } = await client.query(
      `SELECT members, source FROM audit_events WHERE account_id = $1 AND event = 'account.update' ORDER BY at DESC LIMIT 1`,
      [account.id],
    );
    expect(rows).toEqual([{ members: ['email'], source: null }]);
    await settled();
    expect(mailboxes.to(email)).toHaveLength(2);
  });

  it('The original email allows a first proof even after a token changed it away and back', async () => {
    const { account, token } = await newGuest(app, newEmail());
    const put = (email: string) =>
      request(url).put('/api/accounts/me').set('Authorization', `Bearer ${token}`).send({ email });
    await put(newEmail());
    expect((await put(account.email)).body.account.email).toBe(account.email);
    await settled();
    await forgot(account.email);
    const page = browser();
    const { html } = await page.open(await mailboxes.link(account.email));
    expect(html).toContain('Nobody has confirmed this address before.');
    await page.submit('/console/reset-password', { new_password: newPassword });
    expect(await signIn(account.email, newPassword)).toBe('/console/account');
  });

  it('The original email yields to a sign-up after a token changed its letter case', async () => {
    const { account, token } = await newGuest(app, newEmail());
    const email = account.email.toUpperCase();
    const response = await request(url)
      .put('/api/accounts/me')
      .set('Authorization', `Bearer ${token}`)
      .send({ email });
    expect(response.body.account.email).toBe(email);
    await settled();
    const page = browser();
    await page.open('/console/sign-up');
    await page.submit('/console/sign-up', person(email));
    await page.open(await mailboxes.link(email));
    const { location } = await page.submit('/console/confirm-sign-up', { password });
    expect(location).toBe('/console/account');
    expect((await accounts.get(account.id)).email).not.toBe(email);
  });

  it('An unverified email yields to a visitor who proves it by signing up', async () => {
    const account = await newVerified();
    const email = newEmail();
    await change(account, email);
    const page = browser();
    await page.open('/console/sign-up');
    await page.submit('/console/sign-up', person(email));
    await page.open(await mailboxes.link(email));
    const { location } = await page.submit('/console/confirm-sign-up', { password });
    expect(location).toBe('/console/account');
    expect((await accounts.get(account.id)).email).toBe(account.email);
    expect(await accounts.emailVerifiedAt(account)).not.toBeNull();
  });
});
