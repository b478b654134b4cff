import { createAppCode } from '../support/clients/authenticator-app.js';
import { ask, asking, newClient, pkcePair, readRedirect } from '../support/clients/oauth.js';
import { PageClient, type PageAnswer } from '../support/clients/page-client.js';
import { readCodes, errorsBeside, readNotice } from '../support/clients/page-reader.js';
import { ageSessions, isSignedIn, newPerson, type Person } from '../support/clients/person.js';
import { describeService, password } from '../support/hosts/service.js';

describeService('A console form that is sent twice', (service) => {
  let person: Person;
  beforeEach(async () => {
    person = await newPerson(service());
  });

  const getAudit = (event: string) =>
    service().prisma.auditEvent.count({ where: { accountId: person.account.id, event } });

  /** Sends the form of the last page twice, as a double click does: with the same cookies and fields. */
  async function sendTwice(path: string, fields: Record<string, string>): Promise<PageAnswer[]> {
    const { browser } = person;
    const form = { ...browser.getHiddenFields(path), ...fields };
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const send = () => browser.post(path, form, { cookie });
    return [...(await Promise.all([send(), send()])), await send()];
  }

  it('creates only one application', async () => {
    const { browser, account } = person;
    const recorded = await getAudit('application.create');
    await browser.open('/console/applications/new');
    const created = await sendTwice('/console/applications', { name: 'Engine' });
    expect(created.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(new Set(created.map(({ location }) => location)).size).toBe(1);
    const owned = { where: { ownerId: account.id, name: 'Engine' } };
    expect(await service().prisma.application.count(owned)).toBe(1);
    expect(await getAudit('application.create')).toBe(recorded + 1);

    await browser.open('/console/applications/new');
    await browser.submit('/console/applications', { name: 'Engine' });
    expect(await service().prisma.application.count(owned)).toBe(2);
  });

  it('changes the password once and keeps the user signed in', async () => {
    const { browser } = person;
    await browser.open('/console/security/password');
    const changed = await sendTwice('/console/security/password', {
      old_password: password,
      new_password: 'another horse 8',
    });
    for (const { status, location } of changed) {
      expect([status, location]).toEqual([303, '/console/security']);
    }
    expect(await getAudit('password.change')).toBe(1);
    expect(readNotice((await browser.open('/console/security')).html)).toBeDefined();
  });

  it('shows the same recovery codes each time', async () => {
    const { browser } = person;
    const { html } = await browser.open('/console/set-up-factor');
    const secret = readCodes(html)
      .find((code) => /^[A-Z2-7 ]{32,}$/.test(code))!
      .replaceAll(' ', '');
    const shown = await sendTwice('/console/set-up-factor', { code: createAppCode(secret) });
    expect(shown.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [first, ...others] = shown.map((each) => readCodes(each.html));
    expect(first).toHaveLength(10);
    expect(others).toEqual([first, first]);
    expect(await getAudit('factor.add')).toBe(1);
  });

  it('deletes the account once, and confirms the deletion both times', async () => {
    const { browser } = person;
    await browser.open('/console/account/delete');
    const deleted = await sendTwice('/console/account/delete', { password });
    expect(deleted.map(({ location }) => location)).toEqual(Array(3).fill('/console/sign-in'));
    const signIn = await browser.open('/console/sign-in');
    expect(readNotice(signIn.html)).toBeDefined();
  });

  it.each([
    ['/console/language', { language: 'fr' }],
    ['/console/sign-out', {}],
    ['/console/second-step', { code: '123456' }],
    ['/console/set-up-factor', { code: '123456' }],
    ['/console/sign-in', { email: 'nobody@example.com', password: 'wrong horse 7' }],
    ['/console/verify-email', { token: 'x' }],
  ])(
    'is not stored when an anonymous visitor sends it and nothing changes: %s',
    async (path, fields) => {
      const kept = await service().prisma.sentForm.count();
      const browser = new PageClient(service().url);
      await browser.open('/console/sign-in');
      const hidden = browser.getHiddenFields('/console/sign-in');
      const { status } = await browser.post(path, { ...hidden, ...fields });
      expect(status).toBeGreaterThanOrEqual(303);
      expect(await service().prisma.sentForm.count()).toBe(kept);
    },
  );

  it('can be sent again with the same content after it was refused', async () => {
    const { browser } = person;
    await browser.open('/console/security/password');
    const values = { old_password: 'wrong horse 7', new_password: 'another horse 8' };
    const refused = await sendTwice('/console/security/password', values);
    for (const { status, html } of refused) {
      expect([status, errorsBeside(html, 'password-old_password').length]).toEqual([400, 1]);
    }
    expect(await isSignedIn(browser)).toBe(true);
  });

  describe('and shows a secret', () => {
    /** Reveals the application’s token. Returns a function that sends the same form again. */
    async function reveal() {
      const { browser, applicationId, token } = person;
      const page = `/console/applications/${applicationId}`;
      await browser.open(page);
      const path = `${page}/token/reveal`;
      const form = browser.getHiddenFields(path);
      const first = await browser.post(path, form);
      expect(readCodes(first.html)).toContain(token);
      return () => browser.post(path, form);
    }
    const ended: [string, () => Promise<unknown>, number][] = [
      [
        'whose session has ended',
        () => service().prisma.session.deleteMany({ where: { accountId: person.account.id } }),
        303,
      ],
      [
        'whose account is suspended',
        () =>
          service().prisma.account.update({
            where: { id: person.account.id },
            data: { suspendedAt: new Date() },
          }),
        403,
      ],
      ['who must confirm again', () => ageSessions(service(), person.account.id), 303],
    ];

    it('shows it again to its user', async () => {
      const again = await reveal();
      expect(readCodes((await again()).html)).toContain(person.token);
    });

    it.each(ended)('does not show it to a user %s', async (_, end, refused) => {
      const again = await reveal();
      await end();
      const { status, html } = await again();
      expect(status).toBe(refused);
      expect(html).not.toContain(person.token);
    });
  });

  it('issues a client a new code once the first may have been used', async () => {
    const { browser } = person;
    const client = await newClient(service(), person);
    await ask(browser, asking(client, pkcePair()));
    const form = { ...browser.getHiddenFields('/oauth/authorize'), decision: 'allow' };
    const allow = async () => readRedirect(await browser.post('/oauth/authorize', form)).code;
    const first = await allow();
    expect(await allow()).toBe(first);
    const { prisma } = service();
    await prisma.$executeRaw`UPDATE sent_forms SET expires_at = expires_at - interval '6 seconds'`;
    expect(await allow()).not.toBe(first);
  });

  it('shows its response to no other browser', async () => {
    const { browser } = person;
    await browser.open('/console/applications/new');
    const path = '/console/applications';
    const form = { ...browser.getHiddenFields(path), name: 'Engine' };
    expect((await browser.post(path, form)).status).toBe(303);
    const stranger = await newPerson(service());
    const { status, location } = await stranger.browser.post(path, form);
    expect([status, location]).toEqual([403, undefined]);
  });
});
