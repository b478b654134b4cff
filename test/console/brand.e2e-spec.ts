import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { PageClient } from '../support/clients/page-client.js';
import { password, startService, type TestService } from '../support/hosts/service.js';

const name = `Müller & Söhne's <b>Bank</b>`;
const escaped = 'Müller &amp; Söhne&#39;s &lt;b>Bank&lt;/b>';
const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 140 20"><script/></svg>';
const homeUrl = 'https://bank.example/home?tab=1';

describe('A brand', () => {
  let folder: string;
  let service: TestService;
  let browser: PageClient;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-brand-'));
    await writeFile(join(folder, 'logo.svg'), logo);
    const brand = {
      name,
      logo: join(folder, 'logo.svg'),
      accent: '#0A6B4F',
      termsUrl: 'https://bank.example/terms?a=1&b=2',
      supportUrl: 'mailto:help@bank.example',
      homeUrl,
    };
    service = await startService({ brand });
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    browser = new PageClient(service.url);
  });

  it('names the service in the title and shows its logo in the header', async () => {
    const { html } = await browser.open('/console/sign-in');
    expect(/<title>.*<\/title>/.exec(html)![0].replaceAll('&gt;', '>')).toContain(
      escaped.replaceAll('&#39;', "'"),
    );
    expect(html).toMatch(
      /<img src="[^"]*\/console\/assets\/logo\?v=[\w-]{12}" alt="[^"]*Bank[^"]*" width="196" height="28"/,
    );
    expect(html).not.toContain('<b>Bank');
  });

  it('links to its pages in the footer, in the language of the reader', async () => {
    const { html } = await browser.open('/console/sign-in', { 'Accept-Language': 'fr' });
    expect(html).toContain(
      '<a href="https://bank.example/terms?a=1&amp;b=2">Conditions d’utilisation</a>',
    );
    expect(html).toContain('<a href="mailto:help@bank.example">Aide</a>');
    expect(html).not.toContain('Confidentialité');
  });

  it('has its color in the style sheet and the icon, in both themes', async () => {
    const css = await request(service.url).get('/console/assets/console.css').expect(200);
    const [light, dark] = [...css.text.matchAll(/--brand-accent:(#[\da-f]{6})/g)].map(
      ([, hex]) => hex,
    );
    expect(light).toBe('#0a6b4f');
    expect(dark).not.toBe(light);
    expect(css.text).toContain('--accent:var(--brand-accent)');
    const icon = await request(service.url).get('/console/assets/icon').expect(200);
    expect(icon.body.toString()).toContain('fill="#0a6b4f"');
    expect(icon.headers['content-type']).toBe('image/svg+xml');
  });

  it('has a logo that cannot run scripts on the origin of the service', async () => {
    const { body, headers } = await request(service.url).get('/console/assets/logo').expect(200);
    expect(body.toString()).toBe(logo);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  it('redirects to its home page after the sign-in, and allows this redirect in form-action', async () => {
    const { account } = await service.newCaller();
    const { headers } = await browser.open('/console/sign-in');
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("form-action 'self' https://bank.example;");
    expect((await browser.signIn(account.email, password)).location).toBe(homeUrl);
    expect((await browser.open('/console')).location).toBe(homeUrl);
    expect((await browser.open('/console/account')).status).toBe(200);
    const asked = service.path('/console/security');
    const other = await new PageClient(service.url).signIn(account.email, password, asked);
    expect(other.location).toBe('/console/security');
  });

  it('does not replace the page that asks signed-out visitors to sign in', async () => {
    expect((await browser.open('/console')).location).toBe('/console/sign-in');
  });

  it('names the service in authenticator apps', async () => {
    const { account } = await service.newCaller();
    await browser.signIn(account.email, password, service.path('/console/security'));
    const { html } = await browser.open('/console/security/authenticator');
    const uri = /otpauth:[^"]*/.exec(html)![0].replaceAll('&amp;', '&');
    expect(new URL(uri).searchParams.get('issuer')).toBe(name);
  });

  it('names the service in Swagger UI', async () => {
    const { text } = await request(service.url).get('/docs').expect(200);
    expect(text).toContain('/console/assets/icon');
    const { body } = await request(service.url).get('/docs-json').expect(200);
    expect(body.info.title).toBe(name);
  });
});

it('Pages load files by URLs that change with the brand, so browsers may keep them for a year', async () => {
  const versions = [];
  for (const accent of ['#0a6b4f', '#7a1f5c']) {
    const service = await startService({ brand: { accent } });
    const { text } = await request(service.url).get('/console/sign-in');
    const [, path = '', version = ''] = /href="([^"]*console\.css\?v=([\w-]+))"/.exec(text) ?? [];
    versions.push(version);
    const read = async (url: string) =>
      (await request(service.url).get(url).expect(200)).headers['cache-control'];
    expect(await read(path)).toBe('public, max-age=31536000, immutable');
    // During an upgrade, a node may receive the version of another one.
    expect(await read(`/console/assets/console.css?v=${versions[0]}x`)).toBe('public, max-age=600');
    expect(await read('/console/assets/console.css')).toBe('public, max-age=600');
    await service.close();
  }
  expect(versions[0]).not.toBe(versions[1]);
});

it('An unusable brand prevents the start', async () => {
  const start = startService({ brand: { accent: '#fc0', homeUrl: '/home' } });
  await expect(start).rejects.toThrow(
    /^AccountsModule cannot start: brand.accent is not usable: its contrast .* brand.homeUrl is not usable: /,
  );
});

it('A service without a logo responds with 404 for it', async () => {
  const service = await startService();
  await request(service.url).get('/console/assets/logo').expect(404);
  await service.close();
});
