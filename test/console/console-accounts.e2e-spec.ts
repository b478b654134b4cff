import { FactorsService } from '../../src/factors/factors.service.js';
import { byHost } from '../../src/request/requester.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import {
  asking,
  callback,
  newClient,
  pkcePair,
  type TestClient,
} from '../support/clients/oauth.js';
import { PageClient, unescaped } from '../support/clients/page-client.js';
import { readNotice, withoutKeptForm } from '../support/clients/page-reader.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { extremeAccounts } from '../support/extreme-values.js';
import { describeService, password } from '../support/hosts/service.js';

describeService('The account shown on a page', (service) => {
  let person: Person;
  let client: TestClient;
  beforeAll(async () => {
    client = await newClient(service(), await newPerson(service()));
  });
  beforeEach(async () => {
    person = await newPerson(service());
  });

  const openerPolicy = async (browser: PageClient, path: string) => {
    const { status, headers } = await browser.open(path);
    return [status, headers.get('cross-origin-opener-policy')];
  };

  it('is named on the second-step page, which offers to switch accounts', async () => {
    const { account } = person;
    const factors = service().app.get(FactorsService, { strict: false });
    const { secret, setup } = factors.begin(account);
    await factors.addFirst(account, setup, createAppCode(secret), byHost);
    const browser = new PageClient(service().url);
    const going = service().path('/console/account?x=1');
    const { location } = await browser.signIn(account.email, password, going);
    const { html } = await browser.open(location!);
    expect(html).toContain(account.email);
    expect(html).toContain('contact the operator of this service');
    const numeric =
      /<input[^>]*name="code"[^>]*inputmode="numeric"[^>]*autocomplete="one-time-code"/i;
    expect(html).toMatch(numeric);
    const [, link] = /<a class="button plain" href="([^"]*method=recovery_code)"/.exec(html)!;
    const asked = await browser.open(unescaped(link!).slice(browser.prefix.length));
    expect(asked.html).toContain('name="code"');
    expect(asked.html).not.toMatch(numeric);
    const refused = await browser.submit('/console/second-step', { code: 'WRONG-CODE' });
    expect(refused.status).toBe(400);
    expect(refused.html).not.toMatch(numeric);
    const other = await browser.submit('/console/sign-out');
    expect(other.location).toMatch(/^\/console\/sign-in\?return_to=/);
    expect((await browser.open('/console/second-step')).location).toBe('/console/sign-in');
  });

  it('must match the account that submits the form', async () => {
    const { browser } = person;
    const other = await newPerson(service());
    await browser.open('/console/account');
    const form = { ...browser.getHiddenFields('/console/account'), name: 'Somebody else' };
    const headers = { 'sec-fetch-site': 'same-origin' };
    const { status, location } = await other.browser.post('/console/account', form, headers);
    expect([status, withoutKeptForm(location)]).toEqual([303, '/console/account']);
    const { html } = await other.browser.open(location!);
    expect(readNotice(html)).toBe(
      'The form you sent belongs to another account. Nothing was saved.',
    );
    expect(html).not.toContain('Somebody else');
  });

  it.each(['/console/confirm', '/console/set-up-factor'])(
    'is confirmed at %s without severing the OAuth client’s window',
    async (page) => {
      const { browser } = person;
      const request = `/oauth/authorize?${new URLSearchParams(asking(client, pkcePair()))}`;
      const query = new URLSearchParams({ return_to: service().path(request) });
      expect(await openerPolicy(browser, `${page}?${query}`)).toEqual([200, 'unsafe-none']);
      expect(await openerPolicy(browser, page)).toEqual([200, 'same-origin']);
    },
  );

  it.each(extremeAccounts)('is shown on every page, with %s', async (_, name, email) => {
    const { account, applicationId, browser } = await newPerson(service(), { email });
    const { prisma } = service();
    const accountId = account.id;
    const named = { name, redirectUris: [callback] };
    await prisma.account.update({
      where: { id: accountId },
      data: { name, phone: name.slice(0, 64) },
    });
    await prisma.application.update({ where: { id: applicationId }, data: named });
    await prisma.session.updateMany({ where: { accountId }, data: { userAgent: name } });
    const expectWhole = async (tab: PageClient, path: string, text = '') => {
      const { status, html } = await tab.open(path);
      expect([path, status, html.slice(-7)]).toEqual([path, 200, '</html>']);
      expect(unescaped(html)).toContain(text);
      expect(/<title>(.*?)<\/title>/.exec(html)![1]).not.toMatch(/[\u2066-\u2069]/);
    };
    const asked = asking({ ...client, id: applicationId }, pkcePair());
    const application = `/console/applications/${applicationId}`;
    const authorize = `/oauth/authorize?${new URLSearchParams(asked)}`;
    await expectWhole(browser, authorize, name);
    const { location } = await browser.submit('/oauth/authorize', { decision: 'allow' });
    expect(location).toMatch(/[?&]code=/);
    const [grant] = await prisma.grant.findMany({ where: { accountId } });
    for (const [path, text] of [
      ['/console/account', name],
      ['/console/account/delete', email],
      ['/console/account/export', email],
      ['/console/notifications', email],
      ['/console/security', email],
      ['/console/security/authenticator', email],
      ['/console/set-up-factor', email],
      ['/console/confirm', email],
      ['/console/activity', name],
      ['/console/sessions', ''],
      ['/console/applications', name],
      ['/console/applications/new', email],
      [application, name],
      [`${application}/delete`, name],
      [`${application}/token/regenerate`, name],
      [`${application}/token/revoke`, name],
      [`${application}/secret`, name],
      [`${application}/tokens/new`, name],
      ['/console/grants', name],
      [`/console/grants/${grant!.id}/revoke`, name],
    ] as const) {
      await expectWhole(browser, path, text);
    }
    const factors = service().app.get(FactorsService, { strict: false });
    const { secret, setup } = factors.begin(account);
    await factors.addFirst(account, setup, createAppCode(secret), byHost);
    await expectWhole(browser, '/console/security/recovery-codes');
    const next = new PageClient(service().url);
    await next.signIn(email, 'a wrong one 7');
    await next.signIn(email, password);
    await expectWhole(next, '/console/second-step', email);
  });
});
