import { Brand } from '../../brand/brand.js';
import { Languages } from '../../language/languages.js';
import { mailCatalogues } from '../../language/mails/index.js';
import { mailKinds } from './mail-content.js';
import { mailSamples } from './mail-samples.js';
import type { MailKind, MailValues } from './mail-values.js';
import { MailRenderer } from './mail.renderer.js';

const brand = new Brand({ name: 'Example Accounts' });
const renderer = new MailRenderer(new Languages(), brand);
const sample = (kind: MailKind, language = 'en') =>
  renderer.render(kind, language, mailSamples[kind]);

/** Input of an attacker who tries to control the mail. */
const hostile = `<script>alert(1)</script>"'><img src=x>\r\nBcc: eve@example.org\r\n\r\n\u202ehttps://evil.example {link} ${'x'.repeat(500)}`;

const texts = (html: string) => html.replaceAll(/<style>[^]*<\/style>|<[^>]*>/g, ' ');
const hrefs = (html: string) =>
  [...html.matchAll(/ (?:href|src|background)="([^"]*)"/g)].map(([, url]) => url);

describe.each([...mailCatalogues.keys()])('mails in %s', (language) => {
  it.each(mailKinds)('%s says the same as text and as HTML', async (kind) => {
    const { subject, text, html } = await sample(kind, language);
    expect(subject).toMatch(/^.+$/u);
    expect(html).toContain(`<title>\n${subject}</title>`);
    const shown = texts(html).replaceAll(/\s+/g, ' ');
    for (const paragraph of text.replace('-- \n', '').split('\n\n')) {
      for (const line of paragraph.split('\n').filter((each) => each.startsWith('http'))) {
        expect(hrefs(html)).toEqual([line, line]);
      }
      expect(shown).toContain(paragraph.split('\nhttp')[0]!.replaceAll(/\s+/g, ' ').trim());
    }
  });

  it.each(mailKinds)('%s has lines short enough for every mail program', async (kind) => {
    const { text, html } = await sample(kind, language);
    for (const line of text.split('\n')) {
      if (line.includes(' ')) expect([...line].length).toBeLessThanOrEqual(76);
      if (line.includes('http')) expect(line).toBe(mailSamples[kind].link);
    }
    expect(text).not.toMatch(/<[a-z]|&[a-z#]|[^\n]\n$\n\n|\{|\}/);
    expect(text).toMatch(/\n\n-- \n.*Example Accounts.*\n$/);
    for (const line of html.split('\n')) expect(Buffer.byteLength(line)).toBeLessThan(998);
  });

  it.each(mailKinds)('%s loads no resources, and links only to its own URL', async (kind) => {
    const { html } = await sample(kind, language);
    expect(html).not.toMatch(/<(?:img|script|link|iframe|form|svg)\b|url\(|@import|\bon\w+=/i);
    const { link } = mailSamples[kind];
    expect(new Set(hrefs(html))).toEqual(new Set(link === undefined ? [] : [link]));
  });
});

describe('user input in a mail', () => {
  it.each(mailKinds)('is shortened plain text in %s', async (kind) => {
    const names = { name: hostile, application: hostile, newEmail: hostile };
    for (const language of ['en', 'ar']) {
      const values = { ...mailSamples[kind], ...names } as MailValues[MailKind];
      const { subject, text, html } = await renderer.render(kind, language, values);
      expect(html).not.toMatch(/<(?:script|img)/);
      expect(`${subject}${text}${html}`).not.toMatch(/[\0\r\u202e]/);
      expect(subject).not.toContain('\n');
      expect(subject.length).toBeLessThan(300);
      expect(text.length).toBeLessThan(2_000);
      for (const line of html.split('\n')) expect(Buffer.byteLength(line)).toBeLessThan(998);
    }
  });

  it('keeps its own direction, so that the words around it stay in their order', async () => {
    const values = { ...mailSamples.verification, name: 'Ada' };
    const arabic = await renderer.render('verification', 'ar', values);
    expect(arabic.text).toContain('\u2068Ada\u2069');
    expect(arabic.subject).toContain('\u2068Example Accounts\u2069');
    const hebrew = await renderer.render('verification', 'en', { ...values, name: 'עדה' });
    expect(hebrew.text).toContain('Hello \u2068עדה\u2069,');
    expect((await renderer.render('verification', 'en', values)).text).toContain('Hello Ada,');
  });

  it('contains no links if a stranger chose it', async () => {
    const values = {
      ...mailSamples['application-authorized'],
      name: 'evil.example',
      application: 'http://evil.example',
    };
    const { text, html } = await renderer.render('application-authorized', 'en', values);
    expect(text + html).not.toMatch(/evil\.example|http:\/\/evil/);
  });

  it('is left out of the greeting if it has no visible character', async () => {
    const values = { ...mailSamples.verification, name: '\u202e\n' };
    expect((await renderer.render('verification', 'en', values)).text).toMatch(/^Hello,\n\n/);
  });
});

describe('a mail', () => {
  it('declares its language, direction and color schemes', async () => {
    const { html, language } = await sample('verification', 'ar');
    expect(language).toBe('ar');
    expect(html).toMatch(/^<!doctype html>\n<html lang="ar" dir="rtl">/);
    expect(html).toMatch(/<td class="content" lang="ar" dir="rtl" align="right"/);
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    expect(html).toContain('@media (prefers-color-scheme: dark)');
    expect((await sample('verification', 'de')).html).toContain('<html lang="de" dir="ltr">');
  });

  it('is in English if its language has no mails', async () => {
    const { language, text } = await sample('verification', 'xx');
    expect(language).toBe('en');
    expect(text).toMatch(/^Hello Ada Lovelace,\n/);
  });

  it('has a readable plain text part', async () => {
    expect((await sample('password-reset')).text).toBe(`Hello Ada Lovelace,

Someone asked to reset the password of your Example Accounts account. If it
was you, choose a new password.

Choose new password
${mailSamples['password-reset'].link}

Or enter this code on the page where you requested this email. The code
works for 10 minutes, and only once.

07316294

The link works for 30 minutes, and only once.

If it was not you, ignore this email. Your password stays the same.

-- 
Example Accounts
`);
  });

  it('has no code unless a browser requested it', async () => {
    const values = { ...mailSamples['password-reset'], code: undefined };
    const { text, html } = await renderer.render('password-reset', 'en', values);
    expect(text + html).not.toMatch(/code/);
  });

  it.each([
    'javascript:alert(1)',
    'accounts.example',
    '/x',
    'https://a b',
    'https://a"b',
    'https://',
    'https://x\ny',
  ])('does not link to %j', async (link) => {
    const values = { ...mailSamples['password-changed'], link };
    const failure = renderer.render('password-changed', 'en', values);
    await expect(failure).rejects.toThrow(new TypeError('link must be an http or https URL'));
  });

  it('escapes its link', async () => {
    const values = { ...mailSamples['password-changed'], link: 'https://x.example/?a=1&b=2' };
    const { text, html } = await renderer.render('password-changed', 'en', values);
    expect(text).toContain('\nhttps://x.example/?a=1&b=2\n');
    expect(hrefs(html)).toEqual(Array(2).fill('https://x.example/?a=1&amp;b=2'));
  });

  it('uses the messages of the host', async () => {
    const languages = new Languages({ de: { 'mail.greeting': 'Moin {name}!' } });
    const values = mailSamples.verification;
    const { text } = await new MailRenderer(languages, brand).render('verification', 'de', values);
    expect(text).toMatch(/^Moin Ada Lovelace!\n/);
  });
});

it('shows the accent and the links of the brand in its language', async () => {
  const links = { termsUrl: 'https://example.com/terms', supportUrl: 'mailto:help@example.com' };
  const styled = new MailRenderer(new Languages(), new Brand({ accent: '#0a6b4f', ...links }));
  const { text, html } = await styled.render('verification', 'de', mailSamples.verification);
  expect(text).toMatch(
    /\n-- \nAccounts\nNutzungsbedingungen: https:\/\/example.com\/terms\nHilfe: mailto:help@example.com\n$/,
  );
  expect(hrefs(html)).toEqual(expect.arrayContaining(Object.values(links)));
  expect(html).toContain('background-color:#0a6b4f');
  expect(html).not.toMatch(/#3448c5|#a3b1ff/);
});

it('every mail has a sample', () => {
  expect(Object.keys(mailSamples)).toEqual(mailKinds);
});
