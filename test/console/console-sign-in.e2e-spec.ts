import { parseRateLimits } from '../../src/limits/rate-limit.policies.js';
import { PageClient, type PageAnswer } from '../support/clients/page-client.js';
import { errorsAbove, readNotice, readValue } from '../support/clients/page-reader.js';
import { isSignedIn, newPerson } from '../support/clients/person.js';
import { describeService, newEmail, password } from '../support/hosts/service.js';

const wrongCredentials = 'The email address or password is incorrect.';

describeService('Signing in to the console', (service) => {
  let browser: PageClient;
  beforeEach(() => {
    browser = new PageClient(service().url);
  });
  const getToken = ({ cookies }: PageClient) => cookies.get(service().cookie('browser'));

  it('redirects password managers to the page for changing a password', async () => {
    const { status, location } = await browser.open('/.well-known/change-password');
    expect([status, location]).toEqual([303, '/console/security/password']);
  });

  it('accepts the email in any letter case', async () => {
    const { account } = await service().newCaller();
    const { status, location } = await browser.signIn(account.email.toUpperCase(), password);
    expect([status, location]).toEqual([303, '/console/account']);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('returns the same for a wrong password and an unknown email', async () => {
    const { account } = await service().newCaller();
    for (const [email, attempt] of [
      [account.email, 'wrong horse 7'],
      [account.email, ''],
      [newEmail(), password],
      ['not an <address>', password],
      ['with a \0', password],
      ['', ''],
    ] as const) {
      const { status, html } = await browser.signIn(email, attempt);
      expect(status).toBe(400);
      expect(errorsAbove(html)).toEqual([wrongCredentials]);
      expect(html).not.toContain('<ul class="field-errors"');
      if (!email.includes('\0')) expect(readValue(html, 'email')).toBe(email);
      expect(readValue(html, 'password')).toBe('');
    }
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('redirects to the requested page, even after a wrong password', async () => {
    const { account } = await service().newCaller();
    const { status, location } = await browser.open('/console/applications/new?from=link');
    expect(status).toBe(303);
    const asked = new URL(location!, service().url);
    expect(asked.pathname).toBe('/console/sign-in');
    const going = asked.searchParams.get('return_to')!;
    expect(going).toBe(service().path('/console/applications/new?from=link'));
    const refused = await browser.signIn(account.email, 'wrong horse 7', going);
    expect(readValue(refused.html, 'return_to')).toBe(going);
    const { location: gone } = await browser.signIn(account.email, password, going);
    expect(gone).toBe('/console/applications/new?from=link');
  });

  it('redirects only to console pages', async () => {
    const { account } = await service().newCaller();
    for (const stranger of [
      'https://evil.example/console/',
      '//evil.example/console/',
      '/docs',
      '/elsewhere/console/account',
    ]) {
      const { location } = await new PageClient(service().url).signIn(
        account.email,
        password,
        stranger,
      );
      expect(location).toBe('/console/account');
    }
  });

  it('redirects signed-in users to the requested page', async () => {
    const { browser } = await newPerson(service());
    expect((await browser.open('/console/sign-in')).location).toBe('/console/account');
    expect((await browser.open('/console')).location).toBe('/console/account');
    const going = service().path('/console/grants');
    const { location } = await browser.open(`/console/sign-in?return_to=${going}`);
    expect(location).toBe('/console/grants');
  });

  it('issues the browser a new token every time', async () => {
    const { account } = await service().newCaller();
    await browser.open('/console/sign-in');
    const before = getToken(browser);
    await browser.submit('/console/sign-in', { email: account.email, password });
    const first = getToken(browser);
    expect(first).not.toBe(before);
    const csrf_token = (await browser.open('/console/account')) && browser.csrfToken;
    await browser.post('/console/sign-in', { email: account.email, password, csrf_token });
    expect(getToken(browser)).not.toBe(first);

    const stale = new PageClient(service().url);
    for (const token of [before!, first!]) {
      stale.cookies.set(service().cookie('browser'), token);
      expect(await isSignedIn(stale)).toBe(false);
    }
    expect(await service().prisma.session.count({ where: { accountId: account.id } })).toBe(1);
  });

  it('ends the browser’s previous session, even of another account', async () => {
    const before = await newPerson(service());
    const { account } = await service().newCaller();
    await before.browser.open('/console/account');
    const { csrfToken: csrf_token } = before.browser;
    await before.browser.post('/console/sign-in', { email: account.email, password, csrf_token });
    const { html } = await before.browser.open('/console/account');
    expect(readValue(html, 'email')).toBe(account.email);
    const accountId = before.account.id;
    expect(await service().prisma.session.count({ where: { accountId } })).toBe(0);
  });

  it('leaves the browser’s session alone when it is refused', async () => {
    const { browser, account } = await newPerson(service());
    await browser.open('/console/account');
    const { csrfToken: csrf_token } = browser;
    await browser.post('/console/sign-in', { email: account.email, password: 'no', csrf_token });
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('lasts until sign-out, which also ends copies of the cookie', async () => {
    const { browser } = await newPerson(service());
    const copy = new PageClient(service().url);
    copy.cookies.set(service().cookie('browser'), getToken(browser)!);
    expect(await isSignedIn(copy)).toBe(true);
    await browser.open('/console/account');
    const { status, location } = await browser.submit('/console/sign-out');
    expect([status, location]).toEqual([303, '/console/sign-in']);
    expect(getToken(browser)).toBeUndefined();
    expect(await isSignedIn(copy)).toBe(false);
    expect(readNotice((await browser.open(location!)).html)).toBe('You have been signed out.');
    expect(readNotice((await browser.open(location!)).html)).toBeUndefined();
  });

  it('lets a visitor who is not signed in sign out without an error', async () => {
    await browser.open('/console/sign-in');
    const { csrfToken: csrf_token } = browser;
    const { status } = await browser.post('/console/sign-out', { csrf_token });
    expect(status).toBe(303);
  });
});

describeService('The language of a page', (service) => {
  it.each([
    ['de-AT, en;q=0.5', 'de', 'ltr'],
    ['ar', 'ar', 'rtl'],
    ['xx', 'en', 'ltr'],
  ])('follows the browser’s Accept-Language: %s', async (asked, tag, direction) => {
    const { headers, html } = await new PageClient(service().url, {
      'Accept-Language': asked,
    }).open('/console/sign-in');
    expect(html).toContain(`<html lang="${tag}" dir="${direction}">`);
    expect(headers.get('content-language')).toBe(tag);
    expect(headers.get('vary')).toMatch(/Accept-Language/i);
  });

  it('is the account’s own while it is signed in, even on error pages', async () => {
    const french = { 'Accept-Language': 'fr' };
    const { browser } = await newPerson(service(), { language: 'de' }, french);
    for (const path of ['/console/account', '/console/applications/nothing-here']) {
      const { headers, html } = await browser.open(path);
      expect(html).toContain('<html lang="de" dir="ltr">');
      expect(headers.get('content-language')).toBe('de');
    }
    await browser.open('/console/account');
    await browser.submit('/console/sign-out');
    expect((await browser.open('/console/sign-in')).html).toContain('<html lang="fr"');
  });

  it('applies to form errors', async () => {
    const browser = new PageClient(service().url, { 'Accept-Language': 'de' });
    const { html } = await browser.signIn(newEmail(), password);
    expect(errorsAbove(html)).toHaveLength(1);
    expect(errorsAbove(html)).not.toEqual([wrongCredentials]);
  });
});

describeService(
  'The limits of the console',
  (service) => {
    function expectRefusal({ status, headers, html }: PageAnswer) {
      expect(status).toBe(429);
      expect(errorsAbove(html)).toEqual([
        expect.stringMatching(/^Too many requests\. Please try again in [\d,]+ seconds?\.$/),
      ]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      const now = Date.now() / 1_000;
      expect(Number(headers.get('x-rate-limit-reset'))).toBeGreaterThanOrEqual(Math.floor(now));
      expect(Number(headers.get('x-rate-limit-reset'))).toBeLessThanOrEqual(now + 3_601);
    }

    it('refuse more sign-ins, even with the right password, and keep the input', async () => {
      const { account } = await service().newCaller();
      const browser = new PageClient(service().url);
      const statuses = [];
      for (let i = 0; i < 3; i++) {
        statuses.push((await browser.signIn(account.email, 'wrong horse 7')).status);
      }
      expect(statuses).toEqual([400, 400, 400]);
      const going = service().path('/console/grants');
      const refused = await browser.signIn(account.email, password, going);
      expectRefusal(refused);
      expect(readValue(refused.html, 'email')).toBe(account.email);
      expect(readValue(refused.html, 'return_to')).toBe(going);
      expect(await isSignedIn(browser)).toBe(false);
    });

    it('refuse more sign-ups, and keep the input', async () => {
      const answers: PageAnswer[] = [];
      for (let i = 0; i < 3; i++) {
        const browser = new PageClient(service().url);
        await browser.open('/console/sign-up');
        answers.push(
          await browser.submit('/console/sign-up', {
            name: 'Ada Lovelace',
            email: newEmail(),
            password,
            language_code: 'de',
          }),
        );
      }
      expect(answers.map(({ status }) => status)).toEqual([303, 303, 429]);
      expectRefusal(answers[2]!);
      expect(readValue(answers[2]!.html, 'name')).toBe('Ada Lovelace');
      expect(readValue(answers[2]!.html, 'language_code')).toBe('de');
    });
  },
  { rateLimits: parseRateLimits('sign-in=3/1h,sign-up=2/1h') },
);
