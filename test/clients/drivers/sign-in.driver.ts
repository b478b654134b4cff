/** The examples of docs/sign-in.md. Each is a complete application with a client library. */
import { decode, encode } from '@auth/core/jwt';
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { PageClient } from '../../support/clients/page-client.js';
import { chromiumAvailable, launchChromium } from '../../support/servers/chromium.js';
import { Applications, type Client } from './applications.js';
import { authorizationCode, callback } from './authorization.code.js';
import { Example } from './example.process.js';
import { startService, type RunningService } from './service.process.js';

interface Tokens {
  access_token: string;
  refresh_token: string;
}

interface MobileSettings {
  issuer: string;
  clientId: string;
}

interface MobileApp {
  signIn(
    settings: MobileSettings & { openBrowser(url: string): Promise<string>; isNew?: boolean },
  ): Promise<Tokens>;
  refresh(settings: MobileSettings & { refreshToken: string }): Promise<Tokens>;
  signOut(settings: MobileSettings & { refreshToken: string }): Promise<void>;
}

describe('The example of docs/sign-in.md', { concurrency: true }, () => {
  let service: RunningService;
  before(async () => {
    service = await startService();
  });
  after(() => service?.stop());

  /** Prepares the example that the test names, and signs the user in to the service in a new browser. */
  async function prepare(context: TestContext) {
    const applications = await Applications.signIn(service);
    const example = await Example.prepare(service, context.name);
    context.after(() => example.remove());
    return { example, applications };
  }

  const expectAccount = (json: string | null, email = service.email) =>
    assert.equal((JSON.parse(json!) as { account: { email: string } }).account.email, email);

  /** Returns how often an application has refreshed its tokens, as the user's audit trail says. */
  async function countRefreshes({ client }: Example): Promise<number> {
    const response = await fetch(`${service.url}/api/accounts/me/export`, {
      headers: { authorization: `Bearer ${service.token}` },
    });
    interface Export {
      audit_events: { event: string; application_id: string }[];
    }
    const { audit_events: events } = (await response.json()) as Export;
    return events.filter(
      ({ event, application_id: id }) => event === 'grant.refresh' && id === client.client_id,
    ).length;
  }

  it('auth-js', async (context) => {
    const { example, applications } = await prepare(context);
    await example.start();
    const browser = new PageClient(example.origin);
    assert.match((await browser.open('/')).html, /Sign in/);
    assert.equal((await browser.open('/account')).location, '/auth/signin');
    const { html } = await browser.open('/auth/signin');
    const csrfToken = /name="csrfToken" value="(\w+)"/.exec(html)![1]!;
    const { location } = await browser.post('/auth/signin/accounts', { csrfToken });
    assert.match(await applications.back(browser, location!), /Your account/);
    expectAccount((await browser.open('/account')).html);
    assert.doesNotMatch((await browser.open('/auth/session')).html, /token/);

    const salt = 'authjs.session-token';
    const { SECRET: secret = '' } = example.settings;
    interface Session {
      tokens: { access_token: string; expires_at: number };
    }
    const session = (await decode<Session>({ token: browser.cookies.get(salt)!, secret, salt }))!;
    Object.assign(session.tokens, { access_token: 'expired', expires_at: 0 });
    const cookie = await encode({ token: session, secret, salt });
    browser.cookies.set(salt, cookie);
    for (let i = 0; i < 2; i++) expectAccount((await browser.open('/account')).html);
    assert.equal(await countRefreshes(example), 1);

    const away = await browser.post('/sign-out', {});
    assert.equal(await applications.signOut(away.location!), example.origin);
    assert.match((await browser.open('/')).html, /Sign in/);
    // A copy of the cookie has tokens that have ended.
    browser.cookies.set(salt, cookie);
    assert.match((await browser.open('/')).html, /Sign in/);
    assert.equal(browser.cookies.has(salt), false);

    const email = 'grace.server@example.com';
    const { location: signUp } = await browser.open('/sign-up');
    const { pathname, search } = await Applications.signUp(service, signUp!, email);
    await browser.open(pathname + search);
    expectAccount((await browser.open('/account')).html, email);
  });

  it('express-openid-connect', async (context) => {
    const { example, applications } = await prepare(context);
    await example.start();
    const browser = new PageClient(example.origin);
    expectAccount(await applications.signedIn(example.origin, '/account', browser));

    await example.stop();
    // The access token has expired, and the new ID token is within the tolerance of the library.
    const later = 'const now = Date.now; Date.now = () => now() + 3_630_000;';
    await example.start({
      NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(later)}"`,
    });
    expectAccount((await browser.open('/account')).html);
    assert.equal(await countRefreshes(example), 1);

    const copies = new Map(browser.cookies);
    const { location } = await browser.open('/logout');
    assert.equal(await applications.signOut(location!), example.origin);
    assert.match((await browser.open('/')).html, /Sign in/);
    for (const [name, value] of copies) browser.cookies.set(name, value);
    assert.match((await browser.open('/account')).location!, /\/oauth\/authorize\?/);
  });

  it('single-page', { skip: !chromiumAvailable() }, async (context) => {
    const { example } = await prepare(context);
    await example.start();
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      const readAccount = async () => {
        await page.locator('#sign-out').waitFor();
        expectAccount(await page.locator('#output').textContent());
      };
      await page.goto(example.origin);
      await page.locator('#sign-in').click();
      await page.locator('[name=email]').fill(service.email);
      await page.locator('[name=password]').fill(service.password);
      await page.locator('form[action$="/sign-in"] [type=submit]').click();
      await page.locator('[name=decision][value=allow]').click();
      await readAccount();
      assert.equal(page.url(), `${example.origin}/`);

      await page.evaluate(`for (const [name, value] of Object.entries(sessionStorage))
        sessionStorage.setItem(name, JSON.stringify({ ...JSON.parse(value), access_token: 'expired', expires_at: 1 }))`);
      await page.reload();
      await readAccount();
      assert.equal(await countRefreshes(example), 1);

      await page.locator('#sign-out').click();
      await page.locator('#sign-in').waitFor();
      assert.equal(page.url(), `${example.origin}/`);
      await page.goto(`${service.url}/console/account`);
      assert.match(page.url(), /\/console\/sign-in/);

      const [email, password] = ['grace.browser@example.com', 'nanoseconds 11.8'];
      await page.goto(example.origin);
      await page.locator('#sign-up').click();
      await page.locator('[name=name]').fill('Grace');
      await page.locator('[name=email]').fill(email);
      await page.locator('[name=password]').fill(password);
      await page.locator('form[action$="/sign-up"] [type=submit]').click();
      await page.goto(await service.readMailLink(email));
      await page.locator('form[action$="/confirm-sign-up"] [type=submit]').click();
      await page.locator('[name=decision][value=allow]').click();
      await page.locator('#sign-out').waitFor();
      expectAccount(await page.locator('#output').textContent(), email);
    } finally {
      await browser.close();
    }
  });

  it('mobile', async (context) => {
    const { example, applications } = await prepare(context);
    const app = (await import(pathToFileURL(join(example.folder, 'app.js')).href)) as MobileApp;
    const settings = { issuer: service.url, clientId: example.client.client_id };
    const readAccount = async (token: string) =>
      fetch(`${service.url}/api/accounts/me`, { headers: { authorization: `Bearer ${token}` } });

    const openBrowser = async (url: string) => (await applications.allowed(url)).href;
    const tokens = await app.signIn({ ...settings, openBrowser });
    expectAccount(await (await readAccount(tokens.access_token)).text());
    // A signed-in user needs no other account.
    await app.signIn({
      ...settings,
      openBrowser: async (url) => {
        const { location } = await applications.person.open(url.replace(service.url, ''));
        return openBrowser(location!);
      },
      isNew: true,
    });

    const { refresh_token: refreshToken } = tokens;
    const refreshed = await app.refresh({ ...settings, refreshToken });
    expectAccount(await (await readAccount(refreshed.access_token)).text());
    await app.signOut({ ...settings, refreshToken: refreshed.refresh_token });
    assert.equal((await readAccount(refreshed.access_token)).status, 401);
    await assert.rejects(app.refresh({ ...settings, refreshToken: refreshed.refresh_token }));

    const email = 'grace.mobile@example.com';
    const created = await app.signIn({
      ...settings,
      openBrowser: async (url) => (await Applications.signUp(service, url, email)).href,
      isNew: true,
    });
    expectAccount(await (await readAccount(created.access_token)).text(), email);
  });

  it('command-line', async (context) => {
    const { example, applications } = await prepare(context);
    const opener = join(example.folder, process.platform === 'darwin' ? 'open' : 'xdg-open');
    writeFileSync(opener, '#!/bin/sh\n', { mode: 0o755 });
    const PATH = `${example.folder}:${process.env.PATH}`;
    const environment = { HOME: example.folder, PATH };
    const url = /^Open (\S+)$/m;
    example.run('start', '', environment);
    const back = await applications.allowed(await example.read(url));
    assert.equal(await (await fetch(back)).text(), 'You can close this window.');
    assert.match(await example.end(), new RegExp(service.email));

    example.run('start', '', environment);
    expectAccount(await example.end());
    assert.equal(await countRefreshes(example), 1);

    const file = join(example.folder, '.notes-tokens.json');
    const { access_token } = JSON.parse(readFileSync(file, 'utf8')) as { access_token: string };
    example.run('start', 'sign-out', environment);
    await applications.signOut(await example.read(url));
    await example.end();
    assert.equal(existsSync(file), false);
    const { status } = await fetch(`${service.url}/api/accounts/me`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    assert.equal(status, 401);
  });

  it('resource-server', async (context) => {
    const { example, applications } = await prepare(context);
    example.run('build');
    assert.equal(await example.end(), '');
    await example.start();
    const request = async (token?: string) => {
      const { status, headers } = await fetch(`${example.origin}/notes`, {
        ...(token && { headers: { authorization: `Bearer ${token}` } }),
      });
      return [status, headers.get('www-authenticate')];
    };
    const resource = example.origin;
    const metadata = `${resource}/.well-known/oauth-protected-resource`;
    const unauthorized = [401, `Bearer resource_metadata="${metadata}"`];
    const invalid = [401, `Bearer error="invalid_token", resource_metadata="${metadata}"`];
    const challenge = 'Bearer error="insufficient_scope", scope="notes:read"';
    const forbidden = [403, `${challenge}, resource_metadata="${metadata}"`];

    assert.deepEqual(await request(), unauthorized);
    assert.deepEqual(await (await fetch(metadata)).json(), {
      resource,
      authorization_servers: [service.url],
      scopes_supported: ['notes:read', 'notes:write'],
    });
    const client = await applications.register(callback);
    const token = await readToken(client, { resource, scope: 'openid notes:read' });
    assert.deepEqual(await request(token), [200, null]);
    const withoutScope = await readToken(client, { resource, scope: 'notes:write' });
    assert.deepEqual(await request(withoutScope), forbidden);
    const ofAccountApi = await readToken(client, { scope: 'account:read' });
    for (const each of [ofAccountApi, example.client.access_token]) {
      assert.deepEqual(await request(each), invalid);
    }
    await post(client, 'revoke', { token });
    assert.deepEqual(await request(token), invalid);
  });

  async function readToken(client: Client, request: Record<string, string>): Promise<string> {
    const response = await post(client, 'token', {
      grant_type: 'authorization_code',
      ...(await authorizationCode(service, client.client_id, request)),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  const post = ({ client_id, client_secret }: Client, path: string, body: Record<string, string>) =>
    fetch(`${service.url}/oauth/${path}`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
      body: new URLSearchParams(body),
    });
});
