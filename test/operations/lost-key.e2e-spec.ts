import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { post, refresh, tokensFor, type TestClient } from '../support/clients/oauth.js';
import { isSignedIn } from '../support/clients/person.js';
import { PageClient } from '../support/clients/page-client.js';
import { newEmail, password, requestsTo, type TestService } from '../support/hosts/service.js';
import { runCli } from '../support/processes/command-line.js';
import { freePort, ServiceProcess } from '../support/processes/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { until } from '../support/until.js';

const lostKey = 'the lost key of thirty-two characters or more';
const newKey = 'the new key of thirty-two characters or more';

describe('A service whose secret key is lost', () => {
  let database: TestDatabase;
  let folder: string;
  let env: Record<string, string>;
  let node: ServiceProcess;
  let browser: PageClient;
  let client: TestClient;
  let service: TestService;
  let refreshToken: string;
  let replacedToken: string;
  let signUpLink: string;
  let verificationLink: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-lost-key-'));
    env = {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      PORT: String(await freePort()),
      RATE_LIMITS: 'off',
    };
    await startWith(lostKey);
    service = { url: node.url } as TestService;
    await useEverythingSealed();
    await node.stop();
    await startWith(newKey);
  });
  afterAll(async () => {
    await ServiceProcess.stopAll();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function startWith(secretKey: string, more: Record<string, string> = {}): Promise<void> {
    node = await ServiceProcess.start({ ...env, ...more, SECRET_KEY: secretKey });
  }

  async function useEverythingSealed(): Promise<void> {
    const email = newEmail();
    await cli(lostKey, 'account', 'create', '--name', 'Ada', '--email', email, '--language', 'en');
    const redirectUri = 'https://app.example/callback';
    const named = ['application', 'create', '--owner', email, '--name', 'Engine'];
    const created = await cli(lostKey, ...named, '--redirect-uri', redirectUri);
    const { id, client_secret: secret, access_token: ownToken } = created;
    client = { id, secret, redirectUri, ownToken };
    browser = new PageClient(node.url);
    await browser.signIn(email, password);
    replacedToken = (await tokensFor(service, { browser }, client)).refresh_token;
    refreshToken = (await tokensFor(service, { browser }, client)).refresh_token;
    await refresh(service, client, replacedToken);
    signUpLink = await linkTo(await signUp());
    await ask('post', '/accounts/me/email-verification');
    verificationLink = await linkTo(email);
    // Nothing listens there, so the next mail waits.
    const closed = { MAIL_URL: `smtp://127.0.0.1:${await freePort()}`, MAIL_FROM: 'a@b.example' };
    await node.stop();
    await startWith(lostKey, closed);
    await signUp();
  }

  async function cli(secretKey: string, ...args: string[]): Promise<any> {
    const asked = [...args, '--json'];
    const { code, stdout, stderr } = await runCli(
      { ...env, SECRET_KEY: secretKey },
      asked,
      password,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  async function signUp(): Promise<string> {
    const visitor = new PageClient(node.url);
    const person = { name: 'Grace', email: newEmail(), password, language_code: 'en' };
    await visitor.open('/console/sign-up');
    await visitor.submit('/console/sign-up', person);
    return person.email;
  }

  /** Waits for a mail to an address, and returns the path of its link. */
  async function linkTo(email: string): Promise<string> {
    const mail = new RegExp(`^Mail to ${email}: .*\\n(\\S+)\\n`, 'm');
    await node.printed(mail);
    return mail.exec(node.output)![1]!.replace(node.url, '');
  }

  const ask = (method: 'get' | 'post', path: string) =>
    requestsTo(node.url).as({ token: client.ownToken }, method, path);

  it('logs how many tokens cannot be shown, and serves everything that is not sealed', async () => {
    await node.printed(/"msg":"\d+ access tokens? of applications cannot be shown/);
    expect((await ask('get', '/accounts/me')).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(true);
    expect((await refresh(service, client, refreshToken)).status).toBe(200);
    const visitor = new PageClient(node.url);
    await visitor.open(verificationLink);
    expect((await visitor.submit('/console/verify-email', { password })).status).toBe(303);
    const introspected = await post(service, 'introspect', client, { token: client.ownToken });
    expect(introspected.status).toBe(200);
  });

  it('counts unreadable values on the command line, and reports why mails fail', async () => {
    const { tables } = await cli(newKey, 'key', 'reseal');
    for (const table of ['access_tokens', 'authorizations', 'email_tokens', 'event_deliveries']) {
      expect({ table, isCounted: tables[table].unreadable > 0 }).toEqual({
        table,
        isCounted: true,
      });
    }
    await until(async () => {
      const { subscriptions } = await cli(newKey, 'event', 'list');
      return subscriptions[0].last_error === 'No secret key opens the request for a mail.';
    });
  });

  it('rejects the link of an unfinished sign-up', async () => {
    const visitor = new PageClient(node.url);
    const { html, status } = await visitor.open(signUpLink);
    expect(status).toBe(404);
    expect(html).toContain('This link is invalid.');
  });

  it('ends an authorization whose client presents a replaced refresh token', async () => {
    const repeated = await refresh(service, client, replacedToken);
    expect([repeated.status, repeated.body.error]).toEqual([400, 'invalid_grant']);
  });

  it('opens everything again when the lost key is added after the new one', async () => {
    const found = await cli(`${newKey},${lostKey}`, 'key', 'reseal');
    expect(found.older_keys_needed).toBe(false);
    for (const { unreadable } of Object.values<any>(found.tables)) expect(unreadable).toBe(0);
    const page = `/console/applications/${client.id}`;
    expect((await browser.open(page)).html).not.toContain('can no longer be shown');
    expect((await browser.submit(`${page}/token/reveal`)).html).toContain(client.ownToken);
  });

  it('shows a token again after it is regenerated', async () => {
    await node.stop();
    await startWith(lostKey);
    const page = `/console/applications/${client.id}`;
    expect((await browser.open(page)).html).toContain('can no longer be shown');
    await browser.open(`${page}/token/regenerate`);
    expect((await browser.submit(`${page}/token/regenerate`)).status).toBe(303);
    expect((await browser.open(page)).html).not.toContain('can no longer be shown');
    const { html } = await browser.submit(`${page}/token/reveal`);
    const [, token] = /Bearer (\w{86})/.exec(html)!;
    expect((await requestsTo(node.url).as({ token: token! }, 'get', '/accounts/me')).status).toBe(
      200,
    );
    expect((await ask('get', '/accounts/me')).status).toBe(401);
  });
});
