import type { INestApplication } from '@nestjs/common';
import { mock } from 'node:test';
import { byHost } from '../../src/request/requester.js';
import { FactorsService } from '../../src/factors/factors.service.js';
import { AccountsModule } from '../../src/accounts.module.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { AuditTrail } from '../../src/audit/audit-trail.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { oauthFeature } from '../../src/oauth/oauth.feature.js';
import { mailFeature } from '../../src/email-flows/mail.feature.js';
import { PurgeService } from '../../src/database/purge/purge.service.js';
import type { Account } from '../../src/database/records.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { operatorFeature } from '../../src/operator/operator.feature.js';
import { OperatorService } from '../../src/operator/operator.service.js';
import { EmailVerificationService } from '../../src/email-flows/email-verification.service.js';
import { FactorRemovalsService } from '../../src/email-flows/factor-removals.service.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import { PageClient } from '../support/clients/page-client.js';
import { readNotice } from '../support/clients/page-reader.js';
import { isSignedIn } from '../support/clients/person.js';
import { leastOptions, startHost } from '../support/hosts/guest.js';
import { Mailboxes } from '../support/hosts/mailboxes.js';
import { newEmail, password } from '../support/hosts/service.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { until } from '../support/until.js';

const grace = { channel: 'command_line', operator: 'grace' } as const;

/** An account with a verified address and an authenticator app. */
interface Owner {
  readonly account: Account;
  readonly email: string;
  readonly secret: string;
  readonly codes: readonly string[];
}

describe('The removal of a lost second factor', () => {
  let database: TestDatabase;
  let mailboxes: Mailboxes;
  let nodes: INestApplication[];
  beforeAll(async () => {
    database = await createTestDatabase();
    mailboxes = new Mailboxes();
    nodes = [await start(), await start()];
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await database.drop();
  });
  beforeEach(() => void (mailboxes.mails.length = 0));

  const start = (pages = consoleFeature, mails = [mailFeature]) =>
    startHost([
      AccountsModule.forRoot({
        ...leastOptions({ url: database.url }),
        publicUrl: 'https://accounts.example',
        features: [pages, operatorFeature(), ...mails],
        mail: mails.length > 0 ? { transport: mailboxes, from: 'a@accounts.example' } : undefined,
      }),
    ]);
  const get = <T>(type: abstract new (...args: any[]) => T, node = nodes[0]!) =>
    node.get(type, { strict: false });
  const browser = async () => new PageClient(await nodes[0]!.getUrl());
  const removeFactor = (id: string) => get(OperatorService).removeFactor(id, grace);
  const hasFactor = ({ account }: Owner) => get(FactorsService).hasFactor(account.id);
  const subjectsTo = (email: string) => mailboxes.to(email).map(({ subject }) => subject);

  async function newAccount(): Promise<Account> {
    const person = { name: 'Ada', email: newEmail(), password, language_code: 'en' };
    return get(AccountsService).create(person, byHost);
  }

  async function newOwner(): Promise<Owner> {
    const account = await newAccount();
    const { email } = account;
    await get(EmailVerificationService).request(account);
    const page = await browser();
    await page.open(await mailboxes.link(email));
    await page.submit('/console/verify-email', { password });
    mailboxes.mails.length = 0;
    const factors = get(FactorsService);
    const { setup, secret } = factors.begin(account);
    const codes = await factors.addFirst(account, setup, createAppCode(secret, 0), byHost);
    await until(() => mailboxes.to(email).length === 1);
    mailboxes.mails.length = 0;
    return { account, email, secret, codes };
  }

  async function signedIn({ email, secret }: Owner): Promise<PageClient> {
    const user = await browser();
    await user.open((await user.signIn(email, password)).location!);
    await user.submit('/console/second-step', { code: createAppCode(secret, 1) });
    expect(await isSignedIn(user)).toBe(true);
    return user;
  }

  const isMailed = async ({ account }: Owner) =>
    Boolean((await get(FactorRemovalsService).find(account.id))?.mailedAt);

  /** Acts as if the first mail had been sent this many hours earlier. */
  async function age(owner: Owner, hours: number): Promise<void> {
    const { account } = owner;
    await until(() => isMailed(owner));
    const removal = await get(PrismaService).factorRemoval.findUniqueOrThrow({
      where: { accountId: account.id },
    });
    await get(PrismaService).factorRemoval.update({
      where: { accountId: account.id },
      data: { dueAt: new Date(removal.dueAt.getTime() - hours * 3_600_000) },
    });
  }

  const purge = () => Promise.all(nodes.map((node) => get(PurgeService, node).purge()));

  it('takes effect a day later, ends the sessions and notifies the owner', async () => {
    const owner = await newOwner();
    const user = await signedIn(owner);
    const { status } = await removeFactor(owner.account.id);
    expect(status.factor_removal_at).toMatch(/^\d{4}-/);
    await until(() => mailboxes.to(owner.email).length === 1);
    expect(subjectsTo(owner.email)[0]).toMatch(/^The second factor of your .* will be removed$/);
    await age(owner, 23);
    await purge();
    expect(await hasFactor(owner)).toBe(true);
    await age(owner, 1);
    await purge();
    expect(await hasFactor(owner)).toBe(false);
    expect(await isSignedIn(user)).toBe(false);
    await until(() => mailboxes.to(owner.email).length === 2);
    expect((await (await browser()).signIn(owner.email, password)).location).toBe(
      '/console/account',
    );
    const events = await get(AuditTrail).list({ accountId: owner.account.id, limit: 20 });
    const told = events.filter(({ operator }) => operator === 'grace').map(({ event }) => event);
    // Two nodes have purged at the same time.
    expect(told.sort()).toEqual(['factor.remove', 'removal.start']);
    expect(mailboxes.to(owner.email)).toHaveLength(2);
  });

  it('is stopped by the button on the page of the mailed link, not by opening the link', async () => {
    const owner = await newOwner();
    await removeFactor(owner.account.id);
    const link = await mailboxes.link(owner.email);
    expect(link).toMatch(/^\/console\/stop-removal\?token=/);
    const page = await browser();
    await page.open(link);
    await page.open(link);
    const status = async () => (await get(OperatorService).show(owner.account.id)).status;
    expect((await status()).factor_removal_at).not.toBeNull();
    const { location } = await page.submit('/console/stop-removal');
    expect(readNotice((await page.open(location!)).html)).toBe(
      'The removal has been stopped. Your second factor has been kept.',
    );
    expect((await status()).factor_removal_at).toBeNull();
    await purge();
    expect(await hasFactor(owner)).toBe(true);
    const [event] = await get(AuditTrail).list({ accountId: owner.account.id, limit: 1 });
    expect(event).toMatchObject({ event: 'removal.stop', channel: 'console' });
    expect((await page.open('/console/stop-removal?token=x')).status).toBe(404);
  });

  it('redirects a signed-in user to an existing page if only OAuth is mounted', async () => {
    const owner = await newOwner();
    const node = await start(oauthFeature);
    nodes.push(node);
    const user = new PageClient(await node.getUrl());
    await user.open((await user.signIn(owner.email, password)).location!);
    await user.submit('/console/second-step', { code: createAppCode(owner.secret, 1) });
    await removeFactor(owner.account.id);
    await user.open(await mailboxes.link(owner.email));
    const { location } = await user.submit('/console/stop-removal');
    expect(location).toBe('/console/grants');
    expect((await user.open(location!)).status).toBe(200);
  });

  it('can be stopped by a signed-in user on the security page', async () => {
    const owner = await newOwner();
    const user = await signedIn(owner);
    await removeFactor(owner.account.id);
    const { html } = await user.open('/console/security');
    expect(html).toContain('Your second factor will be removed');
    await user.submit('/console/security/stop-removal');
    expect((await user.open('/console/security')).html).not.toContain('Stop the removal');
    expect((await get(OperatorService).show(owner.account.id)).status).toMatchObject({
      factor_removal_at: null,
      second_factor: true,
    });
  });

  it('cannot be stopped by a signed-in user of a suspended account, and takes effect', async () => {
    const owner = await newOwner();
    const intruder = await signedIn(owner);
    await removeFactor(owner.account.id);
    await intruder.open('/console/security');
    await get(OperatorService).suspend(owner.account.id, { reason: 'intruder' }, grace);
    expect((await intruder.submit('/console/security/stop-removal')).status).toBe(403);
    await age(owner, 24);
    await purge();
    expect(await hasFactor(owner)).toBe(false);
    await get(OperatorService).restore(owner.account.id, {}, grace);
    expect(await isSignedIn(intruder)).toBe(false);
  });

  it('is neither postponed nor mailed again if it is requested twice', async () => {
    const owner = await newOwner();
    await removeFactor(owner.account.id);
    await until(() => isMailed(owner));
    const first = await get(OperatorService).show(owner.account.id);
    const second = await removeFactor(owner.account.id);
    expect(second.status.factor_removal_at).toBe(first.status.factor_removal_at);
    await mailboxes.link(owner.email);
  });

  it.each(['an authenticator code', 'a recovery code', 'another app', 'new recovery codes'])(
    'is cancelled by the use of %s',
    async (use) => {
      const owner = await newOwner();
      const { account, secret, codes } = owner;
      await removeFactor(account.id);
      await until(() => isMailed(owner));
      const factors = get(FactorsService);
      if (use === 'an authenticator code')
        await factors.verify(account, createAppCode(secret, 1), byHost);
      if (use === 'a recovery code') await factors.verify(account, codes[0]!, byHost);
      if (use === 'new recovery codes') await factors.replaceRecoveryCodes(account, byHost);
      if (use === 'another app') {
        const { setup, secret: other } = factors.begin(account);
        await factors.replace(account, setup, createAppCode(other, 0), byHost);
      }
      expect(await get(FactorRemovalsService).find(account.id)).toBeNull();
      await purge();
      expect(await hasFactor(owner)).toBe(true);
    },
  );

  it('is not cancelled by a wrong code', async () => {
    const owner = await newOwner();
    await removeFactor(owner.account.id);
    await expect(get(FactorsService).verify(owner.account, '000000', byHost)).rejects.toBeDefined();
    expect(await get(FactorRemovalsService).find(owner.account.id)).not.toBeNull();
  });

  it('waits until its mail has been sent, however long that takes', async () => {
    const owner = await newOwner();
    const { id } = owner.account;
    mailboxes.refuse = () => {
      throw new Error('The mail server is away.');
    };
    try {
      await removeFactor(id);
      const where = { accountId: id };
      const long = new Date(Date.now() - 30 * 24 * 3_600_000);
      const data = { requestedAt: long, dueAt: long };
      await get(PrismaService).factorRemoval.update({ where, data });
      await purge();
      expect(await hasFactor(owner)).toBe(true);
      // As if an operator had dropped the mail.
      await get(PrismaService).eventDelivery.deleteMany({});
      await get(PrismaService).eventQueue.deleteMany({});
    } finally {
      mailboxes.refuse = () => undefined;
    }
    await removeFactor(id);
    await until(() => isMailed(owner));
    await purge();
    expect(await hasFactor(owner)).toBe(true);
    const { dueAt, mailedAt } = (await get(FactorRemovalsService).find(id))!;
    expect(dueAt.getTime() - mailedAt!.getTime()).toBe(24 * 3_600_000);
    await age(owner, 24);
    await purge();
    expect(await hasFactor(owner)).toBe(false);
  });

  it('is not performed by a node whose clock is ahead or behind', async () => {
    const owner = await newOwner();
    await removeFactor(owner.account.id);
    await until(() => isMailed(owner));
    const removeDueAt = async (hours: number) => {
      mock.timers.enable({ apis: ['Date'], now: Date.now() + hours * 3_600_000 });
      await get(FactorRemovalsService)
        .removeDue()
        .finally(() => mock.timers.reset());
    };
    for (const hours of [25, -25]) {
      await removeDueAt(hours);
      expect(await hasFactor(owner)).toBe(true);
    }
    // The clock of the database may be the one that is ahead.
    await age(owner, 25);
    await removeDueAt(-25);
    expect(await hasFactor(owner)).toBe(true);
    await purge();
    expect(await hasFactor(owner)).toBe(false);
  });

  it('is stored together with the request for its mails, or not at all', async () => {
    const owner = await newOwner();
    const { id } = owner.account;
    const database = get(PrismaService);
    await database.$executeRawUnsafe(
      'ALTER TABLE event_deliveries RENAME TO event_deliveries_away',
    );
    try {
      await expect(removeFactor(id)).rejects.toBeDefined();
    } finally {
      await database.$executeRawUnsafe(
        'ALTER TABLE event_deliveries_away RENAME TO event_deliveries',
      );
    }
    expect(await get(FactorRemovalsService).find(id)).toBeNull();
    await removeFactor(id);
    await mailboxes.link(owner.email);
  });

  it('is stopped by its link even after a suspension and a new password, but the link stops no later removal', async () => {
    const owner = await newOwner();
    const { id } = owner.account;
    await removeFactor(id);
    const link = await mailboxes.link(owner.email);
    await get(OperatorService).suspend(id, { reason: 'intruder' }, grace);
    await get(AccountsService).setPassword(id, 'chosen by the owner 1', byHost);
    const page = await browser();
    await page.open(link);
    const sent = page.getHiddenFields('/console/stop-removal');
    expect((await page.submit('/console/stop-removal')).status).toBe(303);
    expect(await get(FactorRemovalsService).find(id)).toBeNull();
    expect((await page.open(link)).status).toBe(404);
    await get(OperatorService).restore(id, {}, grace);
    await removeFactor(id);
    await mailboxes.link(owner.email, 2);
    expect((await page.open(link)).status).toBe(404);
    await page.post('/console/stop-removal', sent);
    expect(await get(FactorRemovalsService).find(id)).not.toBeNull();
  });

  it('is mailed to every address that may restore the account, and any of them can stop it', async () => {
    const owner = await newOwner();
    const { id } = owner.account;
    const intruder = newEmail();
    const changed = await get(AccountsService).update(
      id,
      { email: intruder },
      { ...byHost, by: 'owner' },
    );
    await mailboxes.link(owner.email);
    await get(EmailVerificationService).request(changed);
    const page = await browser();
    await page.open(await mailboxes.link(intruder));
    await page.submit('/console/verify-email', { password, code: createAppCode(owner.secret, 1) });
    await removeFactor(id);
    await mailboxes.link(intruder, 2);
    await page.open(await mailboxes.link(owner.email, 2));
    expect((await page.submit('/console/stop-removal')).status).toBe(303);
    expect(await get(FactorRemovalsService).find(id)).toBeNull();
  });

  it('does nothing if the owner has moved or removed the factor in the meantime', async () => {
    const factors = get(FactorsService);
    for (const change of ['moved', 'removed']) {
      const owner = await newOwner();
      const user = await signedIn(owner);
      await removeFactor(owner.account.id);
      await mailboxes.link(owner.email);
      if (change === 'removed') await factors.remove(owner.account, byHost);
      else {
        const { setup, secret } = factors.begin(owner.account);
        await factors.replace(owner.account, setup, createAppCode(secret, 0), byHost);
      }
      await purge();
      expect(await isSignedIn(user)).toBe(true);
      expect((await factors.status(owner.account.id)).recoveryCodes).toBe(
        change === 'moved' ? 10 : 0,
      );
      expect(await get(FactorRemovalsService).find(owner.account.id)).toBeNull();
      const events = await get(AuditTrail).list({ accountId: owner.account.id, limit: 20 });
      const ofOperator = events.filter(({ operator }) => operator === 'grace');
      expect(ofOperator.map(({ event }) => event)).toEqual(['removal.start']);
    }
  });

  it('is cancelled when the owner reverts an intruder’s email change', async () => {
    const owner = await newOwner();
    const intruder = newEmail();
    const { id } = owner.account;
    const changed = await get(AccountsService).update(
      id,
      { email: intruder },
      { ...byHost, by: 'owner' },
    );
    const undo = await mailboxes.link(owner.email);
    await get(EmailVerificationService).request(changed);
    const page = await browser();
    await page.open(await mailboxes.link(intruder));
    await page.submit('/console/verify-email', { password, code: createAppCode(owner.secret, 1) });
    await removeFactor(id);
    await mailboxes.link(intruder, 2);
    await page.open(undo);
    await page.submit('/console/restore-email');
    expect(await get(FactorRemovalsService).find(id)).toBeNull();
    expect(await hasFactor(owner)).toBe(true);
  });

  it('is refused if no mail can be sent to the owner', async () => {
    const account = await newAccount();
    const factors = get(FactorsService);
    const { setup, secret } = factors.begin(account);
    await factors.add(account, setup, createAppCode(secret, 0), byHost);
    await expect(removeFactor(account.id)).rejects.toMatchObject({ code: 'mail_unavailable' });
  });

  it('is refused, like a reset by mail, in a host that sends no mails', async () => {
    const owner = await newOwner();
    const { id } = owner.account;
    const silent = await start(consoleFeature, []);
    try {
      const operator = get(OperatorService, silent);
      const refused = { code: 'mail_unavailable' };
      await expect(operator.removeFactor(id, grace)).rejects.toMatchObject(refused);
      await expect(operator.startReset(id, grace)).rejects.toMatchObject(refused);
      expect(await get(FactorRemovalsService).find(id)).toBeNull();
    } finally {
      await silent.close();
    }
  });

  it('is refused if the account has no second factor', async () => {
    const owner = await newOwner();
    await factorsGone(owner);
    await expect(removeFactor(owner.account.id)).rejects.toMatchObject({
      code: 'second_factor_missing',
    });
  });

  const factorsGone = ({ account }: Owner) => get(FactorsService).remove(account, byHost);

  it('is unnecessary with a recovery code, and the owner is notified of its use', async () => {
    const owner = await newOwner();
    const user = await browser();
    await user.open((await user.signIn(owner.email, password)).location!);
    await user.submit('/console/second-step', { code: owner.codes[0]! });
    await until(() => mailboxes.to(owner.email).length === 1);
    const [mail] = mailboxes.to(owner.email);
    expect(mail!.subject).toMatch(/^A recovery code of your .* account has been used$/);
    expect(mail!.text).toContain('Codes left: 9.');
    expect(get(FactorsService).codes.right).toBeGreaterThan(0);
  });
});
