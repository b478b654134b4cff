import { FactorsService } from '../../src/access/factors/factors.service.js';
import { byHost } from '../../src/request/requester.js';
import { codeOfApp } from '../support/clients/authenticator-app.js';
import { asking, newClient, pkcePair, type TestClient } from '../support/clients/oauth.js';
import { PageClient } from '../support/clients/page-client.js';
import { noticeOf } from '../support/clients/page-reader.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { describeService, password } from '../support/hosts/service.js';

describeService('The account of a page', (service) => {
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

  it('is named at the second step, which offers another one', async () => {
    const { account } = person;
    const factors = service().app.get(FactorsService, { strict: false });
    const { secret, setup } = factors.begin(account);
    await factors.addFirst(account, setup, codeOfApp(secret), byHost);
    const browser = new PageClient(service().url);
    const going = service().path('/console/account?x=1');
    const { location } = await browser.signIn(account.email, password, going);
    const { html } = await browser.open(location!);
    expect(html).toContain(account.email);
    expect(html).toContain('contact the operator of this service');
    const other = await browser.submit('/console/sign-out');
    expect(other.location).toMatch(/^\/console\/sign-in\?return_to=/);
    expect((await browser.open('/console/second-step')).location).toBe('/console/sign-in');
  });

  it('is not another one when a form is sent', async () => {
    const { browser } = person;
    const other = await newPerson(service());
    await browser.open('/console/account');
    const form = { ...browser.hiddenFieldsOf('/console/account'), name: 'Somebody else' };
    const headers = { 'sec-fetch-site': 'same-origin' };
    const { status, location } = await other.browser.post('/console/account', form, headers);
    expect([status, location]).toEqual([303, '/console/account']);
    const { html } = await other.browser.open(location!);
    expect(noticeOf(html)).toBe('The form you sent belongs to another account. Nothing was saved.');
    expect(html).not.toContain('Somebody else');
  });

  it.each(['/console/confirm', '/console/set-up-factor'])(
    'is confirmed at %s without closing the window of the client',
    async (page) => {
      const { browser } = person;
      const request = `/oauth/authorize?${new URLSearchParams(asking(client, pkcePair()))}`;
      const query = new URLSearchParams({ return_to: service().path(request) });
      expect(await openerPolicy(browser, `${page}?${query}`)).toEqual([200, 'unsafe-none']);
      expect(await openerPolicy(browser, page)).toEqual([200, 'same-origin']);
    },
  );

  it.each([
    ['the longest of four-byte letters', `${'𝒳'.repeat(243)}@example.com`],
    ['the longest in Chinese', `${'李'.repeat(243)}@example.com`],
    ['the shortest', 'a@b.c'],
  ])('has an email that is %s', async (_, email) => {
    const { browser } = await newPerson(service(), { email });
    for (const page of [
      'account',
      'account/delete',
      'security',
      'security/authenticator',
      'set-up-factor',
      'activity',
      'sessions',
    ]) {
      const { status, html } = await browser.open(`/console/${page}`);
      expect([page, status]).toEqual([page, 200]);
      expect(/<title>(.*?)<\/title>/.exec(html)![1]).not.toMatch(/[\u2066-\u2069]/);
    }
  });
});
