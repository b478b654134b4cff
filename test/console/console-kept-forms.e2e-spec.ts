import { randomBytes, randomUUID } from 'node:crypto';
import { PageClient } from '../support/clients/page-client.js';
import { readValue } from '../support/clients/page-reader.js';
import { newPerson, signedIn } from '../support/clients/person.js';
import { describeService, newEmail, password, type TestService } from '../support/hosts/service.js';

/** The header of a browser that sends a form of the console. */
const ours = { 'Sec-Fetch-Site': 'same-origin' };

const sentence = 'This form has expired. Try again.';

/** The sign-in page that redirects to another page. */
function signInFor({ prefix }: PageClient, path: string): string {
  return `/console/sign-in?${new URLSearchParams({ return_to: prefix + path })}`;
}

describeService('An expired form', (running) => {
  let service: TestService;
  beforeAll(() => (service = running()));

  it('continues to its target if the user has already signed in', async () => {
    const { account } = await service.newCaller();
    const tab = new PageClient(service.url, ours);
    const page = signInFor(tab, '/console/sessions');
    await tab.open(page);
    const form = tab.getHiddenFields('/console/sign-in');
    expect((await tab.signIn(account.email, password)).status).toBe(303);
    const { status, location } = await tab.post('/console/sign-in', {
      ...form,
      password,
      email: 'x',
    });
    expect([status, location]).toEqual([303, page]);
    expect((await tab.open(location!)).location).toBe('/console/sessions');
  });

  it('is shown again to an anonymous visitor with all input except the password', async () => {
    const tab = new PageClient(service.url, ours);
    await tab.open('/console/sign-up');
    const form = tab.getHiddenFields('/console/sign-up');
    tab.cookies.clear();
    const written = { name: 'Ada <3', email: newEmail(), password, language_code: 'fr' };
    const { location } = await tab.post('/console/sign-up', { ...form, ...written });
    const { html } = await tab.open(location!);
    expect(html).toContain(sentence);
    expect(readValue(html, 'name')).toBe(written.name);
    expect(readValue(html, 'email')).toBe(written.email);
    expect(html).toMatch(/<option[^>]*(value="fr"[^>]*selected|selected[^>]*value="fr")/);
    expect(html).not.toContain(password);
    expect((await tab.submit('/console/sign-up', { ...written })).status).toBe(303);
    expect((await tab.open('/console/sign-up')).html).not.toContain(sentence);
  });

  it('is shown again after the required sign-in', async () => {
    const person = await newPerson(service, {}, ours);
    const { browser, account } = person;
    await browser.open('/console/applications/new');
    const form = browser.getHiddenFields('/console/applications');
    await browser.open('/console/account');
    await browser.submit('/console/sign-out');
    const written = { name: 'Difference', redirect_uris: 'https://a.example/x', public: 'true' };
    let answer = await browser.post('/console/applications', { ...form, ...written });
    while (answer.location) answer = await browser.open(answer.location);
    expect(answer.html).not.toContain('Difference');
    answer = await browser.submit('/console/sign-in', { email: account.email, password });
    expect(answer.location).toBe('/console/applications/new');
    const { html } = await browser.open(answer.location!);
    expect(html).toContain(sentence);
    expect(readValue(html, 'name')).toBe('Difference');
    expect(readValue(html, 'redirect_uris')).toBe('https://a.example/x');
    expect(html).toMatch(/<input[^>]*name="public"[^>]*checked/);
    const { applications } = (await service.as(person, 'get', '/applications')).body;
    expect(applications).toHaveLength(1);
  });

  it('is shown again if its session ended, whether sent before or after the next sign-in', async () => {
    const person = await newPerson(service, {}, ours);
    const { browser, account } = person;
    await browser.open('/console/account');
    const form = browser.getHiddenFields('/console/account');
    await service.prisma.session.deleteMany({ where: { accountId: account.id } });
    const again = await browser.post('/console/account', { ...form, name: 'Countess' });
    expect(again.location).toBe(signInFor(browser, '/console/account'));
    await browser.open(again.location!);
    await browser.submit('/console/sign-in', { email: account.email, password });
    expect(readValue((await browser.open('/console/account')).html, 'name')).toBe('Countess');

    await browser.open('/console/account');
    expect(readValue((await browser.open('/console/account')).html, 'name')).toBe(account.name);
    const old = await browser.post('/console/account', { ...form, name: 'Countess' });
    expect(old.location).toBe('/console/account');
    const { html } = await browser.open(old.location!);
    expect(readValue(html, 'name')).toBe('Countess');
    await browser.submit('/console/account', { name: 'Countess', email: account.email });
    expect((await service.as(person, 'get', '/accounts/me')).body.account.name).toBe('Countess');
  });

  it('is shown again after a sign-in in another language', async () => {
    const { browser, account } = await newPerson(service, {}, ours);
    await browser.open('/console/account');
    const form = browser.getHiddenFields('/console/account');
    await service.prisma.session.deleteMany({ where: { accountId: account.id } });
    const again = await browser.post('/console/account', { ...form, name: 'Countess' });
    await browser.open(again.location!);
    const chosen = await browser.submit('/console/language', { language: 'de', email: 'typed' });
    const { html } = await browser.open(chosen.location!);
    expect([html.includes('lang="de"'), readValue(html, 'email')]).toEqual([true, 'typed']);
    await browser.submit('/console/sign-in', { email: account.email, password });
    expect(readValue((await browser.open('/console/account')).html, 'name')).toBe('Countess');
  });

  it('is not shown to another user who signs in', async () => {
    const [first, second] = [await newPerson(service, {}, ours), await service.newCaller()];
    const { browser } = first;
    await browser.open('/console/account');
    const form = browser.getHiddenFields('/console/account');
    await browser.submit('/console/sign-out');
    let answer = await browser.post('/console/account', { ...form, name: 'Countess' });
    while (answer.location) answer = await browser.open(answer.location);
    await browser.submit('/console/sign-in', { email: second.account.email, password });
    const { html } = await browser.open('/console/account');
    expect(readValue(html, 'name')).toBe(second.account.name);
    expect(html).not.toContain('Countess');
  });

  it('is shown again with the maximum number of redirect URIs', async () => {
    const { browser } = await newPerson(service, {}, ours);
    await browser.open('/console/applications/new');
    const form = browser.getHiddenFields('/console/applications');
    const redirect_uris = Array.from(
      { length: 20 },
      (_, i) => `https://${randomUUID()}.example/oauth/v2/authorization-code/callback?region=${i}`,
    ).join('\r\n');
    const written = { name: 'Difference', redirect_uris };
    const fields = { ...form, ...written, csrf_token: 'old' };
    const { location } = await browser.post('/console/applications', fields);
    const { html } = await browser.open(location!);
    expect(html).toContain(sentence);
    expect(readValue(html, 'redirect_uris')).toBe(redirect_uris);
  });

  it('is refused without a redirect if it is too long to keep', async () => {
    const { browser } = await newPerson(service, {}, ours);
    await browser.open('/console/applications/new');
    const form = browser.getHiddenFields('/console/applications');
    const redirect_uris = `https://a.example/${randomBytes(3_000).toString('base64url')}`;
    const fields = { ...form, csrf_token: 'old', name: 'Long', redirect_uris };
    const { status, location } = await browser.post('/console/applications', fields);
    expect([status, location]).toEqual([403, undefined]);
  });

  it('has no effect until it is sent again', async () => {
    const person = await newPerson(service, {}, ours);
    const other = await signedIn(service, person);
    await other.open('/console/sessions/end-others');
    const form = { ...other.getHiddenFields('/console/sessions/end-others') };
    const answer = await person.browser.post('/console/sessions/end-others', form);
    expect(answer.location).toBe('/console/sessions/end-others');
    expect((await other.open('/console/account')).status).toBe(200);
  });

  it('is refused and not shown again if another site sent it', async () => {
    const { browser } = await newPerson(service);
    await browser.open('/console/account');
    const form = browser.getHiddenFields('/console/account');
    for (const site of ['cross-site', 'same-site']) {
      const fields = { ...form, name: 'Mallory' };
      const answer = await browser.post('/console/account', fields, { 'Sec-Fetch-Site': site });
      expect([answer.status, answer.location]).toEqual([403, undefined]);
    }
    const without = await browser.post('/console/account', {
      name: 'Mallory',
      form_page: form.form_page!,
    });
    expect([without.status, without.location]).toEqual([403, undefined]);
    expect((await browser.open('/console/account')).html).not.toContain('Mallory');
  });

  it('is refused if it names a page outside the console', async () => {
    const { browser } = await newPerson(service, {}, ours);
    for (const page of [
      'https://evil.example/console/account',
      '//evil.example/console/account',
      '/docs',
    ]) {
      const answer = await browser.post('/console/account', { name: 'x', form_page: page });
      expect([answer.status, answer.location]).toEqual([403, undefined]);
    }
  });
});
