import { createHash, randomBytes } from 'node:crypto';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { byHost } from '../../src/request/requester.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import { newIdentifier } from '../../src/database/identifier.js';
import { DemoSeed } from '../../src/service/start/demo-seed.js';
import {
  accessibilityFaults,
  chromiumAvailable,
  launchChromium,
} from '../support/servers/chromium.js';
import {
  newEmail,
  password,
  someForms,
  startForm,
  type Form,
  type TestService,
} from '../support/hosts/service.js';
import { ThirdParty } from '../support/hosts/third-party.js';

const inBrowser = chromiumAvailable() ? describe : describe.skip;

/** Sets up a service, a browser and a third-party application for the enclosing block. */
function setUp(form: Form) {
  let service: TestService;
  let thirdParty: ThirdParty;
  let browser: Browser;
  beforeAll(async () => {
    service = await startForm(form);
    thirdParty = await ThirdParty.start();
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    thirdParty.close();
    await service.close();
  });

  /** Errors that the browser reported, for example of the security policy. */
  const violations: string[] = [];

  async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
    // Relative addresses resolve against it, including a host’s prefix.
    const baseURL = `${service.url}/`;
    const context = await browser.newContext({ baseURL, locale: 'en', ...options });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') violations.push(message.text());
    });
    page.on('pageerror', (error) => violations.push(error.message));
    return page;
  }

  afterEach(() => {
    expect(violations.splice(0)).toEqual([]);
  });

  async function signUp(page: Page, language = 'en', email = newEmail()): Promise<string> {
    await page.goto('console/sign-up');
    await page.locator('[name=name]').fill('Ada Lovelace');
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill(password);
    await page.locator('[name=language_code]').selectOption(language);
    await page.locator('main [type=submit]').click();
    await page.waitForURL('**/console/account');
    return email;
  }

  async function signIn(page: Page, email: string): Promise<void> {
    await page.goto('console/sign-in');
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill(password);
    await page.locator('form[action$="/sign-in"] [type=submit]').click();
    await page.waitForURL('**/console/account');
  }

  const status = async (token: string) =>
    (await fetch(`${service.url}/api/accounts/me?access_token=${token}`)).status;

  return {
    service: () => service,
    thirdParty: () => thirdParty,
    violations,
    newPage,
    signUp,
    signIn,
    status,
  };
}

inBrowser.each(someForms)('The console in a browser (%s)', (form) => {
  const { newPage, signUp, status, ...set } = setUp(form);

  it('leads a new user to a working access token without JavaScript', async () => {
    const page = await newPage({ javaScriptEnabled: false });
    await page.goto('console');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByLabel('Email').fill(newEmail());
    await page.getByLabel('Password').fill(password);
    await page.getByRole('main').getByRole('button').click();
    await page.getByRole('link', { name: 'Your applications' }).click();
    await page.getByRole('link', { name: 'Create your first application' }).click();
    await page.getByLabel('Name').fill('Difference Engine');
    await page.getByRole('main').getByRole('button').click();
    await page.getByRole('button', { name: 'Show' }).click();
    const codes = await page.locator('code').allTextContents();
    const token = codes.find((code) => /^[0-9A-Za-z]{86}$/.test(code))!;
    expect(await status(token)).toBe(200);
    await page.getByRole('link', { name: /revoke/i }).click();
    expect(await status(token)).toBe(200);
    await page.getByRole('button', { name: /revoke/i }).click();
    expect(await status(token)).toBe(401);
    await page.context().close();
  });

  it('issues a third-party application a token on consent and revokes it immediately', async () => {
    const service = set.service();
    const thirdParty = set.thirdParty();
    const owner = await service.newCaller();
    const { application, clientSecret } = await service.app
      .get(ApplicationsService, { strict: false })
      .create(
        owner.account.id,
        {
          name: 'Third Party',
          redirect_uris: [thirdParty.redirectUri],
        },
        byHost,
      );
    const verifier = randomBytes(32).toString('base64url');
    const authorize = `oauth/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: application.id,
      redirect_uri: thirdParty.redirectUri,
      state: 'kept as it is',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })}`;
    const page = await newPage();
    const email = await signUp(page);
    await page.getByRole('button', { name: 'Sign out' }).click();

    await page.goto(authorize);
    // A browser that has shown no page of the console.
    await page.evaluate('localStorage.removeItem("email")');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Authorize', exact: true }).waitFor();
    expect(await page.evaluate('localStorage.getItem("email")')).toBe(email);
    expect(await page.getByRole('main').textContent()).toContain('Third Party');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Authorize', exact: true }).click();
    await page.waitForURL(`${thirdParty.redirectUri}**`);
    const answer = Object.fromEntries(thirdParty.answers.at(-1)!);
    expect(answer).toMatchObject({ state: 'kept as it is', iss: service.url });

    const exchanged = await fetch(`${service.url}/oauth/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${application.id}:${clientSecret}`)}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: answer.code!,
        redirect_uri: thirdParty.redirectUri,
        code_verifier: verifier,
      }),
    });
    const { access_token: token } = (await exchanged.json()) as { access_token: string };
    const changed = await fetch(`${service.url}/api/accounts/me`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{"name":"Changed by consent"}',
    });
    expect(changed.status).toBe(200);

    // A second request redirects the signed-in user straight back.
    await page.goto(authorize);
    await page.waitForURL(`${thirdParty.redirectUri}**`);
    expect(thirdParty.answers.at(-1)!.get('code')).not.toBe(answer.code);

    // So does a sign-in on the way: the form’s policy allows the redirect to the client.
    await page.goto('console');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.goto(authorize);
    // The browser remembers its last account.
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${thirdParty.redirectUri}**`);

    await page.goto('console/grants');
    expect(await page.getByRole('main').textContent()).toContain('Third Party');
    await page.locator('a[href$="/revoke"]').click();
    await page.getByRole('main').getByRole('button').click();
    await page.getByRole('status').getByText(/./).waitFor();
    expect(await status(token)).toBe(401);
    await page.context().close();
  });
});

inBrowser('The console interface in a browser', () => {
  const { newPage, signUp, signIn, violations, ...set } = setUp('express');

  it('is accessible (ar, dark, 360 px wide)', async () => {
    const page = await newPage({
      colorScheme: 'dark',
      locale: 'ar',
      viewport: { width: 360, height: 800 },
    });
    const faults: Record<string, string[]> = {};
    const check = async () => {
      const found = await accessibilityFaults(page);
      const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      if (wide) found.push('The page is wider than the window.');
      if (found.length > 0) faults[page.url()] = found;
    };
    for (const path of ['sign-in', 'sign-up', 'nothing-here']) {
      await page.goto(`console/${path}`);
      await check();
    }
    violations.length = 0; // The browser logs the expected 404.
    await page.goto('console/sign-in');
    await page.locator('[name=email]').fill('nobody@example.com');
    await page.locator('[name=password]').fill('wrong password');
    await page.locator('main [type=submit]').click();
    await page.getByRole('alert').waitFor();
    await check();
    violations.length = 0;

    await signUp(page, 'ar');
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await check();
    for (const path of [
      'applications/new',
      'account',
      'account/delete',
      'account/export',
      'notifications',
      'security',
      'security/authenticator',
      'sessions',
      'activity',
      'grants',
    ]) {
      await page.goto(`console/${path}`);
      await check();
    }
    await page.goto('console/applications/new');
    await page.locator('[name=name]').fill('Difference Engine');
    await page.locator('main [type=submit]').click();
    await check();
    const details = page.url();
    await page.locator('form[action$="/token/reveal"] button').click();
    await check();
    await page.goto(`${details}/delete`);
    await check();
    await page.goto('console/applications');
    await check();
    expect(faults).toEqual({});
    await page.context().close();
  });

  it('lets a user sign up and skip to the content with the keyboard alone', async () => {
    const page = await newPage();
    await page.goto('console/sign-up');
    await page.keyboard.type('Ada Lovelace');
    await page.keyboard.press('Tab');
    await page.keyboard.type(newEmail());
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/account');
    await page.keyboard.press('Tab');
    await page.locator('[href="#main"]:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('#main:focus').waitFor();
    await page.context().close();
  });

  it('shows dates and times in the browser’s time zone, or in UTC without JavaScript', async () => {
    const email = newEmail();
    const noon = new Date('2026-03-04T12:00:00Z');
    for (const [timezoneId, javaScriptEnabled, day, time] of [
      ['Pacific/Kiritimati', true, 'March 5, 2026', '2:00 AM'],
      ['Pacific/Kiritimati', false, 'March 4, 2026', '12:00 PM UTC'],
    ] as const) {
      const page = await newPage({ timezoneId, javaScriptEnabled });
      if (javaScriptEnabled) {
        await signUp(page, 'en', email);
        const { prisma } = set.service();
        const { id: accountId } = await prisma.account.findFirstOrThrow({ where: { email } });
        const event = await prisma.auditEvent.findFirstOrThrow({ where: { accountId } });
        await prisma.auditEvent.create({
          data: { ...event, id: newIdentifier(), at: noon, lastAt: noon },
        });
      } else {
        await signIn(page, email);
      }
      await page.goto('console/activity');
      expect(await page.locator('.day').last().textContent()).toBe(day);
      const written = await page.locator('.item').last().locator('h3 + p').textContent();
      expect(written!.replaceAll(/\s/g, ' ')).toBe(time);
      await page.context().close();
    }
  });

  it('reveals a password on request, and shows and announces when a new one meets the rules', async () => {
    const page = await newPage();
    await page.goto('console/sign-up');
    const field = page.getByLabel('Password');
    const button = page.locator('.password button');
    const isMet = () => page.locator('#sign-up-password-hint.met').count();
    const announced = () => page.locator('#sign-up-password-hint + [role=status]').textContent();
    await field.fill('abcdef');
    expect([await isMet(), await announced()]).toEqual([0, '']);
    await field.fill('abcde7');
    expect([await isMet(), await announced()]).toEqual([1, 'The password meets the requirements.']);
    await field.fill('abcde');
    expect([await isMet(), await announced()]).toEqual([0, '']);
    await button.click();
    expect(await field.getAttribute('type')).toBe('text');
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    await button.click();
    expect(await field.getAttribute('type')).toBe('password');
    await page.context().close();
  });

  it.each([true, false])(
    'opens the form of a setting below its value (JavaScript: %p)',
    async (javaScriptEnabled) => {
      const email = newEmail();
      const first = await newPage();
      await signUp(first, 'en', email);
      await first.context().close();
      const page = await newPage({ javaScriptEnabled });
      await signIn(page, email);
      const [name, address] = [page.locator('#profile-name'), page.locator('#email-email')];
      expect([await name.isVisible(), await address.isVisible()]).toEqual([false, false]);
      await page.locator('summary', { hasText: 'Profile' }).click();
      await name.fill('Ada King');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.locator('.notice:focus').waitFor();
      await page.locator('summary', { hasText: 'Email address' }).click();
      await address.fill(newEmail());
      await page.getByRole('button', { name: 'Change email address' }).click();
      await page.locator('[aria-invalid]:focus').waitFor();
      violations.length = 0; // The browser logs the expected 400.
      await page.locator('#email-old_password').fill(password);
      await page.getByRole('button', { name: 'Change email address' }).click();
      await page.locator('.notice').waitFor();
      await page.context().close();
    },
  );

  it.each([true, false])(
    'keeps all input except the password when the language is switched (JavaScript: %p)',
    async (javaScriptEnabled) => {
      const page = await newPage({ javaScriptEnabled });
      const email = newEmail();
      await page.goto('console/sign-up');
      await page.locator('[name=name]').fill('Ada 李 <3');
      await page.locator('[name=email]').fill(email);
      await page.locator('[name=password]').fill(password);
      for (const [language, notice] of [
        ['de', 'Konto erstellen'],
        ['ar', 'إنشاء حساب'],
      ] as const) {
        await page.locator('.languages summary').click();
        await page.locator(`.languages [value=${language}]`).click();
        await page.getByRole('heading', { name: notice }).waitFor();
        expect(await page.locator('[name=name]').inputValue()).toBe('Ada 李 <3');
        expect(await page.locator('[name=email]').inputValue()).toBe(email);
        expect(await page.locator('[name=password]').inputValue()).toBe('');
        expect(await page.locator('[name=language_code]').inputValue()).toBe(language);
        expect(await page.locator('.notice').count()).toBe(0);
      }
      await page.locator('[name=language_code]').selectOption('fr');
      await page.locator('.languages summary').click();
      await page.locator('.languages [value=en]').click();
      await page.getByRole('heading', { name: 'Create an account' }).waitFor();
      expect(await page.locator('[name=language_code]').inputValue()).toBe('fr');
      await page.locator('[name=password]').fill(password);
      await page.locator('[name=password]').press('Enter');
      await page.waitForURL('**/console/account');
      await page.context().close();
    },
  );

  it('does not resubmit a refused form on reload or back navigation', async () => {
    const page = await newPage();
    await signUp(page);
    await page.goto('console/security/password');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    const card = page.locator('form', { has: page.locator('[name=new_password]') });
    const change = async (old: string) => {
      await card.locator('[name=old_password]').fill(old);
      await card.locator('[name=new_password]').fill('another horse 8');
      await card.locator('[type=submit]').click();
    };
    await change('wrong horse 7');
    await page.locator('[aria-invalid]:focus').waitFor();
    violations.length = 0; // The browser logs the expected 400.
    await page.reload();
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
    expect(page.url()).toMatch(/\/console\/security\/password$/);
    await change('wrong horse 9');
    await page.locator('[aria-invalid]:focus').waitFor();
    violations.length = 0;
    await page.goto('console/sessions');
    await page.goBack();
    expect(page.url()).toMatch(/\/console\/security\/password$/);
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
    expect(sent).toHaveLength(2);
    await page.context().close();
  });

  it.each([true, false])(
    'shows a single error once, in the focused field (JavaScript: %p)',
    async (javaScriptEnabled) => {
      const page = await newPage({ javaScriptEnabled });
      await page.goto('console/sign-up');
      await page.locator('[name=name]').fill('Ada Lovelace');
      await page.locator('[name=password]').fill(password);
      await page.locator('main [type=submit]').click();
      await page.locator('#sign-up-email[aria-invalid]:focus').waitFor();
      expect(await page.getByText('Enter an email address.').count()).toBe(1);
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(await page.title()).toMatch(/^Error: /);
      violations.length = 0; // The browser logs the expected 400.
      await page.context().close();
    },
  );

  it('focuses the password on the sign-in page if it remembers the email', async () => {
    const page = await newPage();
    await page.goto('console/sign-in');
    await page.locator('#sign-in-email:focus').waitFor();
    const email = await signUp(page);
    await page.locator('.person button').click();
    await page.waitForURL('**/console/sign-in');
    // Without the notice, which has the focus.
    await page.goto('console/sign-in');
    await page.locator('#sign-in-password:focus').waitFor();
    expect(await page.locator('#sign-in-email').inputValue()).toBe(email);
    await page.context().close();
  });

  it('completes a sign-in after another tab has signed in first', async () => {
    const email = newEmail();
    const page = await newPage();
    await signUp(page, 'en', email);
    await page.locator('.person button').click();
    const other = await page.context().newPage();
    for (const tab of [page, other]) {
      await tab.goto('console/sign-in');
      await tab.locator('[name=email]').fill(email);
      await tab.locator('[name=password]').fill(password);
    }
    for (const tab of [page, other]) {
      await tab.locator('form[action$="/sign-in"] [type=submit]').click();
      await tab.waitForURL('**/console/account');
    }
    await page.context().close();
  });

  it('focuses the new secret, and then the revealed token', async () => {
    const page = await newPage();
    await signUp(page);
    await page.goto('console/applications/new');
    await page.getByLabel('Name').fill('Focused');
    await page.getByRole('main').getByRole('button').last().click();
    const secret = await page.locator('.once code').textContent();
    await page.locator(':focus', { hasText: secret! }).waitFor();
    await page.locator('form[action$="/token/reveal"] button').click();
    await page.locator(':focus', { hasText: /^\w{86}$/ }).waitFor();
    expect(await page.locator('.once code').textContent()).toBe(secret);
    await page.context().close();
  });

  it('copies a secret to the clipboard with JavaScript', async () => {
    const page = await newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    await signUp(page);
    await page.goto('console/applications/new');
    await page.getByLabel('Name').fill('Copied');
    await page.getByRole('main').getByRole('button').last().click();
    const secret = page.locator('.once code');
    const text = await secret.textContent();
    await page.locator('.once').getByRole('button').click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text);
    await page.reload();
    expect(await page.locator('.once').count()).toBe(0);
    await page.context().close();
  });
});

inBrowser('Swagger UI in a browser', () => {
  const { newPage, ...set } = setUp('express');

  it('authorizes the demo client and runs the sample update without any typing', async () => {
    const service = set.service();
    const demo = (await service.app.get(DemoSeed).seed())!;
    const page = await newPage();
    await page.goto('console/sign-in');
    await page.getByLabel('Email').fill(demo.email);
    await page.getByLabel('Password').fill(demo.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/console/account');

    await page.goto(`${service.url.replace('127.0.0.1', 'localhost')}/docs`);
    await page.waitForURL(`${service.url}/docs`);
    await page.locator('.auth-wrapper button.authorize').first().click();
    const form = page.locator('.auth-container').filter({ hasText: 'authorizationCode' });
    expect(await form.locator('input[type=text]').first().inputValue()).toBe(demo.clientId);
    await form.getByText('select all').click();
    const [popup] = await Promise.all([
      page.context().waitForEvent('page'),
      form.locator('button.authorize').click(),
    ]);
    await popup.getByRole('button', { name: 'Authorize', exact: true }).click();
    await form.getByText('Logout').waitFor();
    await form.locator('.btn-done').click();
    for (const id of ['readAccount', 'updateAccount']) {
      const operation = page.locator(`#operations-accounts-${id}`);
      await operation.locator('.opblock-summary-control').click();
      await operation.getByRole('button', { name: 'Try it out' }).waitFor();
      expect(await operation.textContent()).toMatch(/Limit accounts\.(read|update): \d+ requests/);
      await operation.getByRole('button', { name: 'Try it out' }).click();
      for (const header of ['Accept-Version', 'Accept-Language']) {
        const input = operation.locator(`tr[data-param-name="${header}"] input`);
        expect(await input.inputValue()).toBe('');
      }
      await operation.getByRole('button', { name: 'Execute' }).click();
      const live = operation.locator('.responses-table.live-responses-table');
      await live.getByText('200').first().waitFor();
    }
    const { name } = await service.prisma.account.findFirstOrThrow({
      where: { email: demo.email },
    });
    expect(name).toBe('Ada King');
    await page.context().close();
  });
});
