import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { ManagementServer } from '../../src/service/management/management.server.js';
import { longestWords } from '../support/extreme-values.js';
import { startService, type Caller, type TestService } from '../support/hosts/service.js';
import { freePort } from '../support/processes/service-process.js';
import {
  accessibilityFaults,
  chromiumAvailable,
  launchChromium,
} from '../support/servers/chromium.js';

const inBrowser = chromiumAvailable() ? describe : describe.skip;

/** The folder for a screenshot of every page; none if unset. */
const folder = process.env.SCREENSHOTS;

const token = 'a-token-of-grace-of-32-characters-x';

inBrowser('The operator pages in a browser', () => {
  let service: TestService;
  let browser: Browser;
  let url: string;
  let caller: Caller;
  let pages: string[];
  beforeAll(async () => {
    const tokens = [{ token, opens: 'everything', operator: 'grace' }] as const;
    const management = { host: '127.0.0.1', port: await freePort(), tokens };
    service = await startService({ management });
    await service.app.get(ManagementServer).listen();
    url = `http://127.0.0.1:${management.port}/operator/pages`;
    caller = await service.newCaller();
    const { id } = caller.account;
    // Values that would widen a page, on an account with an event that was given up.
    const name = longestWords(255).map(([, word]) => word)[0]!;
    const email = `${'e'.repeat(200)}@example.com`;
    await service.prisma.account.update({ where: { id }, data: { name, email } });
    await service.prisma.application.update({
      where: { id: caller.applicationId },
      data: { name, redirectUris: [`https://app.example/${'u'.repeat(300)}`] },
    });
    const type = 'account.updated';
    await service.prisma.eventSubscription.create({ data: { name: 'billing', type } });
    const at = { occurredAt: new Date(), parkedAt: new Date() };
    const event = { sequence: 1, subscription: 'billing', eventId: 'e', type, accountId: id };
    const failure = { attempts: 12, lastError: 'x'.repeat(400) };
    await service.prisma.parkedEvent.create({
      data: { ...event, ...at, ...failure, revision: 1, data: {} },
    });
    pages = [
      '/accounts',
      '/accounts?created_from=yesterday',
      '/accounts?name_prefix=nobody',
      `/accounts/${id}`,
      `/accounts/${id}/sessions`,
      `/accounts/${id}/suspend`,
      `/accounts/${id}/permissions`,
      `/accounts/${id}/delete`,
      '/applications',
      `/applications/${caller.applicationId}/trust`,
      '/tokens',
      '/subscriptions',
      '/subscriptions/billing',
      '/subscriptions/billing/events/1/discard',
      '/audit',
      '/accounts/none',
    ];
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ locale: 'en', ...options });
    context.setDefaultTimeout(30_000);
    return context.newPage();
  }

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${url}/sign-in`);
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/accounts');
  }

  async function capture(page: Page, kind: string, path: string): Promise<void> {
    if (!folder) return;
    mkdirSync(`${folder}/operator-${kind}`, { recursive: true });
    const name = path.replaceAll(caller.account.id, 'id').replaceAll(/\W+/g, '-');
    await page.screenshot({ path: `${folder}/operator-${kind}/${name}.png`, fullPage: true });
  }

  it('suspend an account without JavaScript, and name a missing reason', async () => {
    const page = await newPage({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } });
    await page.goto(`${url}/accounts/${caller.account.id}`);
    await page.getByLabel('Token').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('not the token of an operator');
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Suspend' }).click();
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.locator('#action-reason[aria-invalid]:focus').waitFor();
    await page.getByLabel('Reason').fill('Ticket 4711');
    await page.getByRole('button', { name: 'Suspend' }).click();
    expect(await page.getByRole('status').textContent()).toBe('The account is suspended.');
    await page.getByRole('link', { name: 'Restore' }).click();
    await page.getByLabel('Reason').fill('Ticket 4711 is closed');
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('link', { name: 'Audit trail' }).last().click();
    expect(await page.getByRole('main').textContent()).toContain('Ticket 4711 is closed');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    await page.context().close();
  });

  it('are accessible, fit windows of 320 px and report no error', async () => {
    const page = await newPage({ viewport: { width: 1440, height: 900 } });
    const complaints: string[] = [];
    page.on('console', (message) => {
      // The browser logs refused forms and missing pages too.
      const isExpected = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isExpected) complaints.push(message.text());
    });
    await page.goto(`${url}/sign-in`);
    await capture(page, 'wide', '/sign-in');
    const faults: Record<string, string[]> = { '/sign-in': await accessibilityFaults(page) };
    await signIn(page);
    for (const [i, path] of pages.entries()) {
      await page.setViewportSize({ width: 1440, height: 900 });
      // Every other page is checked in dark colours.
      await page.emulateMedia({ colorScheme: i % 2 === 0 ? 'light' : 'dark' });
      await page.goto(url + path);
      const found = await accessibilityFaults(page);
      await capture(page, 'wide', path);
      await page.setViewportSize({ width: 320, height: 700 });
      if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) {
        found.push('The page is wider than 320 px.');
      }
      await capture(page, 'narrow', path);
      faults[path] = [...found, ...complaints.splice(0)];
    }
    const faulty = Object.entries(faults).filter(([, found]) => found.length > 0);
    expect(Object.fromEntries(faulty)).toEqual({});
    await page.context().close();
  });
});
