import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser, type ParsedMail } from 'mailparser';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { Languages } from '../../src/language/languages.js';
import { mailKinds } from '../../src/mail/mails/mail-content.js';
import { mailSamples } from '../../src/mail/mails/mail-samples.js';
import { Brand } from '../../src/brand/brand.js';
import { MailRenderer } from '../../src/mail/mails/mail.renderer.js';
import { newEmail, password, startService, type TestService } from '../support/hosts/service.js';
import {
  accessibilityFaults,
  chromiumAvailable,
  launchChromium,
} from '../support/servers/chromium.js';
import { longestWords } from '../support/extreme-values.js';
import { until } from '../support/until.js';

const inBrowser = chromiumAvailable() ? describe : describe.skip;

const phone = { width: 390, height: 844 };
const newPassword = 'bernoulli numbers 7';

const isWide = (page: Page) => page.evaluate('document.documentElement.scrollWidth > innerWidth');

/** Shows copies of pages that have no scripts, because axe is one. */
class PageChecker {
  readonly faults: string[] = [];
  private html = '';

  private constructor(private readonly page: Page) {}

  static async create(context: BrowserContext): Promise<PageChecker> {
    const checker = new PageChecker(await context.newPage());
    await checker.page.route('**/*', (route) =>
      route.request().isNavigationRequest()
        ? route.fulfill({ body: checker.html, contentType: 'text/html; charset=utf-8' })
        : route.continue(),
    );
    return checker;
  }

  async check(page: Page): Promise<void> {
    this.html = await page.content();
    await this.page.goto(page.url());
    const title = await this.page.title();
    if (await isWide(this.page)) this.faults.push(`${title}: wider than the window`);
    for (const fault of await accessibilityFaults(this.page))
      this.faults.push(`${title}: ${fault}`);
  }
}

inBrowser('Mails on a phone, without JavaScript', () => {
  let folder: string;
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    // Mails to files are also printed.
    jest.spyOn(console, 'log').mockImplementation(() => undefined);
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-mails-'));
    const mail = { url: undefined, from: 'accounts@example.com' };
    service = await startService({ mail, dataDir: folder });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
    await rm(folder, { recursive: true });
    jest.restoreAllMocks();
  });

  /** The mails to an address, oldest first. */
  async function mailsTo(address: string): Promise<ParsedMail[]> {
    const names = await readdir(join(folder, 'mail')).catch(() => []);
    const files = names.sort().map((name) => readFile(join(folder, 'mail', name)));
    const mails = await Promise.all(files.map(async (file) => simpleParser(await file)));
    return mails.filter(({ to }) => [to].flat()[0]?.text === address);
  }

  /** The target of the button in the mail that `ask` requests. */
  async function readMailLink(address: string, ask: () => Promise<unknown>): Promise<string> {
    const before = (await mailsTo(address)).length;
    await ask();
    await until(async () => (await mailsTo(address)).length > before);
    const { html } = (await mailsTo(address)).at(-1)!;
    return /<a class="button" href="([^"]+)"/.exec(String(html))![1]!;
  }

  describe.each([
    ['de', 'ltr', 'light'],
    ['ar', 'rtl', 'dark'],
  ] as const)('in %s', (language, direction, colorScheme) => {
    const email = newEmail();
    let page: Page;
    let checker: PageChecker;
    beforeAll(async () => {
      const baseURL = `${service.url}/`;
      const options = { viewport: phone, locale: language, baseURL, colorScheme };
      checker = await PageChecker.create(await browser.newContext(options));
      const context = await browser.newContext({ ...options, javaScriptEnabled: false });
      context.setDefaultTimeout(20_000);
      page = await context.newPage();
    });
    afterEach(() => {
      expect(checker.faults.splice(0)).toEqual([]);
    });

    const check = () => checker.check(page);
    /** Of the page's first form. */
    const fill = (name: string, value: string) =>
      page.locator(`[name=${name}]`).first().fill(value);
    const submit = () => page.locator('main form [type=submit]').first().click();
    const open = async (url: string) => {
      await page.goto(url);
      await check();
    };
    async function signIn(secret: string): Promise<void> {
      await fill('email', email);
      await fill('password', secret);
      await submit();
      await page.waitForURL('**/console/account');
    }

    it('let a visitor finish the sign-up with the chosen password', async () => {
      await page.goto('console/sign-up');
      const link = await readMailLink(email, async () => {
        await fill('name', 'Ada Lovelace');
        await fill('email', email);
        await fill('password', password);
        await submit();
      });
      expect(await page.getByRole('main').textContent()).toContain(email);
      expect(await page.locator('html').getAttribute('dir')).toBe(direction);
      await check();
      await open(link);
      await page.locator('[type=submit]:focus').waitFor();
      // Another browser has no proof of the sign-up.
      await page.context().clearCookies();
      await open(link);
      await fill('password', 'a wrong one 7');
      await submit();
      await page.locator('#confirm-sign-up-password:focus').waitFor();
      await check();
      await fill('password', password);
      await submit();
      await page.waitForURL('**/console/account');
      await open(link);
      expect(await page.getByRole('main').getByRole('link').getAttribute('href')).toBe(
        '/console/sign-up',
      );
      await page.locator('form[action$="/sign-out"] button').click();
    });

    it('let a user reset a forgotten password', async () => {
      await page.goto('console/sign-in');
      await page.locator('a[href$="/forgot-password"]').click();
      await check();
      const link = await readMailLink(email, async () => {
        await fill('email', email);
        await submit();
      });
      await check();
      const again = await readMailLink(email, () => page.locator('.beside button').click());
      expect(again).not.toBe(link);
      await open(again);
      await page.locator('[name=new_password]:focus').waitFor();
      await fill('new_password', newPassword);
      await submit();
      await page.waitForURL('**/console/sign-in?kept_form=*');
      expect(await page.locator('[name=email]').inputValue()).toBe(email);
      await check();
      await signIn(newPassword);
    });

    it('verify a new address, and let the owner of the previous one undo the change', async () => {
      const other = newEmail();
      await page.goto('console/account');
      const undo = await readMailLink(email, async () => {
        await page.locator('.row summary').last().click();
        await fill('email', other);
        await page.locator('#email-old_password').fill(newPassword);
        await page.locator('form[action$="/account/email"] [type=submit]').click();
      });
      await page.waitForURL('**/console/check-mail?to=**');
      await check();
      await until(async () => (await mailsTo(other)).length > 0);
      const verify = await readMailLink(other, () => page.locator('.beside button').click());
      await check();
      await open(verify);
      await page.locator('[type=submit]:focus').waitFor();
      await submit();
      await page.waitForURL('**/console/account');
      expect(await page.locator('form[action$="/verify-email"]').count()).toBe(0);
      await check();

      await open(undo);
      expect(await page.getByRole('main').textContent()).toContain(email);
      await submit();
      await page.waitForURL('**/console/reset-password**');
      await check();
      await fill('new_password', password);
      await submit();
      await page.waitForURL('**/console/sign-in?kept_form=*');
      await signIn(password);
      await page.goto('console/account');
      expect(await page.locator('[name=email]').inputValue()).toBe(email);
    });

    it('are written in the language of the account', async () => {
      for (const { headers, html } of await mailsTo(email)) {
        expect(headers.get('content-language')).toBe(language);
        expect(html).toContain(`<html lang="${language}" dir="${direction}">`);
      }
    });
  });

  it('are requested with the email entered on the sign-in page', async () => {
    const context = await browser.newContext({ locale: 'en', baseURL: `${service.url}/` });
    const page = await context.newPage();
    await page.goto('console/sign-in');
    await page.locator('[name=email]').fill('nobody@example.com');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.waitForURL('**/console/forgot-password');
    expect(await page.locator('[name=email]').inputValue()).toBe('nobody@example.com');
    await page.reload();
    expect(await page.locator('[name=email]').inputValue()).toBe('');
    await page.locator('[name=email]').fill('nobody@example.com');
    await page.locator('main [type=submit]').click();
    await page.waitForURL('**/console/check-mail?to=**');
    await page.locator('.languages summary').click();
    await page.locator('.languages [value=de]').click();
    await page.locator('html[lang=de]').waitFor();
    expect(await page.getByRole('main').textContent()).toContain('nobody@example.com');
    await context.close();
  });

  it('are shown on one page for developers', async () => {
    const context = await browser.newContext({ viewport: phone, baseURL: `${service.url}/` });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('console', (message) => refused.push(message.text()));
    await page.goto('console/mails?language=ar');
    const frame = page.frameLocator('iframe').first();
    const [said] = await Promise.all([
      frame.locator('.card').evaluate((card: any) => getComputedStyle(card).borderRadius),
      frame.locator('a.button').waitFor(),
    ]);
    expect([said, refused, await isWide(page)]).toEqual(['12px', [], false]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await context.close();
  });
});

inBrowser('Mails as HTML', () => {
  const long = longestWords(255).map(([, word]) => ({
    name: word,
    application: word,
    newEmail: `${word}@example.com`,
  }));
  const short = { name: 'W', application: 'W', newEmail: 'a@b.c' };
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  it.each([
    ['de', 'light'],
    ['ar', 'dark'],
  ] as const)('fit narrow and wide windows in %s and %s colours', async (language, colorScheme) => {
    const page = await browser.newPage({ colorScheme });
    const faults: string[] = [];
    for (const kind of mailKinds) {
      for (const other of [undefined, short, ...long]) {
        const values = { ...mailSamples[kind], ...other };
        const brand = new Brand({ name: values.name?.slice(0, 64) });
        const renderer = new MailRenderer(new Languages(), brand);
        const { html } = await renderer.render(kind, language, values);
        await page.setContent(html);
        for (const width of other ? [320] : [320, 390, 480, 600]) {
          await page.setViewportSize({ width, height: 800 });
          if (await isWide(page)) faults.push(`${kind}: wider than ${width}`);
        }
        // Long values affect the layout, but not what axe checks.
        if (other) continue;
        // Landmarks and headings belong to the surrounding mail program.
        const found = await accessibilityFaults(page, ['wcag2a', 'wcag2aa', 'wcag21aa']);
        faults.push(...found.map((fault) => `${kind}: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
    await page.close();
  });
});
