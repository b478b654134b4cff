import type { Browser, Page } from 'playwright-core';
import { createAppCode } from '../support/clients/authenticator-app.js';
import { chromiumAvailable, launchChromium } from '../support/servers/chromium.js';
import { newEmail, password, startService, type TestService } from '../support/hosts/service.js';

const inBrowser = chromiumAvailable() ? describe : describe.skip;

/** A phone, with a browser without JavaScript. */
const phone = { viewport: { width: 390, height: 844 }, javaScriptEnabled: false, locale: 'en' };

const setUp = '**/console/set-up-factor**';
const secondStep = '**/console/second-step**';

inBrowser('On a phone without JavaScript, a required second factor', () => {
  let service: TestService;
  let browser: Browser;
  let email: string;
  let secret: string;
  let codes: string[];
  beforeAll(async () => {
    service = await startService({ secondFactor: 'required' });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  async function newPage(): Promise<Page> {
    const context = await browser.newContext({ baseURL: `${service.url}/`, ...phone });
    context.setDefaultTimeout(30_000);
    return context.newPage();
  }

  async function signIn(page: Page): Promise<void> {
    await page.goto('console/sign-in');
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill(password);
    await page.locator('main form[action$="/sign-in"] [type=submit]').click();
  }

  const enter = async (page: Page, code: string) => {
    await page.locator('[name=code]').fill(code);
    await page.locator('main form:has([name=code]) [type=submit]').click();
  };

  /** Asserts that the page fits the width of the screen. */
  async function expectFits(page: Page): Promise<void> {
    const size = await page.locator('html').boundingBox();
    expect(size!.width).toBeLessThanOrEqual(phone.viewport.width);
    const main = await page.locator('main').boundingBox();
    expect(main!.x + main!.width).toBeLessThanOrEqual(phone.viewport.width);
  }

  const getKey = async (page: Page) => (await page.locator('main code').first().textContent())!;

  it('is set up at the first sign-in, with a link that opens the app', async () => {
    email = newEmail();
    const page = await newPage();
    await page.goto('console/sign-up');
    await page.locator('[name=name]').fill('Ada Lovelace');
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill(password);
    await page.locator('main [type=submit]').click();
    await page.waitForURL(setUp);
    await expectFits(page);
    expect(await page.locator('a[href^="otpauth://totp/"]').count()).toBe(1);
    secret = await getKey(page);
    await enter(page, createAppCode(secret, 0));
    codes = await page.locator('.codes code').allTextContents();
    expect(codes).toHaveLength(10);
    await expectFits(page);
    await page.locator('main [type=submit]').click();
    // The browser asks for the checkbox first.
    expect(page.url()).not.toMatch(/account$/);
    await page.locator('#codes-saved').check();
    await page.locator('main [type=submit]').click();
    await page.waitForURL('**/console/account');
  });

  it('is requested at the next sign-in', async () => {
    const page = await newPage();
    await signIn(page);
    await page.waitForURL(secondStep);
    await expectFits(page);
    await enter(page, '000000');
    expect(await page.locator('[aria-invalid]:focus').count()).toBe(1);
    await enter(page, createAppCode(secret, 1));
    await page.waitForURL('**/console/account');
  });

  it('moves from a lost phone to a new one with a recovery code', async () => {
    const page = await newPage();
    await signIn(page);
    await page.waitForURL(secondStep);
    await enter(page, codes[0]!);
    await page.waitForURL('**/console/account');
    await page.goto('console/security');
    await expectFits(page);
    expect(await page.locator('a[href$="/authenticator/remove"]').count()).toBe(0);
    await page.locator('a[href$="/console/security/authenticator"]').click();
    const lost = secret;
    secret = await getKey(page);
    expect(secret).not.toBe(lost);
    await enter(page, createAppCode(secret, 0));
    await page.waitForURL('**/console/security');

    const next = await newPage();
    await signIn(next);
    await next.waitForURL(secondStep);
    await enter(next, createAppCode(lost, 1));
    expect(await next.locator('[aria-invalid]:focus').count()).toBe(1);
    await enter(next, createAppCode(secret, 1));
    await next.waitForURL('**/console/account');
  });

  it('is confirmed again before an account export, and returns there', async () => {
    const page = await newPage();
    await signIn(page);
    await page.waitForURL(secondStep);
    await enter(page, codes[1]!);
    await page.waitForURL('**/console/account');
    const createdAt = new Date(Date.now() - 10 * 60_000);
    await service.prisma.session.updateMany({ data: { createdAt, confirmedAt: null } });
    await page.goto('console/account/export');
    await page.waitForURL('**/console/confirm?**');
    await expectFits(page);
    await enter(page, codes[2]!);
    await page.waitForURL('**/console/account/export');
  });
});
