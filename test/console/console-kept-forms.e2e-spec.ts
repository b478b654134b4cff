import { randomBytes, randomUUID } from 'node:crypto';
import { EmailTokensService } from '../../src/email-flows/links/email-tokens.service.js';
import { parseRateLimits } from '../../src/limits/rate-limit.policies.js';
import { createAppCode } from '../support/clients/authenticator-app.js';
import { PageClient, type PageAnswer } from '../support/clients/page-client.js';
import {
  readCodes,
  readNotice,
  readValue,
  withoutKeptForm,
} from '../support/clients/page-reader.js';
import { newPerson, signedIn } from '../support/clients/person.js';
import { describeService, newEmail, password, type TestService } from '../support/hosts/service.js';

/** The header of a browser that sends a form of the console. */
const ours = { 'Sec-Fetch-Site': 'same-origin' };

const sentence = 'This form has expired. Try again.';

const ofAnother = 'The form you sent belongs to another account. Nothing was saved.';

/** Opens a page and follows redirects. Returns the last page with its path. */
async function follow(browser: PageClient, { location }: PageAnswer) {
  for (let path = location!; ;) {
    const answer = await browser.open(path);
    if (answer.location === undefined) return { ...answer, path: path.split('?', 1)[0] };
    path = answer.location;
  }
}

describeService('An expired form', (running) => {
  let service: TestService;
  beforeAll(() => (service = running()));

  it('continues to its target if the user has already signed in', async () => {
    const { account } = await service.newCaller();
    const tab = new PageClient(service.url, ours);
    const returnTo = `${tab.prefix}/console/sessions`;
    await tab.open(`/console/sign-in?${new URLSearchParams({ return_to: returnTo })}`);
    const form = tab.getHiddenFields('/console/sign-in');
    expect((await tab.signIn(account.email, password)).status).toBe(303);
    const again = await tab.post('/console/sign-in', { ...form, password, email: 'x' });
    expect((await follow(tab, again)).path).toBe('/console/sessions');
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
    const asked = await browser.post('/console/applications', { ...form, ...written });
    expect((await follow(browser, asked)).html).not.toContain('Difference');
    const entered = await browser.submit('/console/sign-in', { email: account.email, password });
    const { html, path } = await follow(browser, entered);
    expect(path).toBe('/console/applications/new');
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
    expect((await follow(browser, again)).path).toBe('/console/sign-in');
    const entered = await browser.submit('/console/sign-in', { email: account.email, password });
    expect(readValue((await follow(browser, entered)).html, 'name')).toBe('Countess');

    expect(readValue((await browser.open('/console/account')).html, 'name')).toBe(account.name);
    const old = await browser.post('/console/account', { ...form, name: 'Countess' });
    const { html, path } = await follow(browser, old);
    expect([path, readValue(html, 'name')]).toEqual(['/console/account', 'Countess']);
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
    const entered = await browser.submit('/console/sign-in', { email: account.email, password });
    expect(readValue((await follow(browser, entered)).html, 'name')).toBe('Countess');
  });

  it('is not shown to another user who signs in, who learns that nothing was saved', async () => {
    const [first, second] = [await newPerson(service, {}, ours), await service.newCaller()];
    const { browser } = first;
    await browser.open('/console/account');
    const form = browser.getHiddenFields('/console/account');
    await browser.submit('/console/sign-out');
    await follow(browser, await browser.post('/console/account', { ...form, name: 'Countess' }));
    const { email, name } = second.account;
    const { html } = await follow(
      browser,
      await browser.submit('/console/sign-in', { email, password }),
    );
    expect(readNotice(html)).toBe(ofAnother);
    expect(readValue(html, 'name')).toBe(name);
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

  it('is shown again after the required sign-in, however long it is', async () => {
    const { browser, account } = await newPerson(service, {}, ours);
    const { id } = account;
    await browser.open('/console/applications/new');
    const form = browser.getHiddenFields('/console/applications');
    await service.prisma.session.deleteMany({ where: { accountId: id } });
    const redirect_uris = `https://a.example/${randomBytes(60_000).toString('base64url')}`;
    const fields = { ...form, name: 'Long', redirect_uris };
    await follow(browser, await browser.post('/console/applications', fields));
    const entered = await browser.submit('/console/sign-in', { email: account.email, password });
    const { html } = await follow(browser, entered);
    expect(html).toContain(sentence);
    expect(readValue(html, 'redirect_uris')).toBe(redirect_uris);
  });

  it('is shown again after a second step', async () => {
    const { browser, account } = await newPerson(service, {}, ours);
    const [secret = ''] = readCodes((await browser.open('/console/security/authenticator')).html);
    await browser.submit('/console/security/authenticator', { code: createAppCode(secret) });
    await browser.open('/console/account');
    const form = browser.getHiddenFields('/console/account');
    await browser.submit('/console/sign-out');
    const sent = await browser.post('/console/account', { ...form, name: 'Countess' });
    await follow(browser, sent);
    const first = await browser.submit('/console/sign-in', { email: account.email, password });
    expect((await follow(browser, first)).path).toBe('/console/second-step');
    const second = await browser.submit('/console/second-step', { code: createAppCode(secret, 1) });
    expect(readValue((await follow(browser, second)).html, 'name')).toBe('Countess');
  });

  it('is shown again after a confirmation that its page requires', async () => {
    const { browser, account } = await newPerson(service, {}, ours);
    const page = '/console/security/authenticator';
    const [secret] = readCodes((await browser.open(page)).html);
    const form = browser.getHiddenFields(page);
    await service.prisma.session.updateMany({
      where: { accountId: account.id },
      data: { confirmedAt: new Date(Date.now() - 11 * 60_000) },
    });
    const sent = await browser.post(page, { ...form, csrf_token: 'old', code: '123456' });
    expect((await follow(browser, sent)).path).toBe('/console/confirm');
    const confirmed = await browser.submit('/console/confirm', { password });
    const { html, path } = await follow(browser, confirmed);
    expect([path, readCodes(html)[0]]).toEqual([page, secret]);
  });

  it('is shown again in its own tab, whichever signs in', async () => {
    const { browser, account } = await newPerson(service, {}, ours);
    const page = '/console/applications/new';
    await browser.open(page);
    const form = browser.getHiddenFields('/console/applications');
    await browser.submit('/console/sign-out');
    const tabs = [];
    for (const name of ['First', 'Second']) {
      const sent = await browser.post('/console/applications', { ...form, name });
      tabs.push({ name, sent });
      await follow(browser, sent);
    }
    const entered = await browser.submit('/console/sign-in', { email: account.email, password });
    expect(readValue((await follow(browser, entered)).html, 'name')).toBe('Second');
    for (const { name, sent } of tabs) {
      expect(readValue((await follow(browser, sent)).html, 'name')).toBe(name);
    }
  });

  it('is shown again on reload, and no longer once it was accepted', async () => {
    const { browser, account } = await newPerson(service, {}, ours);
    await browser.open('/console/account');
    const form = browser.getHiddenFields('/console/account');
    const { location } = await browser.post('/console/account', {
      ...form,
      csrf_token: 'old',
      name: 'Countess',
    });
    for (let i = 0; i < 2; i++) {
      expect(readValue((await browser.open(location!)).html, 'name')).toBe('Countess');
    }
    const { email } = account;
    const kept = () => [...browser.cookies.keys()].filter((name) => name.includes('-form-'));
    const fields = { csrf_token: 'old', name: 'Duchess', email };
    const again = await browser.submit('/console/account', fields);
    expect(kept()).toHaveLength(1);
    expect(readValue((await follow(browser, again)).html, 'name')).toBe('Duchess');
    const saved = await browser.submit('/console/account', { name: 'Baroness', email });
    expect(kept()).toEqual([]);
    expect(saved.location).toBe('/console/account');
    const { html } = await browser.open(again.location!);
    expect(html).not.toContain(sentence);
    expect(readValue(html, 'name')).toBe('Baroness');
  });

  it('is not reported on the sign-in page after a password reset, even on reload', async () => {
    const { account } = await service.newCaller();
    const tokens = service.app.get(EmailTokensService, { strict: false });
    const token = await tokens.create('password-reset', { email: account.email, account });
    const browser = new PageClient(service.url, ours);
    await browser.open(`/console/reset-password?token=${token}`);
    const { location } = await browser.submit('/console/reset-password', {
      new_password: 'new one 77',
    });
    const changed = 'Your password has been changed. Sign in with the new password.';
    for (const notice of [changed, undefined]) {
      const { html } = await browser.open(location!);
      expect([readNotice(html), readValue(html, 'email')]).toEqual([notice, account.email]);
    }
  });

  it('is shown only in its browser and on its page', async () => {
    const { browser, ...person } = await newPerson(service, {}, ours);
    await browser.open('/console/account');
    const form = browser.getHiddenFields('/console/account');
    const fields = { ...form, csrf_token: 'old', name: 'Countess' };
    const { location = '' } = await browser.post('/console/account', fields);
    const stranger = await signedIn(service, person);
    expect((await stranger.open(location)).html).not.toContain('Countess');
    const elsewhere = location.replace('/console/account', '/console/applications/new');
    expect((await browser.open(elsewhere)).html).not.toContain('Countess');
    expect((await browser.open(location)).html).toContain('Countess');
  });

  it('has no effect until it is sent again', async () => {
    const person = await newPerson(service, {}, ours);
    const other = await signedIn(service, person);
    await other.open('/console/sessions/end-others');
    const form = { ...other.getHiddenFields('/console/sessions/end-others') };
    const answer = await person.browser.post('/console/sessions/end-others', form);
    expect(withoutKeptForm(answer.location)).toBe('/console/sessions/end-others');
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

describeService(
  'Expired forms above the limit',
  (service) => {
    it('are refused with a 429, and can be sent again from that page', async () => {
      const { browser } = await newPerson(service(), {}, ours);
      await browser.open('/console/account');
      const form = { ...browser.getHiddenFields('/console/account'), csrf_token: 'old' };
      const send = (name: string) => browser.post('/console/account', { ...form, name });
      expect((await send('Countess')).status).toBe(303);
      const refused = await send('Baroness');
      expect([refused.status, refused.location]).toEqual([429, undefined]);
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    });

    it('do not keep a visitor from choosing a language', async () => {
      const browser = new PageClient(service().url, ours);
      for (const language of ['de', 'fr']) {
        await browser.open('/console/sign-up');
        const chosen = await browser.submit('/console/language', { language, name: 'Ada' });
        const { html } = await browser.open(chosen.location!);
        expect(html).toContain(`lang="${language}"`);
      }
    });

    it('do not make a password reset that succeeded look like a failure', async () => {
      const browser = new PageClient(service().url, ours);
      const tokens = service().app.get(EmailTokensService, { strict: false });
      for (let i = 0; i < 2; i++) {
        const { account } = await service().newCaller();
        const token = await tokens.create('password-reset', { email: account.email, account });
        await browser.open(`/console/reset-password?token=${token}`);
        const reset = await browser.submit('/console/reset-password', {
          new_password: 'new one 77',
        });
        expect(withoutKeptForm(reset.location)).toBe('/console/sign-in');
      }
    });
  },
  { rateLimits: parseRateLimits('forms.kept=1/1h') },
);
