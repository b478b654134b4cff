import type { INestApplication } from '@nestjs/common';
import { Client } from 'pg';
import request from 'supertest';
import { byHost } from '../../src/request/requester.js';
import { AccountsModule } from '../../src/accounts.module.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { mailFeature } from '../../src/email-flows/mail.feature.js';
import type { Account } from '../../src/database/records.js';
import { EventSubscriptionsRepository } from '../../src/events/event-subscriptions.repository.js';
import { EmailVerificationService } from '../../src/email-flows/email-verification.service.js';
import { PageClient } from '../support/clients/page-client.js';
import { leastOptions, newGuest, startHost } from '../support/hosts/guest.js';
import { Mailboxes } from '../support/hosts/mailboxes.js';
import { newEmail, password } from '../support/hosts/service.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { until } from '../support/until.js';

const newPassword = 'bernoulli numbers 7';

describe('An attack by mail', () => {
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
    mailboxes = new Mailboxes();
    const module = AccountsModule.forRoot({
      ...leastOptions({ url: database.url }),
      rateLimits: { 'accounts.create': { limit: 1_000, windowMs: 60_000 } },
      publicUrl: 'https://accounts.example',
      features: [consoleFeature, mailFeature],
      mail: { transport: mailboxes, from: 'Accounts <accounts@accounts.example>' },
    });
    app = await startHost([module]);
    accounts = app.get(AccountsService, { strict: false });
    url = await app.getUrl();
  });
  afterEach(async () => {
    await app.close();
    await client.end();
    await database.drop();
  });

  const person = (email: string) => ({ name: 'Ada', email, password, language_code: 'en' });
  const browser = () => new PageClient(url);
  const settled = () =>
    until(async () => {
      const { rows } = await client.query(`SELECT FROM event_deliveries`);
      return rows.length === 0;
    });
  const askToVerify = (account: Account) =>
    app.get(EmailVerificationService, { strict: false }).request(account);

  /** Verifies the account’s current address. */
  async function verify({ id }: Account): Promise<void> {
    const account = await accounts.get(id);
    const { email } = account;
    const sent = mailboxes.to(email).length;
    await askToVerify(account);
    const page = browser();
    await page.open(await mailboxes.link(email, sent + 1));
    const { location } = await page.submit('/console/verify-email', { password });
    expect(location).toBe('/console/sign-in');
    await settled();
    mailboxes.mails.length = 0;
  }

  async function newVerified(email = newEmail()): Promise<Account> {
    const account = await accounts.create(person(email), byHost);
    await verify(account);
    return account;
  }

  async function forgot(email: string): Promise<void> {
    const page = browser();
    await page.open('/console/forgot-password');
    const { status } = await page.submit('/console/forgot-password', { email });
    expect(status).toBe(303);
  }

  async function undo(link: string): Promise<string | undefined> {
    const page = browser();
    const { status } = await page.open(link);
    if (status !== 200) return undefined;
    return (await page.submit('/console/restore-email')).location;
  }

  const change = async (account: Account, email: string) => {
    await accounts.update(account.id, { email }, { ...byHost, by: 'owner' });
    await settled();
  };

  describe('by an intruder who has changed the address', () => {
    it('cannot end the owner’s undo by verifying, leaving and restoring the new address', async () => {
      const account = await newVerified();
      await change(account, newEmail());
      const link = await mailboxes.link(account.email);
      const { email: stolen } = await accounts.get(account.id);
      await verify(account);
      await change(account, newEmail());
      await change(account, stolen);
      expect(await undo(link)).toContain('/console/reset-password?token=');
      expect((await accounts.get(account.id)).email).toBe(account.email);
    });

    it('receives no link at the new address while the owner’s mail is delayed', async () => {
      const account = await newVerified();
      mailboxes.refuse = ({ to }) => {
        if (to === account.email) throw new Error('450 greylisted');
      };
      const stolen = newEmail();
      await accounts.update(account.id, { email: stolen }, { ...byHost, by: 'owner' });
      await forgot(stolen);
      mailboxes.refuse = () => undefined;
      expect(await undo(await mailboxes.link(account.email))).toBeDefined();
      expect(mailboxes.to(stolen)).toEqual([]);
    });

    it('sends no link that reverts a revert', async () => {
      const account = await newVerified();
      await change(account, newEmail());
      const link = await mailboxes.link(account.email);
      await verify(account);
      const { email: stolen } = await accounts.get(account.id);
      await change(account, newEmail());
      const own = await mailboxes.link(stolen);
      await change(account, stolen);
      expect(await undo(link)).toBeDefined();
      await settled();
      expect(mailboxes.to(stolen)).toHaveLength(1);
      expect(await undo(own)).toBeUndefined();
      expect((await accounts.get(account.id)).email).toBe(account.email);
    });

    it('cannot claim the owner’s address for another account while the undo is possible', async () => {
      const account = await newVerified();
      await change(account, newEmail());
      const link = await mailboxes.link(account.email);
      const taken = {
        errors: [{ property: 'email', constraints: { email_taken: 'email_taken' } }],
      };
      await expect(accounts.create(person(account.email), byHost)).rejects.toMatchObject(taken);
      const other = await accounts.create(person(newEmail()), byHost);
      await expect(
        accounts.update(
          other.id,
          { email: account.email.toUpperCase() },
          { ...byHost, by: 'owner' },
        ),
      ).rejects.toMatchObject(taken);
      expect(await undo(link)).toBeDefined();
    });

    it('loses application tokens with the undo', async () => {
      const { account, token } = await newGuest(app, newEmail());
      await verify(account);
      await change(account, newEmail());
      expect(await undo(await mailboxes.link(account.email))).toBeDefined();
      const response = await request(url)
        .put('/api/accounts/me')
        .set('Authorization', `Bearer ${token}`)
        .send({ email: newEmail() });
      expect(response.status).toBe(401);
    });

    it('does not keep the verification when changing to an equivalent email', async () => {
      const account = await newVerified('ada@fass.example');
      await change(account, 'ada@faß.example');
      expect(await accounts.emailVerifiedAt(await accounts.get(account.id))).toBeNull();
      expect(await undo(await mailboxes.link(account.email))).toBeDefined();
      expect((await accounts.get(account.id)).email).toBe(account.email);
    });
  });

  it('cannot change to an equivalent email in a signed-in browser without the password', async () => {
    const account = await newVerified('ada@fass.example');
    const page = browser();
    await page.signIn(account.email, password);
    await page.open('/console/account');
    const { status } = await page.submit('/console/account/email', { email: 'ada@faß.example' });
    expect(status).toBe(400);
    expect((await accounts.get(account.id)).email).toBe(account.email);
  });

  it('does not verify an address through the link sent to an equivalent email', async () => {
    const account = await accounts.create(person('ada@faß.example'), byHost);
    await askToVerify(account);
    const link = await mailboxes.link(account.email);
    await change(account, 'ada@fass.example');
    expect((await browser().open(link)).status).toBe(404);
  });

  it('receives no link at an address that the account left long ago', async () => {
    const account = await newVerified();
    await change(account, newEmail());
    expect(mailboxes.to(account.email)).toHaveLength(1);
    await client.query(`DELETE FROM email_tokens`);
    await client.query(`UPDATE verified_emails SET verified_at = now() - INTERVAL '1 year'`);
    await change(account, newEmail());
    expect(mailboxes.to(account.email)).toHaveLength(1);
  });

  describe('by flooding one person with mails', () => {
    it('sends at most five verification mails a day, however many accounts had the address', async () => {
      const victim = newEmail();
      for (let i = 0; i < 8; i++) {
        const account = await accounts.create(person(victim), byHost);
        await askToVerify(account).catch(() => undefined);
        await settled();
        await accounts.delete(account.id, byHost);
      }
      expect(mailboxes.to(victim)).toHaveLength(5);
    });

    it('sends the owner a link that still undoes the last of many changes', async () => {
      const account = await newVerified();
      for (let i = 0; i < 8; i++) {
        await change(account, newEmail());
        await change(account, account.email);
      }
      await change(account, newEmail());
      expect(await undo(await mailboxes.link(account.email, 5))).toBeDefined();
    });

    it('sends sign-up mails through which the owner can sign up with their own password', async () => {
      const victim = newEmail();
      for (let i = 0; i < 6; i++) {
        const page = browser();
        await page.open('/console/sign-up');
        await page.submit('/console/sign-up', { ...person(victim), name: 'Stranger' });
      }
      await settled();
      const page = browser();
      await page.open(await mailboxes.link(victim, 5));
      const own = { name: 'Ada', password: newPassword };
      const refused = await page.submit('/console/confirm-sign-up', own);
      expect(refused.status).toBe(400);
      const weak = await page.submit('/console/sign-up-again', { ...own, password: 'x' });
      expect([weak.status, weak.html]).toEqual([400, expect.stringContaining('value="Ada"')]);
      const { location } = await page.submit('/console/sign-up-again', own);
      expect(location).toBe('/console/account');
      const account = await accounts.findByEmail(victim);
      expect(account).toMatchObject({ name: 'Ada' });
      expect(await accounts.emailVerifiedAt(account!)).toBeInstanceOf(Date);
      expect((await browser().signIn(victim, password)).location).toBeUndefined();
      expect((await browser().signIn(victim, newPassword)).location).toBe('/console/account');
      expect((await page.open(await mailboxes.link(victim, 5))).status).toBe(404);
    });

    it('sends at most five mails a day to a mailbox, however its domain is spelled', async () => {
      const domains = ['e', 'ｅ', 'E', 'Ｅ'].flatMap((e) =>
        ['x', 'ｘ', 'Ｘ'].map((x) => `ada@${e}${x}ample.com`),
      );
      for (const email of domains) {
        const page = browser();
        await page.open('/console/sign-up');
        await page.submit('/console/sign-up', { ...person(email), name: 'Stranger' });
      }
      await settled();
      expect(mailboxes.mails).toHaveLength(5);
    });
  });

  it('parks mails to refused recipients, without storing addresses', async () => {
    const { email } = await newVerified();
    mailboxes.refuse = ({ to }) => {
      throw Object.assign(new Error(`550 5.1.1 <${to}> unknown`), {
        ...{ code: 'EENVELOPE', command: 'RCPT TO' },
        ...{ responseCode: 550, response: `550 5.1.1 <${to}> unknown` },
      });
    };
    await forgot(email);
    await settled();
    const last_error = 'the mail server replied 550 5.1.1 to RCPT TO';
    const events = app.get(EventSubscriptionsRepository, { strict: false });
    expect(await events.list()).toMatchObject([{ name: 'mail', parked: 1, last_error }]);
  });

  it('cannot delay mails to others through recipients that never accept a mail', async () => {
    const { email } = await newVerified();
    mailboxes.refuse = ({ to }) => {
      if (to === email) return;
      throw Object.assign(new Error('450'), { command: 'RCPT TO', responseCode: 450 });
    };
    for (let i = 0; i < 15; i++) {
      const page = browser();
      await page.open('/console/sign-up');
      await page.submit('/console/sign-up', person(newEmail()));
    }
    await forgot(email);
    await mailboxes.link(email);
  });

  it('succeeds at most once with concurrent uses of a link', async () => {
    const account = await newVerified();
    await forgot(account.email);
    const link = await mailboxes.link(account.email);
    const pages = [browser(), browser(), browser()];
    for (const page of pages) await page.open(link);
    const used = await Promise.all(
      pages.map((page, i) =>
        page.submit('/console/reset-password', { new_password: `${newPassword}${i}` }),
      ),
    );
    expect(used.map(({ status }) => status).sort()).toEqual([303, 404, 404]);
  });
});
