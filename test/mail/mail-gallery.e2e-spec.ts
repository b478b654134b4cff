import type { Browser, Page } from 'playwright-core';
import { AccountsModule } from '../../src/accounts.module.js';
import { consoleFeature } from '../../src/console/console.feature.js';
import { mailFeature } from '../../src/email-flows/mail.feature.js';
import { languageCodes, languageTag } from '../../src/language/language-codes.js';
import { Languages } from '../../src/language/languages.js';
import { mailKinds } from '../../src/mail/mails/mail-content.js';
import { mailSamples } from '../../src/mail/mails/mail-samples.js';
import { Brand } from '../../src/brand/brand.js';
import { MailRenderer } from '../../src/mail/mails/mail.renderer.js';
import { leastOptions, startHost } from '../support/hosts/guest.js';
import { startService, type TestService } from '../support/hosts/service.js';
import {
  accessibilityFaults,
  chromiumAvailable,
  launchChromium,
} from '../support/servers/chromium.js';
import { createTestDatabase } from '../support/servers/postgres.js';

const mail = { url: undefined, from: 'accounts@example.com' };
const path = '/console/mails';

/** The document with decoded character references. */
const readable = (html: string) =>
  html.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

describe.each(['express', 'fastify'] as const)('The mail gallery (%s)', (httpAdapter) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ mail, httpAdapter });
  });
  afterAll(() => service.close());

  it('shows every mail in every language, as HTML and as text', async () => {
    const renderer = new MailRenderer(new Languages(), new Brand());
    for (const code of languageCodes) {
      const response = await fetch(`${service.url}${path}?language=${code}`);
      const html = readable(await response.text());
      expect([code, response.status]).toEqual([code, 200]);
      for (const kind of mailKinds) {
        const rendered = await renderer.render(kind, code, mailSamples[kind]);
        const attributes = `class="lead" lang="${languageTag(code)}" dir="auto"`;
        expect(html).toContain(`<p ${attributes}>${rendered.subject}</p>`);
        expect(html).toContain(rendered.text);
        expect(html).toContain(rendered.html);
      }
    }
  });

  it('has a content security policy that allows only files of the service, and the styles of mails', async () => {
    const { headers } = await fetch(service.url + path);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'",
    );
  });

  it.each(['', 'xx', '<script>', 'de&language=fr'])(
    'is shown in English for the language “%s”',
    async (language) => {
      const response = await fetch(`${service.url}${path}?language=${language}`);
      const html = await response.text();
      expect(response.status).toBe(200);
      expect(html).toMatch(/<a [^>]*lang="en"[^>]* aria-current="page"/);
      expect(html).not.toContain('<script>');
    },
  );
});

const inBrowser = chromiumAvailable() ? describe : describe.skip;

inBrowser('The mail gallery in a browser', () => {
  let service: TestService;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    service = await startService({ mail, brand: { name: 'Engine Works' } });
    browser = await launchChromium();
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  /** Runs in the browser: the looks that all pages of the console share. */
  const readLooks = `({
    sheet: document.querySelector('link[rel=stylesheet]').href,
    ground: getComputedStyle(document.body).backgroundColor,
    font: getComputedStyle(document.querySelector('h1')).font,
    header: document.querySelector('header').innerText,
  })`;

  it.each([
    ['light', 320],
    ['dark', 320],
    ['light', 1_440],
    ['dark', 1_440],
  ] as const)(
    'looks like the console in %s colours at %d px, and is accessible',
    async (colorScheme, width) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${service.url}/console/sign-in`);
      const looks = await page.evaluate(readLooks);
      expect(looks).toMatchObject({ header: 'Engine Works' });
      for (const language of ['en', 'ar', 'th']) {
        await page.goto(`${service.url}${path}?language=${language}`);
        expect(await page.evaluate(readLooks)).toEqual(looks);
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(
          true,
        );
      }
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  it('shows mails with their own styles', async () => {
    await page.goto(service.url + path);
    const button = page.frameLocator('iframe').first().locator('a').first();
    const styles = await button.evaluate((element) => getComputedStyle(element).fontWeight);
    expect(styles).toBe('600');
  });
});

describe('The mail gallery', () => {
  it.each([
    ['in production', { mail, production: true }],
    ['without mails', {}],
  ])('does not exist %s', async (_, settings) => {
    const service = await startService(settings);
    expect((await fetch(service.url + path)).status).toBe(404);
    await service.close();
  });

  it('does not exist in a host application', async () => {
    const database = await createTestDatabase();
    const accounts = AccountsModule.forRoot({
      ...leastOptions({ url: database.url }),
      publicUrl: 'https://accounts.example',
      features: [consoleFeature, mailFeature],
      mail: { from: mail.from, transport: { sendMail: () => Promise.resolve() } },
    });
    const app = await startHost([accounts]);
    const statuses = [];
    for (const each of ['/console/sign-in', path]) {
      statuses.push((await fetch((await app.getUrl()) + each)).status);
    }
    expect(statuses).toEqual([200, 404]);
    await app.close();
    await database.drop();
  });
});
